import type { TimelineEvent, TransactionAnswer } from '@lading/contract/shipments.ts';
import { describeEvent } from '../../lib/tracking-detail.ts';

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

function stepOf({ at, place, ...event }: TimelineEvent): TimelineStep {
  const { title, note } = describeEvent(event);
  return { text: title, at, place, ahead: false, ...(note && { note }) };
}

const byTime = (events: readonly TimelineEvent[]) => events.toSorted((a, b) => a.at.localeCompare(b.at));

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
