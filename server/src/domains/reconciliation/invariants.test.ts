import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addFunds, payFromBalance } from '../../../test/balance.ts';
import { issueAll, issueStatement, startBillingIn } from '../../../test/billing.ts';
import { billTwoLabels } from '../../../test/carrier-invoices.ts';
import { ADJUSTMENT_CORRUPTIONS, type Corruption, ORDER_CORRUPTIONS } from '../../../test/corruptions.ts';
import { makeOperator } from '../../../test/operator.ts';
import { shipTwoOrders } from '../../../test/ship-orders.ts';
import {
  boughtLabel,
  buildFaultyApp,
  buy,
  expectConsistentLedger,
  type FaultyApp,
  letTimePass,
  makeShop,
  paidRate,
  pay,
  sweepFor,
} from '../../../test/shipping.ts';
import { topUp } from '../../../test/top-ups.ts';
import { days, hours, minutes } from '../../platform/clock.ts';
import type { Schema } from '../../platform/db/schema.ts';
import { checkInvariants } from './check-invariants.ts';
import { countOpenIncidents } from './incidents.store.ts';
import { findViolations, INVARIANTS } from './invariants.store.ts';

let faulty: FaultyApp;
let owner: Kysely<Schema>;
beforeAll(async () => {
  faulty = await buildFaultyApp();
  await startBillingIn(faulty.test.deps.db, faulty.test.clock.now());
  const { test, labelProvider, cards } = faulty;
  const shop = await makeShop(test);
  await issueStatement(test.deps, shop.userId, '2026-10');
  await boughtLabel(test, shop);
  labelProvider.refuse(1, 'No.');
  await buy(test, shop, (await paidRate(test, shop)).rate.objectId);
  await pay(test, shop, 900);
  await cards.idle();
  await sweepFor(test, minutes(40), minutes(5));
  await boughtLabel(test, await makeShop(test));
  await addFunds(test, shop, 5_000);
  await topUp(test, shop, 1_000);
  await payFromBalance(test, shop, 1_000);
  await billTwoLabels(test, await makeOperator(test), shop);
  await sweepFor(test, minutes(40), minutes(5));
  await shipTwoOrders(test);
  await letTimePass(test, days(16));
  await issueAll(test);
  owner = new Kysely<Schema>({
    dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: test.ownerUrl }) }),
  });
});
afterAll(async () => {
  await expectConsistentLedger(faulty.test);
  await owner.destroy();
  await faulty.test.close();
});

class Rollback extends Error {}

/** The invariants that detect a corruption by a superuser. Rolls the corruption back. */
async function violatedBy(corruption: string): Promise<string[]> {
  const scope = {
    now: new Date(faulty.test.clock.now().getTime() + hours(2)),
    maxInProgressMs: minutes(45),
    since: null,
  };
  let seen: string[] = [];
  await owner
    .transaction()
    .execute(async (trx) => {
      await sql`SET LOCAL session_replication_role = replica`.execute(trx);
      await sql.raw(corruption).execute(trx);
      seen = (await findViolations(trx, scope)).map(({ invariant }) => invariant.split(' ')[0] ?? '');
      throw new Rollback();
    })
    .catch((error: unknown) => {
      if (!(error instanceof Rollback)) throw error;
    });
  return [...new Set(seen)];
}

const A_SHIPMENT = `(SELECT id FROM shipments WHERE state = 'purchased' ORDER BY created_at LIMIT 1)`;
const ANOTHER_SHIPMENT = `(SELECT id FROM shipments WHERE state = 'purchased' ORDER BY created_at DESC LIMIT 1)`;
const ITS_PAYMENT = `(SELECT payment_id FROM shipments WHERE id = ${A_SHIPMENT})`;
const ITS_QUOTE = `(SELECT quote_id FROM shipments WHERE id = ${A_SHIPMENT})`;

const A_TOP_UP = `(SELECT id FROM payments WHERE purpose = 'top_up' AND status = 'succeeded' LIMIT 1)`;

const aDispute = (state: 'open' | 'lost', cents: number, payment = ITS_PAYMENT) => `
  INSERT INTO disputes (id, provider, dispute_id, payment_id, cents, state, reason, opened_at, ended_at)
  VALUES (gen_random_uuid(), 'test', 'dp_1', ${payment}, ${cents}, '${state}', 'fraudulent', now() + interval '10 years',
          ${state === 'open' ? 'NULL' : 'now()'})`;

