import { describe, expect, it } from 'vitest';
import { timelineOf } from './timeline.ts';

const event = (at: string, status: string, text: string) => ({ at, status, text, place: 'Portland, OR' });

const shipment = {
  created_at: '2026-11-14T10:00:00Z',
  shipping_date: '2026-11-15',
  delivery_date: '2026-11-18',
  status: 'pending',
  labelStatus: 'ready',
  events: [],
} as const satisfies Parameters<typeof timelineOf>[0];

const shown = (given: Parameters<typeof timelineOf>[0]) =>
  timelineOf(given).map(({ text, ahead }) => (ahead ? `(${text})` : text));

describe('the timeline of a shipment', () => {
  it('starts with its creation and ends with expected steps', () => {
    expect(shown(shipment)).toEqual(['Created', '(Shipped)', '(Delivered)']);
    expect(timelineOf(shipment).at(-1)).toEqual({
      text: 'Delivered',
      at: '2026-11-18',
      place: '',
      ahead: true,
    });
  });

  it('puts the newest event last and replaces the creation step', () => {
    const events = [
      event('2026-11-15T18:00:00Z', 'transit', 'Departed'),
      event('2026-11-14T10:00:01Z', 'pre_transit', 'Label created'),
    ];
    expect(shown({ ...shipment, status: 'in_transit', events })).toEqual([
      'Label created',
      'Departed',
      '(Delivered)',
    ]);
  });

  it.each([
    { status: 'delivered', labelStatus: 'ready' },
    { status: 'failed', labelStatus: 'ready' },
    { status: 'pending', labelStatus: 'refunded' },
    { status: 'pending', labelStatus: 'voided' },
  ] as const)('has no expected steps when $status and $labelStatus', (state) => {
    expect(shown({ ...shipment, ...state })).toEqual(['Created']);
  });

  it('names what the carrier says about the delivery and customs, once', () => {
    const events = [
      { ...event('2026-11-15T18:00:00Z', 'transit', 'Inbound into customs'), detail: 'customs_held' },
      { ...event('2026-11-16T09:00:00Z', 'transit', 'Out for delivery, 9 am'), detail: 'out_for_delivery' },
      { ...event('2026-11-16T12:00:00Z', 'transit', ''), detail: 'left_with_neighbor' },
    ];
    const moving = { ...shipment, status: 'in_transit', events } as const;
    expect(timelineOf(moving).map(({ text, note }) => [text, note])).toEqual([
      ['Held by customs', 'Inbound into customs'],
      ['Out for delivery, 9 am', undefined],
      ['Left with neighbor', undefined],
      ['Delivered', undefined],
    ]);
  });
});
