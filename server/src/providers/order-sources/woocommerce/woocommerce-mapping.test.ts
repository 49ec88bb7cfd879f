import { describe, expect, it } from 'vitest';
import { readOutsideJson } from '../../../../test/outside/outside.ts';
import { plainLine, plainText } from '../../../platform/html-text.ts';
import { OrderSchema } from './woocommerce-answers.ts';
import { type OrderContext, shopOrderOf } from './woocommerce-mapping.ts';

const { woocommerce: SAMPLE } = readOutsideJson<{ woocommerce: Record<string, unknown> }>(
  'order-samples.json',
);
const CONTEXT: OrderContext = {
  productOf: () => ({ weightGrams: 340, requiresShipping: true }),
  refunds: [],
  fulfillments: [],
};
const read = (changes: Record<string, unknown> = {}, context: Partial<OrderContext> = {}) =>
  shopOrderOf(OrderSchema.parse({ ...SAMPLE, ...changes }), { ...CONTEXT, ...context });

const EMPTY_ADDRESS = Object.fromEntries(
  ['first_name', 'last_name', 'company', 'address_1', 'address_2', 'city', 'state', 'postcode'].map(
    (name) => [name, ''],
  ),
);
const [LINE] = SAMPLE.line_items as Record<string, unknown>[];

