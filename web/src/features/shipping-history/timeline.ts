import type { TimelineEvent, TransactionAnswer } from '@lading/contract/shipments.ts';
import { statusText } from '../../lib/status-text.ts';

type Shipment = Pick<
  TransactionAnswer['transaction'],
  'created_at' | 'shipping_date' | 'delivery_date' | 'status' | 'labelStatus' | 'events'
>;

export interface TimelineStep {
  text: string;
  /** A timestamp for past events; a date or null for expected ones. */
  at: string | null;
  place: string;
  ahead: boolean;
  /** The carrier's own text, if it says more. */
  note?: string;
}

const DETAILS: Readonly<Record<string, string>> = {
  out_for_delivery: 'Out for delivery',
  ready_for_pickup: 'Ready for pickup',
  delivery_attempted: 'Delivery attempted',
  customs_held: 'Held by customs',
  customs_released: 'Released by customs',
};

type DetailedEvent = TimelineEvent & { detail?: string | null | undefined };

const detailText = ({ detail }: DetailedEvent): string | null =>
  detail ? (DETAILS[detail] ?? statusText(detail)) : null;

const plain = (text: string) => text.toLowerCase().replace(/[^a-z]/g, '');

function stepOf(event: DetailedEvent): TimelineStep {
  const { at, place, text } = event;
  const detail = detailText(event);
  if (detail === null || plain(text).startsWith(plain(detail))) return { text, at, place, ahead: false };
  return { text: detail, at, place, ahead: false, ...(text && { note: text }) };
}

const byTime = (events: readonly DetailedEvent[]) => events.toSorted((a, b) => a.at.localeCompare(b.at));

/** The newest tracking detail of a parcel in transit. */
export function currentDetail({ status, events }: Pick<Shipment, 'status' | 'events'>): string | null {
  const newest = byTime(events).at(-1);
  return newest && status === 'in_transit' ? detailText(newest) : null;
}

/** Past events, newest last, then expected steps. */
export function timelineOf(shipment: Shipment): TimelineStep[] {
  const { status, labelStatus } = shipment;
  const created = { text: 'Created', at: shipment.created_at, place: '', ahead: false };
  const done = byTime(shipment.events).map(stepOf);
  const moving = labelStatus === 'ready' || labelStatus === 'processing';
  const ahead = (text: string, at: string | null) => ({ text, at, place: '', ahead: true });
  return [
    ...(done.length > 0 ? done : [created]),
    ...(moving && status === 'pending' ? [ahead('Shipped', shipment.shipping_date)] : []),
    ...(moving && (status === 'pending' || status === 'in_transit')
      ? [ahead('Delivered', shipment.delivery_date)]
      : []),
  ];
}
