import { AdminShipmentDetailsSchema, AdminShipmentsAnswerSchema } from '@lading/contract/admin-shipments.ts';
import { PAGE_SIZE } from '@lading/contract/constants.ts';
import { SHIPMENTS } from '@lading/contract/messages.ts';
import { API, path } from '@lading/contract/routes.ts';
import { keepPreviousData, type QueryClient, useQuery } from '@tanstack/react-query';
import { apiRequest } from '../../lib/api-client.ts';
import { useLoadFailure } from '../../lib/use-load-failure.ts';
import { toast } from '../../ui/toast/toast.ts';
import { filtersOf, type ShipmentsView } from './shipment-view.ts';

/** The default order is left out. */
const orderOf = ({ sortBy, sortOrder }: ShipmentsView) =>
  sortBy === 'date' && sortOrder === 'DESC' ? {} : { sortBy, sortOrder };

const LIST_KEY = 'admin-shipments';
const DETAILS_KEY = 'admin-shipment';

export function useShipments(view: ShipmentsView) {
  const query = { ...filtersOf(view), page: view.page, limit: PAGE_SIZE, ...orderOf(view) };
  const result = useQuery({
    queryKey: [LIST_KEY, query],
    queryFn: ({ signal }) =>
      apiRequest(AdminShipmentsAnswerSchema, API.adminShipments, { area: 'admin', query, signal }),
    select: ({ data }) => data,
    placeholderData: keepPreviousData,
  });
  useLoadFailure(result, () => toast.error(SHIPMENTS.loadFailed));
  return result;
}

/** Never served from the cache, because refunds may have happened since the drawer was last open. */
export const useShipmentDetails = (id: string) =>
  useQuery({
    queryKey: [DETAILS_KEY, id],
    queryFn: ({ signal }) =>
      apiRequest(AdminShipmentDetailsSchema, path(API.adminShipment, { id }), { area: 'admin', signal }),
    staleTime: 0,
  });

/** Reloads the list and the details in the background. */
export function reloadShipment(client: QueryClient, id: string) {
  void client.invalidateQueries({ queryKey: [LIST_KEY] });
  void client.invalidateQueries({ queryKey: [DETAILS_KEY, id] });
}
