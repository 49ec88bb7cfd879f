import type { TransactionAnswer } from '@lading/contract/shipments.ts';

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
}

/** Past events, newest last, then expected steps. */
export function timelineOf(shipment: Shipment): TimelineStep[] {
  const { status, labelStatus } = shipment;
  const events = shipment.events.toSorted((a, b) => a.at.localeCompare(b.at));
  const created = { text: 'Created', at: shipment.created_at, place: '', ahead: false };
  const done = events.map(({ text, at, place }) => ({ text, at, place, ahead: false }));
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
