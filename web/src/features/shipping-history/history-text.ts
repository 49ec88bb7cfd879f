import { isCalendarDate } from '@lading/contract/calendar-date.ts';
import type { HistoryItem } from '@lading/contract/shipments.ts';

const local = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' });
const calendar = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });
const minute = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' });
const short = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric' });

/** “Nov 14, 2025”; a timestamp is shown in the browser's time zone. Null for invalid dates. */
export function formatDay(text: string | null): string | null {
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

/** “Austin, TX”, with the country if it is not the US. */
export const placeName = (place: { city: string; state: string; country?: string }) =>
  [place.city, place.state, place.country === 'US' ? '' : place.country].filter(Boolean).join(', ');

/** `in_transit` becomes “In transit”. */
export const statusText = (status: string) => {
  const words = status.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** The tracking number, or the destination until there is one. */
export const shipmentName = ({
  tracking_number,
  recipient,
}: Pick<HistoryItem, 'tracking_number'> & {
  recipient: { city: string };
}) => tracking_number ?? `to ${recipient.city}`;
