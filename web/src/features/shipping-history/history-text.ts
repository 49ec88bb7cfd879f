import { isCalendarDate } from '@lading/contract/calendar-date.ts';
import { DEFAULT_COUNTRY } from '@lading/contract/constants.ts';
import { placeName } from '@lading/contract/place-line.ts';
import type { HistoryItem } from '@lading/contract/shipments.ts';

const calendar = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });

/** “Nov 14, 2025” for a date, or for the date of a timestamp. Null for invalid ones. */
export function formatHistoryDay(text: string | null): string | null {
  const day = text?.slice(0, 10) ?? '';
  return isCalendarDate(day) ? calendar.format(new Date(`${day}T00:00:00Z`)) : null;
}

/** “Austin, TX”, with the country if it is not the US. Senders without a country are in the US. */
export const placeText = ({ city, state, country }: { city: string; state: string; country?: string }) =>
  placeName({ city, state, country: country || DEFAULT_COUNTRY });

/** Null without a date, and for a shipment that will not arrive. Until delivery, the date is marked as expected. */
export function deliveryText({ delivery_date, status }: Delivery): string | null {
  const day = formatHistoryDay(delivery_date);
  if (day === null || status === 'failed') return null;
  return status === 'delivered' ? day : `Expected ${day}`;
}

type Delivery = Pick<HistoryItem, 'delivery_date' | 'status'>;

/** The label, or the refund for it, is in progress. */
export const isInProgress = ({ labelStatus }: Pick<HistoryItem, 'labelStatus'>) =>
  labelStatus === 'processing' || labelStatus === 'refunding';

const WITHOUT_LABEL: readonly string[] = ['processing', 'refunding', 'refunded', 'voided'];

/** False if there is no label, or not yet. */
export const mayHaveLabel = ({ status, labelStatus }: Pick<HistoryItem, 'status' | 'labelStatus'>) =>
  status !== 'failed' && !WITHOUT_LABEL.includes(labelStatus);

/** The tracking number, or the destination until there is one. */
export const shipmentName = ({
  tracking_number,
  recipient,
}: Pick<HistoryItem, 'tracking_number'> & {
  recipient: { city: string };
}) => tracking_number ?? `to ${recipient.city}`;
