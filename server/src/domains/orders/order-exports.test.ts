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
}

const EXPORTS = readOutsideJson<Record<string, Export>>('order-export-headers.json');

/** The order of one or more lines, each written as the cells that are not empty. */
function readExport(name: string, lines: Record<string, string>[], { isAlternate = false } = {}): ShopOrder {
  const { headers, alternate_headers = {} } = EXPORTS[name] ?? { headers: [] };
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

describe('Etsy’s sold orders', () => {
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
