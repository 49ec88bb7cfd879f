import { PAGES } from '@lading/contract/routes.ts';
import { useNavigate } from 'react-router';
import { newRequestKey } from '../../lib/request-key.ts';
import { usePending } from '../../lib/use-pending.ts';
import { reportFailure } from '../../ui/report-error.ts';
import { toast } from '../../ui/toast/toast.ts';
import { COPY } from './copy.ts';
import { shipOrders } from './order-calls.ts';
import { useOrderChange } from './use-orders.ts';

export const batchPath = (batchId: string) =>
  `${PAGES.bulkUpload}?${new URLSearchParams({ batch: batchId })}`;

/** Makes a batch of the orders and opens it. */
export function useShipOrders() {
  const navigate = useNavigate();
  const { pending, run } = usePending();
  const { refresh } = useOrderChange();
  const ship = (orderIds: readonly string[]) =>
    run(async () => {
      try {
        const { batchId, leftOut } = await shipOrders([...orderIds], newRequestKey());
        if (leftOut.length > 0) toast.info(batchId ? COPY.leftOut(leftOut.length) : COPY.noneShippable);
        if (batchId) await navigate(batchPath(batchId));
        else await refresh();
      } catch (error) {
        reportFailure(error, COPY.shipFailed);
      }
    });
  return { pending, ship };
}
