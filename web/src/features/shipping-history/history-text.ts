import { isCalendarDate } from '@lading/contract/calendar-date.ts';
import { DEFAULT_COUNTRY } from '@lading/contract/constants.ts';
import { placeName } from '@lading/contract/place-line.ts';
import type { HistoryItem } from '@lading/contract/shipments.ts';

const local = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' });
const calendar = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });
const minute = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' });
const short = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric' });

/** “Nov 14, 2025”; a timestamp is shown in the browser's time zone. Null for invalid dates. */
export function formatHistoryDay(text: string | null): string | null {
  if (text === null) return null;
  if (isCalendarDate(text)) return calendar.format(new Date(`${text}T00:00:00Z`));
  const date = new Date(text);
  return Number.isNaN(date.getTime()) ? null : local.format(date);
}

/** “Nov 14, 2025, 10:42 AM” in the browser's time zone; null for invalid dates. */
export function formatMinute(iso: string): string | null {
  const date = new Date(iso);
  return Number.isNaN(date.getTime()) ? null : minute.format(date);
}

/** “Nov 14” in the browser's time zone. */
export function formatShortDay(iso: string): string | null {
  const date = new Date(iso);
  return Number.isNaN(date.getTime()) ? null : short.format(date);
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

const WITHOUT_LABEL: readonly string[] = ['refunding', 'refunded', 'voided'];

/** False if no label exists and none will. */
export const mayHaveLabel = ({ status, labelStatus }: Pick<HistoryItem, 'status' | 'labelStatus'>) =>
  status !== 'failed' && !WITHOUT_LABEL.includes(labelStatus);

/** The tracking number, or the destination until there is one. */
export const shipmentName = ({
  tracking_number,
  recipient,
}: Pick<HistoryItem, 'tracking_number'> & {
  recipient: { city: string };
}) => tracking_number ?? `to ${recipient.city}`;