describe('a WooCommerce order', () => {
  it.each([
    ['empty', { ...EMPTY_ADDRESS, country: 'US' }],
    ['an empty list', []],
  ])('goes to the billing address when the shipping address is %s', (_, shipping) => {
    expect(read({ shipping }).recipient).toMatchObject({ name: 'Ada Park', line1: '1201 Barton Springs Rd' });
  });

  it('goes to the shipping address, with its own phone number', () => {
    const shipping = {
      ...(SAMPLE.shipping as object),
      first_name: 'Grace',
      city: 'Dallas',
      phone: '+1 214 555 0100',
    };
    expect(read({ shipping }).recipient).toMatchObject({
      name: 'Grace Park',
      city: 'Dallas',
      phone: '+1 214 555 0100',
      email: 'ada@shop.example',
    });
  });

  it.each([
    ['processing', '2026-11-14T21:56:11', 'stripe', 'open', 'yes'],
    ['processing', null, 'bacs', 'open', 'yes'],
    ['processing', null, 'cod', 'open', 'unknown'],
    ['pending', null, 'stripe', 'open', 'no'],
    ['pending', '2026-11-14T21:56:11', 'stripe', 'open', 'no'],
    ['failed', null, 'stripe', 'open', 'no'],
    ['failed', '2026-11-14T21:56:11', 'stripe', 'open', 'no'],
    ['checkout-draft', null, '', 'open', 'no'],
    ['on-hold', null, 'bacs', 'on_hold', 'no'],
    ['on-hold', '2026-11-14T21:56:11', 'bacs', 'on_hold', 'yes'],
    ['completed', null, 'cod', 'shipped', 'unknown'],
    ['partial-shipped', '2026-11-14T21:56:11', '', 'partly_shipped', 'yes'],
    ['shipped', '2026-11-14T21:56:11', '', 'shipped', 'yes'],
    ['cancelled', null, '', 'cancelled', 'yes'],
    ['refunded', '2026-11-14T21:56:11', '', 'cancelled', 'yes'],
    ['trash', null, 'cod', 'cancelled', 'unknown'],
  ])(
    'with the status %s, paid at %s by %s, is %s and paid: %s',
    (status, date_paid_gmt, payment_method, state, paid) => {
      expect(read({ status, date_paid_gmt, payment_method })).toMatchObject({ state, paid, tags: [] });
    },
  );

  it('with the status of a plug-in for partial shipments does not say which part was shipped', () => {
    const status = 'partial-shipped';
    const meta_data = [{ key: '_items', value: [{ item_id: LINE?.id, qty: 1 }] }];
    const fulfillment = { id: 1, is_fulfilled: true, meta_data };
    expect(read({ status })).toMatchObject({ isShippedPartUnknown: true });
    expect(read({ status }, { fulfillments: [fulfillment] })).not.toHaveProperty('isShippedPartUnknown');
    expect(read({ status: 'processing' })).not.toHaveProperty('isShippedPartUnknown');
  });

  it('counts a report only in a fulfillment or when it is shipped', () => {
    const meta_data = [{ key: '_items', value: [{ item_id: LINE?.id, qty: 1 }] }];
    const fulfillments = [{ id: 1, is_fulfilled: true, meta_data }];
    expect(read({ status: 'processing' })).toMatchObject({ reportCountsFor: 'nothing' });
    expect(read({ status: 'processing' }, { fulfillments })).not.toHaveProperty('reportCountsFor');
    expect(read({ status: 'completed' })).not.toHaveProperty('reportCountsFor');
  });

  it('with the status of a plug-in waits and shows the status', () => {
    expect(read({ status: 'in-production', date_paid_gmt: null })).toMatchObject({
      state: 'on_hold',
      paid: 'unknown',
      tags: ['Status: in-production'],
    });
  });

  it.each(['completed', 'cancelled'])('has nothing left to ship when it is %s', (status) => {
    expect(read({ status }).items.map(({ remaining }) => remaining)).toEqual([0, 0]);
  });

  it.each([
    ['pickup', { shipping_lines: [{ method_id: 'local_pickup', method_title: 'Pickup' }] }, {}],
    ['pickup', { shipping_lines: [{ method_id: 'pickup_location', method_title: 'Pickup' }] }, {}],
    ['digital', {}, { productOf: () => ({ weightGrams: null, requiresShipping: false }) }],
    [null, { shipping_lines: [{ method_id: 'local_pickup' }, { method_id: 'flat_rate' }] }, {}],
    [null, { shipping_lines: [] }, {}],
    [null, { line_items: [] }, {}],
  ])('has nothing to ship: %s', (reason, changes, context) => {
    expect(read(changes, context).nothingToShip).toBe(reason);
  });

  it('has exact amounts', () => {
    const line_items = [
      { ...LINE, total: '0.30', quantity: 3 },
      { ...LINE, id: 2, total: '10.00', quantity: 3 },
      { ...LINE, id: 3, total: '12.345678', quantity: 1 },
    ];
    const order = read({ total: '1234567.29', shipping_total: '0.07', line_items });
    expect([order.totalCents, order.shippingPaidCents]).toEqual([123_456_729, 7]);
    expect(order.items.map(({ unitPriceCents }) => unitPriceCents)).toEqual([10, 333, 1235]);
  });

  it('ships whole items, and none of a line without a quantity', () => {
    const line_items = [
      { ...LINE, quantity: 1.5 },
      { ...LINE, id: 2, quantity: 0 },
    ];
    expect(read({ line_items }).items).toMatchObject([{ quantity: 2, remaining: 2 }]);
  });

  it('does not search all lines for each line of a refund', () => {
    const parsed = OrderSchema.parse(SAMPLE);
    let reads = 0;
    const lines = Array.from({ length: 1_000 }, (_, index) => ({
      ...parsed.line_items[0],
      get id() {
        reads += 1;
        return index;
      },
    })) as typeof parsed.line_items;
    const refunded = parsed.line_items.slice(0, 1).map((line) => ({ ...line, quantity: -1, meta_data: [] }));
    const refund = { id: 1, line_items: Array.from({ length: 1_000 }, () => refunded).flat() };
    const { items } = shopOrderOf({ ...parsed, line_items: lines }, { ...CONTEXT, refunds: [refund] });
    expect([items[0]?.remaining, items[1]?.remaining]).toEqual([0, items[1]?.quantity]);
    expect(reads).toBeLessThan(20_000);
  });

  it('finds the line of a refund that names only the product', () => {
    const refund = { ...LINE, id: 99, quantity: -1, meta_data: [] };
    const { line_items: refunded } = OrderSchema.parse({ ...SAMPLE, line_items: [refund] });
    const { items } = read({}, { refunds: [{ id: 1, line_items: refunded }] });
    expect(items.map(({ remaining }) => remaining)).toEqual([1, 1]);
  });

  it('keeps emoji, right-to-left names and 500 items', () => {
    const line_items = Array.from({ length: 500 }, (_, id) => ({
      ...LINE,
      id,
      name: `كوب ☕ ${id}`,
      parent_name: null,
    }));
    const shipping = {
      ...(SAMPLE.shipping as object),
      first_name: 'עדה',
      last_name: '👩‍🚀 O&#8217;Neil &amp; Söhne',
    };
    const order = read({ line_items, shipping });
    expect(order.items).toHaveLength(500);
    expect(order.items[499]).toMatchObject({ title: 'كوب ☕ 499', variant: '' });
    expect(order.recipient?.name).toBe('עדה 👩‍🚀 O’Neil & Söhne');
  });

  it('tolerates what plug-ins change: numbers for texts, texts for numbers, extra fields, missing lists', () => {
    const order = read({
      number: 727,
      total: 51.3,
      customer_note: null,
      refunds: undefined,
      meta_data: undefined,
      shipping_lines: null,
      line_items: [{ ...LINE, id: '315', quantity: '2', sku: 93, total: 36, extra: {} }],
      surprise: [1],
    });
    expect(order).toMatchObject({ number: '727', totalCents: 5130, buyerNote: '' });
    expect(order.items).toMatchObject([{ externalId: '315', quantity: 2, sku: '93', unitPriceCents: 1800 }]);
  });

  it('needs a date', () => {
    expect(() => read({ date_created_gmt: null, date_modified_gmt: 'yesterday' })).toThrow('no usable date');
  });
});

describe('HTML in texts', () => {
  it.each([
    ['Mug &ndash; Blue', 'Mug – Blue'],
    ['Caf&eacute; &Auml;&ouml;&szlig;', 'Café Äöß'],
    ['&#8220;x&#8221; &#x1F600;', '“x” 😀'],
    ['3 &times; 4&nbsp;cm', '3 × 4 cm'],
    ['&lt;b&gt;', '<b>'],
    // Decoded once.
    ['&amp;lt;', '&lt;'],
    ['&unknown; &#0; &#xD800; &#9999999; &', '&unknown; &#0; &#xD800; &#9999999; &'],
    ['a\u0000b\u001b[1m', 'a b [1m'],
  ])('%s becomes %s', (html, text) => {
    expect(plainText(html)).toBe(text);
  });

  it('keeps line breaks in notes, but not in names', () => {
    expect(plainText('one\ntwo')).toBe('one\ntwo');
    expect(plainLine('one\n two')).toBe('one two');
  });
});