const CORRUPTIONS: Corruption[] = [
  [
    'I1',
    'a changed ledger entry',
    `UPDATE ledger_entries SET cents = cents + 1 WHERE account = 'commission' OR account = 'carrier_payable'`,
  ],
  ['I2', 'a missing ledger entry', `DELETE FROM ledger_entries WHERE account = 'processor'`],
  [
    'I3',
    'an allocation below the price',
    `UPDATE allocations SET cents = cents - 1 WHERE shipment_id = ${A_SHIPMENT}`,
  ],
  ['I3', 'a label without an allocation', `DELETE FROM allocations WHERE shipment_id = ${A_SHIPMENT}`],
  [
    'I3',
    "a label paid with another client's money",
    `UPDATE payments SET user_id = (SELECT id FROM users WHERE id <> payments.user_id LIMIT 1) WHERE id = ${ITS_PAYMENT}`,
  ],
  [
    'I3',
    'spent money that counts as unspent',
    `UPDATE payments SET allocated_cents = 0 WHERE id = ${ITS_PAYMENT}`,
  ],
  ['I4', 'a missing refund', `DELETE FROM refunds WHERE kind = 'surplus'`],
  [
    'I5',
    'a second purchase',
    `DROP INDEX purchase_attempts_live; INSERT INTO purchase_attempts (id, shipment_id, number, state, started_at) VALUES (gen_random_uuid(), ${A_SHIPMENT}, 9, 'succeeded', now())`,
  ],
  ['I5', 'a label without a purchase', `DELETE FROM purchase_attempts WHERE shipment_id = ${A_SHIPMENT}`],
  [
    'I5',
    'a purchase without its document',
    `UPDATE shipment_labels SET documents = 1 WHERE shipment_id = ${A_SHIPMENT}`,
  ],
  ['I5', 'a purchase without a label', `DELETE FROM shipment_labels WHERE shipment_id = ${A_SHIPMENT}`],
  [
    'I5',
    'a voided label that the ledger still owes for',
    `UPDATE shipments SET state = 'voided' WHERE id = ${A_SHIPMENT}`,
  ],
  [
    'I5',
    'a label in use that the ledger shows as voided',
    `INSERT INTO ledger_transactions (reason_key, recorded_at) VALUES ('void:' || ${A_SHIPMENT}, now())`,
  ],
  ['I6', 'a refund beyond its reservation', `UPDATE refunds SET cents = cents + 1 WHERE kind = 'surplus'`],
  [
    'I6',
    'a reservation without a refund',
    `UPDATE payments SET refund_reserved_cents = 1 WHERE id = ${ITS_PAYMENT}`,
  ],
  ['I7', 'a quote that looks open', `UPDATE quotes SET consumed_by = NULL WHERE id = ${ITS_QUOTE}`],
  [
    'I7',
    "another client's quote",
    `UPDATE quotes SET user_id = (SELECT id FROM users WHERE id <> quotes.user_id LIMIT 1) WHERE id = ${ITS_QUOTE}`,
  ],
  [
    'I7',
    'two quotes for one shipment',
    `ALTER TABLE quotes DROP CONSTRAINT quotes_consumed_by_key; UPDATE quotes SET consumed_by = ${A_SHIPMENT} WHERE id = (SELECT id FROM quotes WHERE consumed_by IS NULL LIMIT 1)`,
  ],
  [
    'I7',
    'an expired quote',
    `UPDATE quote_requests SET created_at = created_at - interval '1 day', expires_at = expires_at - interval '1 day'`,
  ],
  [
    'I8',
    'a price that differs from the quote',
    `UPDATE shipments SET cost_cents = cost_cents + 1, total_cents = total_cents + 1 WHERE id = ${A_SHIPMENT}`,
  ],
  [
    'I9',
    'a commission that violates its rule',
    `UPDATE quotes SET commission_value = commission_value + 5000 WHERE id = ${ITS_QUOTE}`,
  ],
  [
    'I9',
    'a price that does not follow its price rule',
    `WITH version AS (
       INSERT INTO price_versions (number, rules, effective_from, published_at, published_by)
       SELECT 1, '[{"effect": {"basisPoints": 9000, "flatCents": 7, "minMarginCents": null, "maxMarginCents": null, "belowCost": false,
         "ending": "none"}}]', now(), now(), id FROM users LIMIT 1)
     UPDATE quotes SET price_version = 1, price_rule = 1, priced_by = 'rule', commission_type = NULL, commission_value = NULL
     WHERE id = ${ITS_QUOTE}`,
  ],
  [
    'I9',
    'a price rule that does not exist',
    `UPDATE quotes SET price_version = 7, price_rule = 1, priced_by = 'rule', commission_type = NULL, commission_value = NULL
     WHERE id = ${ITS_QUOTE}`,
  ],
  [
    'I10',
    'a payment missing from the ledger',
    `DELETE FROM ledger_entries WHERE transaction_id = (SELECT id FROM ledger_transactions WHERE reason_key = 'payment:' || ${ITS_PAYMENT})`,
  ],
  [
    'I11',
    'an open refund that the ledger shows as paid',
    `UPDATE refunds SET state = 'submitted' WHERE kind = 'surplus'`,
  ],
  [
    'I26',
    'a processor fee that is not in the ledger',
    `DELETE FROM ledger_transactions WHERE reason_key LIKE 'fee:%'`,
  ],
  [
    'I26',
    'a fee in the ledger that the processor did not charge',
    `DELETE FROM processor_movements WHERE kind = 'charge'`,
  ],
  [
    'I26',
    'a paid payout that is not in the ledger',
    `INSERT INTO processor_payouts (id, provider, amount_cents, currency, status, created_at, arrives_at, itemized, read_at)
     VALUES ('po_1', 'test', 500, 'USD', 'paid', now(), now(), true, now())`,
  ],
  ['I12', 'a stuck shipment', `UPDATE shipments SET state = 'purchasing' WHERE id = ${A_SHIPMENT}`],
  ['I12', 'a stuck refund', `UPDATE refunds SET state = 'submitted' WHERE kind = 'failed_purchase'`],
  [
    'I13',
    'a state without a recorded change',
    `UPDATE shipments SET state = 'delivered' WHERE id = ${A_SHIPMENT}`,
  ],
  [
    'I13',
    'an illegal state change',
    `INSERT INTO transitions (object, object_id, from_state, to_state) VALUES ('shipments', ${ANOTHER_SHIPMENT}, 'refunded', 'purchased')`,
  ],
  [
    'I14',
    'a missing audit record',
    `DELETE FROM audit_logs WHERE event_type = 'LABEL_PURCHASED' AND details ->> 'shipmentId' = ${A_SHIPMENT}::text`,
  ],
  [
    'I14',
    'a void without an audit record',
    `INSERT INTO transitions (object, object_id, from_state, to_state) VALUES ('shipments', ${ANOTHER_SHIPMENT}, 'void_requested', 'voided')`,
  ],
  [
    'I14',
    'a dispute decision without an audit record',
    `INSERT INTO transitions (object, object_id, from_state, to_state) VALUES ('disputes', gen_random_uuid(), 'open', 'won')`,
  ],
  ['I13', 'a dispute without a recorded state change', aDispute('lost', 1)],
  ['I16', 'an open dispute without a hold', aDispute('open', 1)],
  ['I18', 'a changed balance', 'UPDATE balances SET cents = cents + 1'],
  ['I19', 'a balance entry that differs from the ledger', 'UPDATE balance_entries SET cents = cents + 1'],
  ['I19', 'a missing balance entry', 'DELETE FROM balance_entries'],
  [
    'I20',
    'an open payment whose balance part is not held',
    `UPDATE payments SET status = 'created', succeeded_at = NULL WHERE provider = 'balance'`,
  ],
  ['I20', 'a disputed top-up that is not held', aDispute('open', 1, A_TOP_UP)],
  ['I29', 'a lost top-up that is still in the balance', aDispute('lost', 1, A_TOP_UP)],
  [
    'I21',
    'a label bought beyond the credit limit',
    `UPDATE balance_entries SET balance_cents = -1 WHERE kind = 'labels'`,
  ],
  [
    'I21',
    'a withdrawal beyond the balance',
    `UPDATE balance_entries SET kind = 'deposit', cents = -1, balance_cents = -1 WHERE kind = 'top_up'`,
  ],
  [
    'I23',
    'a top-up that is not credited',
    `UPDATE balance_entries SET kind = 'deposit' WHERE kind = 'top_up'`,
  ],
  ['I27', 'a changed line', 'UPDATE money_lines SET revenue_cents = revenue_cents + 1'],
  ['I27', 'a missing line', 'DELETE FROM money_lines'],
  ['I27', 'a wrong total of a day', 'UPDATE money_totals_by_day SET fees_cents = fees_cents - 1'],
  ['I27', 'a missing total of a client', 'DELETE FROM money_totals_by_client_month'],
  [
    'I27',
    'a booking that was not added',
    `WITH booked AS (INSERT INTO ledger_transactions (reason_key, recorded_at) VALUES ('balance-credit:1', now()) RETURNING id)
     INSERT INTO ledger_entries (transaction_id, account, cents) SELECT id, 'refunds_given', 1 FROM booked`,
  ],
  ['I24', 'a missing number', `DELETE FROM billing_documents WHERE kind = 'receipt' AND sequence = 1`],
  [
    'I24',
    'a payment without a receipt',
    `DELETE FROM billing_documents d USING billing_counters c WHERE d.kind = 'receipt' AND c.kind = d.kind AND d.sequence = c.last;
     UPDATE billing_counters SET last = last - 1 WHERE kind = 'receipt'`,
  ],
  [
    'I24',
    'a statement that does not match the balance',
    `UPDATE billing_documents SET total_cents = total_cents + 1, subtotal_cents = subtotal_cents + 1 WHERE kind = 'statement'`,
  ],
  [
    'I24',
    'an invoice that is not the sum of its lines',
    `UPDATE billing_documents SET total_cents = total_cents + 1, subtotal_cents = subtotal_cents + 1, paid_cents = paid_cents + 1
     WHERE kind = 'invoice'`,
  ],
  [
    'I24',
    'credit notes beyond their invoice',
    `INSERT INTO billing_documents
     SELECT gen_random_uuid(), 'credit_note', 'CRN', year, 1, user_id, run_id, NULL, id, period_start, period_end, issued_at, NULL,
            total_cents + 1, 0, total_cents + 1, 0, 0, '{"lines": [], "taxes": []}'
     FROM billing_documents WHERE kind = 'invoice' LIMIT 1`,
  ],
  ...ADJUSTMENT_CORRUPTIONS,
  ...ORDER_CORRUPTIONS,
  ['I17', 'a payment disputed for more than its amount', aDispute('lost', 100_000_000)],
];

