import type {
  AdminPayoutAnswer,
  AdminPayoutsAnswer,
  ProcessorFeesAnswer,
} from '@lading/contract/admin-payouts.ts';
import { API, path } from '@lading/contract/routes.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeOperator, refund } from '../../../test/operator.ts';
import {
  boughtLabel,
  buildFaultyApp,
  call,
  expectConsistentLedger,
  type FaultyApp,
  makeShop,
  type Shop,
} from '../../../test/shipping.ts';
import { topUp } from '../../../test/top-ups.ts';
import { days, hours } from '../../platform/clock.ts';
import { sweep } from '../../sweep.ts';
import { readMovements } from './read-movements.ts';
import { readPayouts } from './read-payouts.ts';
import { ensureReads, selectReads } from './reads.store.ts';
import { readProcessorBalance } from './sweep-processor-balance.ts';

/** As the test gateway charges it. */
const feeOf = (cents: number) => Math.round(cents * 0.029) + 30;

let faulty: FaultyApp;
let shop: Shop;
let operator: Shop;
beforeAll(async () => {
  faulty = await buildFaultyApp();
  shop = await makeShop(faulty.test);
  operator = await makeOperator(faulty.test);
});
afterAll(async () => {
  await expectConsistentLedger(faulty.test);
  await faulty.test.close();
});

const newestShipment = async () =>
  (
    await faulty.test.deps.db
      .selectFrom('shipments')
      .select('id')
      .orderBy('created_at', 'desc')
      .executeTakeFirstOrThrow()
  ).id;
