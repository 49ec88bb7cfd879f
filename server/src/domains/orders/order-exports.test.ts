import { describe, expect, it } from 'vitest';
import { readOutsideJson } from '../../../test/outside/outside.ts';
import type { ShopOrder } from '../../providers/order-sources/port.ts';
import { withNeeded } from './count-pieces.ts';
import { findOrderColumns } from './order-columns.ts';
import { readFileOrder } from './read-order-file.ts';

interface Export {
  headers: string[];
  /** Other names of the same columns in regional editions. */
  alternate_headers?: Record<string, string>;
  /** The columns of a bulk upload and where they come from. */
  map: Record<string, string | string[]>;
}

const EXPORTS = readOutsideJson<Record<string, Export>>('order-export-headers.json');

/** The order of one or more lines, each written as the cells that are not empty. */
function readExport(name: string, lines: Record<string, string>[], { isAlternate = false } = {}): ShopOrder {
  const { headers, alternate_headers = {} } = EXPORTS[name] ?? { headers: [], map: {} };
  const titles = isAlternate ? headers.map((title) => alternate_headers[title] ?? title) : headers;
  const { columns } = findOrderColumns(titles);
  const records = lines.map((cells, index) => ({
    line: index + 2,
    cells: headers.map((title) => cells[title] ?? ''),
  }));
  const read = readFileOrder(records, {
    columns,
    decimalComma: false,
    now: new Date('2026-11-18T12:00:00Z'),
  });
  if ('problems' in read) throw new Error(JSON.stringify(read.problems));
  return read.order;
}

const RECIPIENT = {
  receiver_fullname: ['name'],
  receiver_company: ['company'],
  receiver_address: ['line1'],
  // An upload has two lines, so its second one has all that follow.
  receiver_address2: ['line2', 'line3'],
  receiver_city: ['city'],
  receiver_state: ['region'],
  receiver_zipcode: ['postcode'],
  receiver_country: ['country'],
  receiver_phone: ['phone'],
  receiver_email: ['email'],
} as const;
const isOfRecipient = (column: string): column is keyof typeof RECIPIENT => column in RECIPIENT;

describe.each(Object.entries(EXPORTS))('the export %s', (name, { map }) => {
  const sources = Object.entries(map).map(([column, from]) => ({ column, from: [from].flat() }));
  const textOf = (title: string) => (/country/i.test(title) ? 'US' : `of ${title}`);
  const cells = Object.fromEntries(
    sources.flatMap(({ from }) => from.map((title) => [title, textOf(title)] as const)),
  );

  it.each([false, true])('names the recipient, with alternate headers: %s', (isAlternate) => {
    const { recipient } = readExport(name, [cells], { isAlternate });
    for (const { column, from } of sources) {
      if (!isOfRecipient(column)) continue;
      const read = RECIPIENT[column].map((field) => recipient?.[field]);
      expect([column, read.filter(Boolean).join(' ')]).toEqual([column, from.map(textOf).join(' ')]);
    }
  });
});

describe('Shopify’s orders', () => {
  const read = (...lines: Record<string, string>[]) =>
    readExport(
      'shopify_orders_export',
      lines.map((line) => ({ Name: '#1', 'Lineitem quantity': '2', ...line })),
    );

  it('do not say which part was shipped if only the order is partly shipped', () => {
    const line = (status: string) => ({
      'Fulfillment Status': 'partial',
      'Lineitem fulfillment status': status,
    });
    const ofOrder = { state: 'partly_shipped', isShippedPartUnknown: true };
    expect(read(line('pending'), line('pending'))).toMatchObject(ofOrder);
    expect(read(line('fulfilled'), line('pending'))).not.toHaveProperty('isShippedPartUnknown');
  });

  it('have no piece to ship for items without goods', () => {
    const [card, mug] = [{ 'Lineitem requires shipping': 'false' }, { 'Lineitem requires shipping': 'true' }];
    expect(read(card, mug).items.map(({ requiresShipping }) => requiresShipping)).toEqual([false, true]);
    expect(read({ ...mug, 'Lineitem fulfillment status': 'fulfilled' }, card).state).toBe('shipped');
    expect(read(card).state).toBe('open');
  });

  it.each([
    ['paid', 'yes'],
    ['authorized', 'yes'],
    ['pending', 'no'],
  ])('with the financial status %s are paid: %s', (status, paid) => {
    expect(read({ 'Financial Status': status }).paid).toBe(paid);
  });

  it.each([
    ['2026-11-15 10:00:00 -0500', 'cancelled'],
    ['', 'open'],
  ])('are canceled if they have the date: %s', (date, state) => {
    expect(read({ 'Cancelled at': date }).state).toBe(state);
  });
});

describe('Etsy’s sold order items', () => {
  it('have their variation', () => {
    const { items } = readExport('etsy_sold_order_items', [{ 'Order ID': '1', Variations: 'Size:M' }]);
    expect(items).toMatchObject([{ variant: 'Size:M', quantity: 1 }]);
  });
});

describe('Etsy’s sold orders', () => {
  it('have the number of their items', () => {
    const { items } = readExport('etsy_sold_orders', [{ 'Order ID': '1', 'Number of Items': '4' }]);
    expect(items).toMatchObject([{ quantity: 4, remaining: 4 }]);
  });

  const SHIPPED = {
    'Order ID': '1',
    'Date Shipped': '11/15/2026',
    'Street 1': '1 Main St',
    'Ship Zipcode': '02108',
  };

  it.each([false, true])('are shipped if they have a date, with alternate headers: %s', (isAlternate) => {
    expect(readExport('etsy_sold_orders', [SHIPPED], { isAlternate })).toMatchObject({
      state: 'shipped',
      recipient: { postcode: '02108' },
    });
  });
});

describe('Amazon’s unshipped orders', () => {
  it('have a third address line and the service level', () => {
    const line = { 'order-id': '1', 'ship-address-3': 'Floor 3', 'ship-service-level': 'Expedited' };
    expect(readExport('amazon_unshipped_orders', [line])).toMatchObject({
      recipient: { line3: 'Floor 3' },
      shippingMethod: { text: 'Expedited' },
    });
  });

  const read = (...toShip: string[]) =>
    readExport(
      'amazon_unshipped_orders',
      toShip.map((rest, index) => ({
        'order-id': '1',
        sku: `SKU-${index}`,
        'quantity-purchased': '3',
        'quantity-to-ship': rest,
      })),
    );

  it.each([
    [['3'], 'open', [3]],
    [[''], 'open', [3]],
    [['1'], 'partly_shipped', [1]],
    [['5'], 'open', [3]],
    [['0', '3'], 'partly_shipped', [0, 3]],
    [['0'], 'shipped', [0]],
  ])('have the pieces that are still to ship: %o', (toShip, state, remaining) => {
    const order = read(...toShip);
    expect(order.state).toBe(state);
    expect(order.items.map((item) => [item.quantity, item.remaining])).toEqual(
      remaining.map((rest) => [3, rest]),
    );
  });

  it('may count labels as shipped that Lading does not report', () => {
    const before = read('3').items.map((item) => ({ ...item, needed: 3 }));
    const label = {
      item_id: '1',
      quantity: 1,
      state: 'bought',
      report: null,
      is_uncertain: null,
      reference: null,
    } as const;
    const order = read('2');
    expect(withNeeded(order.items, before, [label], order)).toMatchObject([{ needed: 3 }]);
  });

  it('must have whole numbers', () => {
    expect(() => read('some')).toThrow(
      '"column":"quantity-to-ship","message":"Please enter a whole number."',
    );
  });
});
