import type { AdminShipmentStatus } from '@lading/contract/admin-shipments.ts';
import type { DateRange } from '@lading/contract/date-range.ts';
import { CARRIERS } from '@lading/contract/parcel.ts';
import { PAGES } from '@lading/contract/routes.ts';

interface Behind {
  status?: AdminShipmentStatus;
  carrier?: string;
}

/** A link to the shipments that a figure counts. */
export const shipmentsBehind = ({ startDate, endDate }: DateRange, filter: Behind = {}): string =>
  `${PAGES.adminShipments}?${new URLSearchParams({ ...filter, startDate, endDate })}`;

/** Only for carriers that the list can filter by. */
export const carrierLink = (range: DateRange, carrier: string): string | undefined =>
  CARRIERS.some((known) => known === carrier) ? shipmentsBehind(range, { carrier }) : undefined;
