import type { TrackingDetail } from '@lading/contract/shipments.ts';
import { statusText } from './status-text.ts';

const NAMES: Readonly<Record<TrackingDetail, string>> = {
  out_for_delivery: 'Out for delivery',
  ready_for_pickup: 'Ready for pickup',
  delivery_attempted: 'Delivery attempted',
  customs_held: 'Held by customs',
  customs_released: 'Released by customs',
};

/** Also names values that a newer server may have added. */
const nameOf = (detail: string): string =>
  (NAMES as Readonly<Record<string, string>>)[detail] ?? statusText(detail);

/** Clients see `in_transit` where operators see `shipped`. */
const MOVING: ReadonlySet<string> = new Set(['in_transit', 'shipped']);

/** What a parcel in transit is doing or waiting for, or null. */
export const currentDetail = (status: string, detail: string | undefined): string | null =>
  detail && MOVING.has(status) ? nameOf(detail) : null;

const plain = (text: string) => text.toLowerCase().replace(/[^a-z]/g, '');

/** What to call an event, and the carrier's own words if they say more. */
export function describeEvent({ text, detail }: { text: string; detail?: string | undefined }): {
  title: string;
  note?: string;
} {
  const name = detail ? nameOf(detail) : '';
  if (name === '' || plain(text).startsWith(plain(name))) return { title: text };
  return { title: name, ...(text && { note: text }) };
}
