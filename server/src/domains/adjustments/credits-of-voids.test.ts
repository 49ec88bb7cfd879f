import { API, path } from '@lading/contract/routes.ts';
import { sql } from 'kysely';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { balanceOf } from '../../../test/balance.ts';
import { adjustmentsOf, withBilledClient } from '../../../test/billed-client.ts';
import {
  type BilledLabel,
  correction,
  freight,
  importFile,
  importUps,
  nextInvoice,
  previewFile,
  upsFile,
  voidCredit,
} from '../../../test/carrier-invoices.ts';
import { makeOlder } from '../../../test/operator.ts';
import { call, letTimePass, type Shop, sweepFor } from '../../../test/shipping.ts';
import { minutes } from '../../platform/clock.ts';
import type { VoidAnswer } from '../../providers/label-providers/port.ts';
import { sweepVoids } from '../shipments/operator/sweep-voids.ts';
import { sweepAdjustments } from './sweep-adjustments.ts';

let operator: Shop;
let shop: Shop;
let label: BilledLabel;
const test = withBilledClient((client) => {
  ({ operator, shop, label } = client);
});

/** What the label provider answers to the next voids. Then it voids. */
let answers: VoidAnswer[] = [];
let voidLabel: (id: string) => Promise<VoidAnswer>;
beforeEach(() => {
  const { labelProvider } = test().deps;
  voidLabel = labelProvider.voidLabel;
  labelProvider.voidLabel = async (id) => answers.shift() ?? voidLabel.call(labelProvider, id);
});
afterEach(() => {
  test().deps.labelProvider.voidLabel = voidLabel;
  answers = [];
});

async function askVoid(): Promise<number> {
  // The newest adjustment is listed first.
  test().clock.advance(1_000);
  return (await call(test(), operator, 'POST', path(API.adminVoid, { id: label.id }))).statusCode;
}

async function askAgain(): Promise<void> {
  await letTimePass(test(), minutes(11));
  await sweepVoids(test().deps);
}

