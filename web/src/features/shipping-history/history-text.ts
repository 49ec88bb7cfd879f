import { isCalendarDate } from '@lading/contract/calendar-date.ts';
import type { HistoryItem } from '@lading/contract/shipments.ts';

const local = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' });
const calendar = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });
const minute = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' });
const short = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric' });

/** «Nov 14, 2025»: a calendar date as it is, a moment in the reader's time zone; null for what is no date. */
export function formatDay(text: string | null): string | null {
  if (text === null) return null;
  if (isCalendarDate(text)) return calendar.format(new Date(`${text}T00:00:00Z`));
  const moment = new Date(text);
  return Number.isNaN(moment.getTime()) ? null : local.format(moment);
}

/** «Nov 14, 2025, 10:42 AM» in the reader's time zone, or null for what is no date. */
export function formatMoment(iso: string): string | null {
  const moment = new Date(iso);
  return Number.isNaN(moment.getTime()) ? null : minute.format(moment);
}

/** «Nov 14», of a moment. */
export function formatShortDay(iso: string): string | null {
  const moment = new Date(iso);
  return Number.isNaN(moment.getTime()) ? null : short.format(moment);
}

/** «Austin, TX», and the country where it is not the usual one. */
export const placeName = (place: { city: string; state: string; country?: string }) =>
  [place.city, place.state, place.country === 'US' ? '' : place.country].filter(Boolean).join(', ');

/** 'in_transit' → «In transit». */
export const statusText = (status: string) => {
  const words = status.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** The number where there is one: what a person knows the shipment by. */
export const shipmentName = ({
  tracking_number,
  recipient,
}: Pick<HistoryItem, 'tracking_number'> & {
  recipient: { city: string };
}) => tracking_number ?? `to ${recipient.city}`;

/** What is said in the place of a label that is not there, or not yet. */
export const LABEL_NOTES = {
  processing: 'Being made',
  ready: null,
  refunding: 'Refund on its way',
  refunded: 'Refunded',
  voided: 'Voided',
} as const satisfies Record<HistoryItem['labelStatus'], string | null>;
