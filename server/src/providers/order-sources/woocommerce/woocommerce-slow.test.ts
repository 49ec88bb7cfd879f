import { afterEach, describe, expect, it } from 'vitest';
import { wooCommerceAtDouble } from '../../../../test/woocommerce-at-double.ts';
import { SourceUnavailableError } from '../port.ts';

const open: { close(): unknown }[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

const SINCE = new Date('2026-11-14T00:00:00Z');
const REFUNDS = 'GET /wp-json/wc/v3/orders/*/refunds';

/** A store whose orders all have refunds, and which answers only some calls in each turn. */
async function slowStore({ orders: count, callsPerTurn }: { orders: number; callsPerTurn: number }) {
  const { source, connection, double, close } = await wooCommerceAtDouble({ pageSize: 20 });
  open.push({ close });
  const orders = Array.from({ length: count }, () => double.shop.make());
  for (const order of orders) double.shop.refund(order, order.line_items[0]?.id ?? 0, 1);
  let made = 0;
  const slow = {
    ...connection,
    isOver: () => {
      made += 1;
      return made > callsPerTurn;
    },
  };
  const readTurn = (page: string | null) => {
    made = 0;
    return source.readChanged(slow, { changedSince: SINCE, page });
  };
  /** All turns until the last, and the IDs of the orders that each read. */
  const readTurns = async (between: () => void = () => {}) => {
    const turns: string[][] = [];
    let page: string | null = null;
    do {
      const answer = await readTurn(page);
      expect(answer.next === null || answer.next !== page).toBe(true);
      turns.push(answer.orders.map(({ externalId }) => externalId));
      page = answer.next;
      between();
    } while (page !== null && turns.length < 100);
    return turns;
  };
  return { double, orders, ids: orders.map(({ id }) => String(id)), readTurn, readTurns };
}

describe('a page of a slow WooCommerce store', () => {
  it('is read over several turns, each of which makes progress', async () => {
    const { double, ids, readTurns } = await slowStore({ orders: 12, callsPerTurn: 6 });
    const turns = await readTurns();
    expect(turns.length).toBeGreaterThan(3);
    for (const turn of turns) expect(turn.length).toBeGreaterThan(0);
    expect(new Set(turns.flat())).toEqual(new Set(ids));
    // Each turn reads the order again whose second it starts at.
    expect(double.server.calls.get(REFUNDS)).toBeLessThan(ids.length + 2 * turns.length);
  });

  it('is read over several turns if all its orders changed in the same second', async () => {
    const { double, orders, ids, readTurns } = await slowStore({ orders: 30, callsPerTurn: 6 });
    for (const order of orders) order.date_modified_gmt = '2026-11-15T08:00:00';
    const turns = await readTurns();
    expect(new Set(turns.flat())).toEqual(new Set(ids));
    expect(double.server.calls.get(REFUNDS)).toBeLessThan(ids.length + 2 * turns.length);
  });

  it('skips no order if others change between the turns', async () => {
    const { double, orders, ids, readTurns } = await slowStore({ orders: 12, callsPerTurn: 6 });
    for (const order of orders) order.date_modified_gmt = '2026-11-15T08:00:00';
    let changes = 0;
    const turns = await readTurns(() => {
      const changed = orders[changes % 5];
      changes += 1;
      if (changes < 10 && changed) double.shop.touch(changed);
    });
    expect(new Set(turns.flat())).toEqual(new Set(ids));
  });

  it('skips no order if the store lists those of a second in another order each time', async () => {
    const { double, orders, ids, readTurns } = await slowStore({ orders: 12, callsPerTurn: 6 });
    for (const order of orders) order.date_modified_gmt = '2026-11-15T08:00:00';
    const turns = await readTurns(() => {
      double.shop.listsNewestOfSecondFirst = !double.shop.listsNewestOfSecondFirst;
    });
    expect(new Set(turns.flat())).toEqual(new Set(ids));
    expect(double.server.calls.get(REFUNDS)).toBeLessThan(ids.length + 2 * turns.length);
  });

  it('fails, and is read again later, if there is no time for a single order', async () => {
    const { double, readTurn } = await slowStore({ orders: 3, callsPerTurn: 4 });
    await expect(readTurn(null)).rejects.toThrow(SourceUnavailableError);
    expect(double.server.calls.get(REFUNDS)).toBeUndefined();
    // The products are known now.
    expect((await readTurn(null)).orders.length).toBeGreaterThan(0);
  });
});