/** What we owe carriers for the label. */
async function costOf({ id }: BilledLabel): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    SELECT -sum(e.cents)::bigint AS cents FROM ledger_entries e JOIN ledger_transactions t ON t.id = e.transaction_id
    WHERE e.account = 'carrier_payable' AND (t.reason_key IN ('purchase:' || ${id}::uuid, 'void:' || ${id}::uuid)
      OR t.reason_key IN (SELECT 'adjustment:' || a.id || ':billed' FROM adjustments a WHERE a.shipment_id = ${id}))`.execute(
    test().deps.db,
  );
  return rows[0]?.cents ?? 0;
}

const paid = async () => 0 - (await balanceOf(test(), shop));
const booked = async () =>
  (await call(test(), operator, 'GET', path(API.adminShipment, { id: label.id }))).json().adjustments;

describe('a label that was billed before it was voided', () => {
  it('costs the client only what comes on top, before and after the carrier’s credit', async () => {
    await importUps(test(), operator, [freight(label)]);
    await askVoid();
    expect(await costOf(label)).toBe(0);
    const text = upsFile({ number: nextInvoice() }, [correction(label, 300)]);
    expect(await previewFile(test(), operator, text)).toMatchObject({ billed: 300, client: 300 });
    expect(await importFile(test(), operator, text)).toMatchObject({ billed: 300, client: 300 });
    expect([await costOf(label), await paid()]).toEqual([300, 300]);
    expect(await importUps(test(), operator, [voidCredit(label)])).toMatchObject({ adjustments: 0 });
    expect([await costOf(label), await paid()]).toEqual([300, 300]);
  });

  it('costs the client the price if the carrier bills it again', async () => {
    await importUps(test(), operator, [freight(label)]);
    await askVoid();
    expect(await importUps(test(), operator, [freight(label)])).toMatchObject({ billed: label.cost });
    expect(await adjustmentsOf(test(), shop)).toMatchObject([{ reason: 'refunded_label_used' }]);
    expect(await importUps(test(), operator, [voidCredit(label)])).toMatchObject({ adjustments: 0 });
    expect([await costOf(label), await paid()]).toEqual([label.cost, label.cost]);
  });

  it('costs the operator a small part of the price that the carrier keeps', async () => {
    await importUps(test(), operator, [freight(label)]);
    await askVoid();
    const part = { ...voidCredit(label), cents: 40 - label.cost };
    expect(await importUps(test(), operator, [part])).toMatchObject({ billed: 40, absorbed: 1 });
    expect([await costOf(label), await paid()]).toEqual([40, 0]);
  });
});

describe('a label that was credited before it was voided', () => {
  const credits = [
    ['after it was billed', () => [freight(label), voidCredit(label)]],
    ['although its price was on no invoice', () => [voidCredit(label)]],
    ['as a correction', () => [freight(label), correction(label, -label.cost)]],
  ] as const;

  it.each(credits)('is credited once in the books: %s', async (_case, charges) => {
    answers = [{ outcome: 'refused', text: 'The parcel was scanned.' }];
    expect(await askVoid()).toBe(409);
    expect(await importUps(test(), operator, charges())).toMatchObject({ billed: -label.cost, client: 0 });
    expect(await askVoid()).toBe(200);
    expect([await costOf(label), await paid()]).toEqual([0, 0]);
    expect(await booked()).toMatchObject([
      { reason: 'voided_after_credit', billed: label.cost, client: 0, outcome: 'absorbed' },
      { reason: 'credit', billed: -label.cost },
    ]);
    expect(await importUps(test(), operator, [correction(label, 300)])).toMatchObject({ billed: 300 });
    expect([await costOf(label), await paid()]).toEqual([300, 300]);
  });

  it('keeps what is left of the credit for the carrier’s next invoice', async () => {
    const part = { ...voidCredit(label), cents: -100 };
    await importUps(test(), operator, [freight(label), part]);
    await askVoid();
    expect(await costOf(label)).toBe(0);
    const rest = { ...voidCredit(label), cents: 100 - label.cost };
    expect(await importUps(test(), operator, [rest])).toMatchObject({ adjustments: 0 });
    expect([await costOf(label), await paid()]).toEqual([0, 0]);
  });

  it('leaves the client what the credit refunded', async () => {
    await importUps(test(), operator, [freight(label), correction(label, 300)]);
    await importUps(test(), operator, [voidCredit(label)]);
    expect(await paid()).toBe(0);
    await askVoid();
    expect([await costOf(label), await paid()]).toEqual([300, 0]);
    expect(await importUps(test(), operator, [correction(label, 200)])).toMatchObject({ client: 200 });
    expect([await costOf(label), await paid()]).toEqual([500, 200]);
  });

  it('is credited once if it is voided while the credit is being booked', async () => {
    await importUps(test(), operator, [freight(label), correction(label, 300)]);
    const blocker = new pg.Client({ connectionString: test().ownerUrl });
    await blocker.connect();
    const countWaiting = async () =>
      (
        await blocker.query(
          `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
        )
      ).rowCount;
    try {
      await blocker.query('BEGIN');
      await blocker.query('SELECT cents FROM balances WHERE user_id = $1 FOR UPDATE', [shop.userId]);
      const importing = importUps(test(), operator, [voidCredit(label)]);
      await expect.poll(countWaiting).toBe(1);
      const voiding = askVoid();
      await expect.poll(countWaiting).toBe(2);
      await blocker.query('COMMIT');
      expect([(await importing).client, await voiding]).toEqual([-300, 200]);
      expect(await costOf(label)).toBe(300);
    } finally {
      await blocker.end();
    }
  });
});

describe('the invoice of a void that is not answered', () => {
  it('waits for a month, then it is booked, and a later void is credited once', async () => {
    const pending = { outcome: 'pending' } as const;
    answers = Array.from({ length: 3 }, () => pending);
    await askVoid();
    const text = upsFile({ number: nextInvoice() }, [
      freight(label),
      correction(label, 300),
      voidCredit(label),
    ]);
    const { invoiceIds } = await importFile(test(), operator, text);
    const state = async () =>
      (await call(test(), operator, 'GET', path(API.adminCarrierInvoice, { id: invoiceIds[0] ?? '' }))).json()
        .invoice.state;
    await makeOlder(test(), label.id, 29);
    await askAgain();
    await sweepAdjustments(test().deps);
    expect([await state(), await costOf(label)]).toEqual(['booking', label.cost]);
    await makeOlder(test(), label.id, 2);
    const more = upsFile({ number: nextInvoice() }, [correction(label, 50)]);
    expect(await previewFile(test(), operator, more)).toMatchObject({ adjustments: 1 });
    await sweepAdjustments(test().deps);
    expect([await state(), await costOf(label)]).toEqual(['done', 300]);
    await askAgain();
    await askAgain();
    expect(answers).toEqual([]);
    expect([await costOf(label), (await booked())[0]]).toMatchObject([
      300,
      { reason: 'voided_after_credit' },
    ]);
    await sweepFor(test(), 0);
    expect(await costOf(label)).toBe(300);
  });
});