describe('the invariants', () => {
  it('hold for consistent data', async () => {
    expect(await violatedBy('SELECT 1')).toEqual([]);
  });

  it.each(CORRUPTIONS)('%s detects %s', async (name, _case, corruption) => {
    expect(await violatedBy(corruption)).toContain(name);
  });

  it('are each violated by at least one corruption', () => {
    const names = Object.keys(INVARIANTS).map((invariant) => invariant.split(' ')[0]);
    // I28 is in order-report-invariants.test.ts, which has connected stores.
    expect(names.filter((name) => !CORRUPTIONS.some(([tested]) => tested === name))).toEqual(['I28']);
    expect(names).toHaveLength(28);
  });

  it('open an incident when violated and close it when they hold again', async () => {
    const { deps } = faulty.test;
    const before = await countOpenIncidents(deps.db);
    const bend = (by: number) =>
      owner.transaction().execute(async (trx) => {
        await sql`SET LOCAL session_replication_role = replica`.execute(trx);
        await sql
          .raw(`UPDATE payments SET allocated_cents = allocated_cents - ${by} WHERE id = ${ITS_PAYMENT}`)
          .execute(trx);
      });
    await bend(1);
    expect(await checkInvariants(deps, 'whole')).toBe(1);
    expect(await countOpenIncidents(deps.db)).toBe(before + 1);
    await bend(-1);
    faulty.test.clock.advance(minutes(5));
    expect(await checkInvariants(deps, 'whole')).toBe(0);
    expect(await countOpenIncidents(deps.db)).toBe(before);
  });
});
