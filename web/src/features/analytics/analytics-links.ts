import type { AdminShipmentStatus, LabelFilter } from '@lading/contract/admin-shipments.ts';
import type { DateRange } from '@lading/contract/date-range.ts';
import { CARRIERS } from '@lading/contract/parcel.ts';
import { PAGES } from '@lading/contract/routes.ts';

interface Filter {
  status?: AdminShipmentStatus;
  carrier?: string;
  label?: LabelFilter;
}

/** A link to the shipments that a figure counts. */
export const shipmentsLink = ({ startDate, endDate }: DateRange, filter: Filter = {}): string =>
  `${PAGES.adminShipments}?${new URLSearchParams({ ...filter, startDate, endDate })}`;

/** Only for carriers that the list can filter by. */
export const carrierLink = (range: DateRange, carrier: string): string | undefined =>
  CARRIERS.some((known) => known === carrier) ? shipmentsLink(range, { carrier }) : undefined;