const read = () => readProcessorBalance(faulty.test.deps);
async function booked(account: string): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    SELECT coalesce(sum(cents), 0)::bigint AS cents FROM ledger_entries WHERE account = ${account}`.execute(
    faulty.test.deps.db,
  );
  return rows[0]?.cents ?? 0;
}
const movements = () =>
  faulty.test.deps.db.selectFrom('processor_movements').selectAll().orderBy('created_at').execute();
const openIncidents = () =>
  faulty.test.deps.db
    .selectFrom('incidents')
    .select(['kind', 'object_id', 'detail'])
    .where('resolved_at', 'is', null)
    .orderBy('kind')
    .execute();
const get = async <T>(url: string): Promise<T> => {
  // A session ends while the clock moves by days.
  const answer = await call(faulty.test, await makeOperator(faulty.test), 'GET', url);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
};

describe('the balance at the processor', { shuffle: false }, () => {
  describe('processor fees', () => {
    it('are read, matched with the payment, refund or top-up, and booked once', async () => {
      const { test } = faulty;
      const label = await boughtLabel(test, shop);
      const cents = label.cents;
      await refund(test, operator, await newestShipment(), 100);
      await topUp(test, shop, 2_000);
      expect(await read()).toBe(true);
      expect(await read()).toBe(true);
      const stored = await movements();
      expect(
        stored.map(({ kind, amount_cents, booked_cents }) => [kind, amount_cents, booked_cents]),
      ).toEqual(
        expect.arrayContaining([
          ['charge', cents, feeOf(cents)],
          ['refund', -100, 0],
          ['charge', 2_000, feeOf(2_000)],
        ]),
      );
      expect(stored).toHaveLength(3);
      expect(stored.every(({ payment_id: paymentId }) => paymentId !== null)).toBe(true);
      expect(stored.find(({ kind }) => kind === 'refund')?.refund_id).not.toBeNull();
      expect(await booked('processor_fees')).toBe(feeOf(cents) + feeOf(2_000));
      expect(await booked('processor')).toBe(cents - 100 + 2_000 - feeOf(cents) - feeOf(2_000));
      expect(await openIncidents()).toEqual([]);
    });

    it('are read by the sweep, but not by every one', async () => {
      const { test, gateway } = faulty;
      const asked = () => gateway.callsOf('movements').length;
      await sweep(test.deps);
      const before = asked();
      await sweep(test.deps);
      expect(asked()).toBe(before);
    });

    it('survive pages that fail, and a run that ends between two pages', async () => {
      const { test, gateway } = faulty;
      const before = (await movements()).length;
      for (const amount of [1_000, 1_100, 1_200]) await topUp(test, shop, amount);
      gateway.failNext('movements');
      await expect(read()).rejects.toThrow();
      gateway.loseAnswer('movements');
      await expect(read()).rejects.toThrow();
      // Pages of one: the first call stores one page and stops.
      const { balance } = gateway;
      const onePerPage: typeof balance = {
        ...balance,
        movements: async ({ since, after }) => {
          const { items } = await balance.movements({ since, after });
          return { items: items.slice(0, 1), next: items.length > 1 ? (items[0]?.id ?? null) : null };
        },
      };
      const slow = { ...test.deps, paymentProvider: { name: gateway.name, balance: onePerPage } };
      expect(await readMovements(slow, 1)).toBe(false);
      await topUp(test, shop, 1_300);
      expect(await readMovements(slow, 100)).toBe(true);
      expect((await movements()).length).toBe(before + 3);
      // The one that was added during the run is in the next run.
      expect(await read()).toBe(true);
      expect((await movements()).length).toBe(before + 4);
    });

    it('are booked once by two processes at the same time', async () => {
      await topUp(faulty.test, shop, 1_400);
      const before = (await movements()).length;
      await Promise.allSettled([read(), read(), read()]);
      await read();
      expect((await movements()).length).toBe(before + 1);
    });

    it('can be listed by day and exported', async () => {
      const { data } = await get<ProcessorFeesAnswer>(API.adminProcessorFees);
      expect(data.days).toEqual([{ day: '2026-11-16', fees: data.total, movements: 7 }]);
      expect(Math.round(data.total * 100)).toBe(await booked('processor_fees'));
      const none = await get<ProcessorFeesAnswer>(`${API.adminProcessorFees}?startDate=2026-11-17`);
      expect(none.data).toEqual({ days: [], total: 0 });
      const csv = await call(
        faulty.test,
        operator,
        'GET',
        `${API.adminMovementsDownload}?startDate=2026-11-16`,
      );
      expect(csv.statusCode, csv.body).toBe(200);
      const lines = csv.body.trim().split(/\r?\n/);
      expect(lines[0]).toContain('Date,Day,Kind,Amount,Fee,Net,Currency');
      expect(lines).toHaveLength(1 + (await movements()).length);
    });
  });

  describe('payouts', () => {
    it('are booked when the bank has them, and explain what they consist of', async () => {
      const { test } = faulty;
      const [held, bank] = [await booked('processor'), await booked('bank')];
      test.clock.advance(days(3));
      await read();
      const list = () => get<AdminPayoutsAnswer>(API.adminPayouts);
      const onTheWay = await list();
      expect(onTheWay.data.payouts).toMatchObject([{ status: 'in_transit', difference: 0, movements: 8 }]);
      expect(await booked('bank')).toBe(bank);
      test.clock.advance(days(1));
      await read();
      await read();
      const paid = await list();
      const [payout] = paid.data.payouts;
      expect(payout).toMatchObject({ status: 'paid', difference: 0, amount: held / 100 });
      expect(await booked('bank')).toBe(bank + held);
      expect(await booked('processor')).toBe(0);
      expect(paid.data.balance).toEqual({ atProcessor: 0, inLedger: 0 });

      const { data } = await get<AdminPayoutAnswer>(path(API.adminPayout, { id: payout?.id ?? '' }));
      expect(data.movements).toHaveLength(8);
      const net = data.movements.reduce((sum, movement) => sum + Math.round(movement.net * 100), 0);
      expect(net).toBe(held);
      expect(data.movements.every(({ clientId }) => clientId === shop.userId)).toBe(true);
      expect(data.movements.filter(({ shipmentId }) => shipmentId !== null)).toHaveLength(2);
      const unknown = await call(
        test,
        await makeOperator(test),
        'GET',
        path(API.adminPayout, { id: 'po_none' }),
      );
      expect(unknown.statusCode).toBe(404);
    });

    it('are reversed once when the bank returns them, and reported', async () => {
      const { test, cards } = faulty;
      const [payout] = (await get<AdminPayoutsAnswer>(API.adminPayouts)).data.payouts;
      const bank = await booked('bank');
      await cards.balance.failPayout(payout?.id ?? '');
      await read();
      await read();
      const amount = Math.round((payout?.amount ?? 0) * 100);
      expect(await booked('bank')).toBe(bank - amount);
      expect(await openIncidents()).toMatchObject([{ kind: 'payout_failed', object_id: payout?.id }]);
      // The next payout has the money.
      test.clock.advance(days(2));
      await read();
      expect(await booked('bank')).toBe(bank);
      expect((await get<AdminPayoutsAnswer>(API.adminPayouts)).data.payouts).toMatchObject([
        { status: 'paid', amount: payout?.amount, difference: 0 },
        { status: 'failed', failure: expect.stringMatching(/account/) },
      ]);
    });

    it('whose read fails are read again', async () => {
      const { gateway } = faulty;
      gateway.failNext('payouts');
      await expect(read()).rejects.toThrow();
      expect(await read()).toBe(true);
    });
  });

  describe('a payment that the processor does not list', () => {
    it('is reported after three days, until it appears', async () => {
      const { test, gateway } = faulty;
      const { db } = test.deps;
      await topUp(test, await makeShop(test), 3_000);
      const { balance } = gateway;
      const blind = {
        ...test.deps,
        paymentProvider: {
          name: gateway.name,
          balance: { ...balance, movements: async () => ({ items: [], next: null }) },
        },
      };
      await readProcessorBalance(blind);
      test.clock.advance(days(1));
      await readProcessorBalance(blind);
      const kinds = async () => (await openIncidents()).map(({ kind }) => kind);
      expect(await kinds()).toEqual(['payout_failed']);
      // Not by the payout either.
      const noItems = { ...blind.paymentProvider.balance, payouts: async () => ({ items: [], next: null }) };
      const blinder = { ...blind, paymentProvider: { name: gateway.name, balance: noItems } };
      test.clock.advance(days(2) + hours(1));
      await readProcessorBalance(blinder);
      expect(await kinds()).toEqual(['movement_missing', 'payout_failed']);
      await read();
      expect(await kinds()).toEqual(['payout_failed']);
      await db.updateTable('incidents').set({ resolved_at: test.clock.now() }).execute();
    });
  });

  describe('a long list of payouts', () => {
    /** A provider with one payout per page that stops answering at `failsAt`. */
    const providerWith = (payouts: number, failsAt = Number.POSITIVE_INFINITY) => ({
      name: 'paged',
      balance: {
        ...faulty.gateway.balance,
        payouts: async ({ after }: { after: string | null }) => {
          const number = Number(after ?? 0);
          if (number === failsAt) throw new Error('The payment provider is down');
          const time = faulty.test.clock.now();
          const payout = {
            id: `po_paged_${number}`,
            amountCents: 1,
            currency: 'USD',
            status: 'pending',
          } as const;
          return {
            items: [{ ...payout, createdAt: time, arrivesAt: time, itemized: false, failure: null }],
            next: number + 1 < payouts ? String(number + 1) : null,
          };
        },
      },
    });
    const readFrom = (paymentProvider: ReturnType<typeof providerWith>) =>
      readPayouts({ ...faulty.test.deps, paymentProvider });
    const state = async () => {
      const { db } = faulty.test.deps;
      const stored = await db
        .selectFrom('processor_payouts')
        .select('id')
        .where('provider', '=', 'paged')
        .execute();
      return [stored.length, (await selectReads(db, 'paged')).payouts_read_at !== null];
    };

    it('counts as read only when all of it was read', async () => {
      await ensureReads(faulty.test.deps.db, 'paged', faulty.test.clock.now());
      await expect(readFrom(providerWith(25, 22))).rejects.toThrow('down');
      expect(await state()).toEqual([22, false]);
      await readFrom(providerWith(25));
      expect(await state()).toEqual([25, true]);
    });
  });

  describe('a run whose position the provider does not know', () => {
    it('starts again after a day', async () => {
      const { test, gateway } = faulty;
      await topUp(test, await makeShop(test), 1_350);
      const { balance } = gateway;
      const ofOtherAccount: typeof balance = {
        ...balance,
        movements: async ({ since, after }) => {
          if (after === 'gone') throw new Error('No such balance transaction: gone');
          return { items: (await balance.movements({ since, after })).items.slice(0, 1), next: 'gone' };
        },
      };
      const changed = { ...test.deps, paymentProvider: { name: gateway.name, balance: ofOtherAccount } };
      expect(await readMovements(changed, 1)).toBe(false);
      await expect(readMovements(changed)).rejects.toThrow('No such balance transaction');
      expect((await selectReads(test.deps.db, gateway.name)).run_after).toBe('gone');
      test.clock.advance(days(1));
      await expect(readMovements(changed)).rejects.toThrow('No such balance transaction');
      expect((await selectReads(test.deps.db, gateway.name)).run_after).toBeNull();
      expect(await read()).toBe(true);
    });
  });
});
