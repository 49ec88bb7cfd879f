import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts';
import {
  boughtLabel,
  expectConsistentLedger,
  makeShop,
  paidRate,
  pay,
  ratesFor,
  type Shop,
} from '../../../test/shipping.ts';
import { newId } from '../../platform/ids.ts';

const CHECK_VIOLATION = '23514';
const UNIQUE_VIOLATION = '23505';
const NOT_ALLOWED = '42501';

let test: TestApp;
let shop: Shop;
let client: pg.Client;
let shipmentId: string;
let paymentId: string;
let refundId: string;
let spareQuote: string;

beforeAll(async () => {
  test = await buildTestApp();
  shop = await makeShop(test);
  client = new pg.Client({ connectionString: test.ownerUrl });
  await client.connect();
  shipmentId = (await boughtLabel(test, shop)).transactionId;
  const [rate] = await ratesFor(test, shop);
  spareQuote = rate?.objectId ?? '';
  await pay(test, shop, 900);
  await paidRate(test, shop);
  paymentId = (await one('SELECT payment_id AS id FROM shipments')).id;
  refundId = newId();
  await client.query(
    `SET session_replication_role = replica;
     INSERT INTO refunds (id, payment_id, cents, kind, reason, state, created_at)
     VALUES ('${refundId}', '${paymentId}', 5, 'surplus', 'a test', 'requested', now());
     SET session_replication_role = origin`,
  );
});
afterAll(async () => {
  await client.query(
    `SET session_replication_role = replica; DELETE FROM refunds; SET session_replication_role = origin`,
  );
  await expectConsistentLedger(test);
  await client.end();
  await test.close();
});

const one = async (statement: string) => (await client.query(statement)).rows[0];

/**
 * The database's error code for a statement of the application; null if accepted. Rolls the statement back.
 */
async function refusalOf(statement: string, before = ''): Promise<string | null> {
  await client.query('BEGIN');
  try {
    if (before)
      await client.query(
        `SET LOCAL session_replication_role = replica; ${before}; SET LOCAL session_replication_role = origin`,
      );
    await client.query('SET LOCAL ROLE lading_app');
    await client.query(statement);
    await client.query('SET CONSTRAINTS ALL IMMEDIATE');
    return null;
  } catch (error) {
    return error instanceof pg.DatabaseError ? (error.code ?? '') : String(error);
  } finally {
    await client.query('ROLLBACK');
  }
}

/** Written by hand, so that the tests fail even if code and database allow the same wrong move. */
const LEGAL = {
  shipments: [
    'paid > purchasing',
    'paid > purchase_failed',
    'purchasing > purchased',
    'purchasing > purchase_unknown',
    'purchasing > purchase_failed',
    'purchasing > paid',
    'purchase_unknown > purchased',
    'purchase_unknown > paid',
    'purchase_unknown > purchase_failed',
    'purchase_unknown > purchasing',
    'purchase_failed > refunding',
    'refunding > refunded',
    'purchased > in_transit',
    'purchased > delivered',
    'purchased > returned',
    'purchased > void_requested',
    'void_requested > purchased',
    'void_requested > voided',
    'in_transit > delivered',
    'in_transit > returned',
  ],
  payments: [
    'created > processing',
    'created > succeeded',
    'created > canceled',
    'processing > created',
    'processing > succeeded',
    'processing > canceled',
  ],
  refunds: ['requested > submitted', 'submitted > succeeded', 'submitted > failed', 'succeeded > failed'],
};
const STATES = {
  shipments: [
    'paid',
    'purchasing',
    'purchase_unknown',
    'purchased',
    'in_transit',
    'delivered',
    'returned',
    'purchase_failed',
    'refunding',
    'refunded',
    'void_requested',
    'voided',
  ],
  payments: ['created', 'processing', 'succeeded', 'canceled'],
  refunds: ['requested', 'submitted', 'succeeded', 'failed'],
};

const setState = (table: keyof typeof STATES, state: string) => {
  const id = { shipments: shipmentId, payments: paymentId, refunds: refundId }[table];
  return table === 'payments'
    ? `UPDATE payments SET status = '${state}', succeeded_at = ${state === 'succeeded' ? 'now()' : 'NULL'} WHERE id = '${id}'`
    : `UPDATE ${table} SET state = '${state}' WHERE id = '${id}'`;
};

describe('the database', () => {
  it.each(['shipments', 'payments', 'refunds'] as const)(
    'accepts only the legal state changes of %s',
    async (table) => {
      const taken: string[] = [];
      for (const from of STATES[table])
        for (const to of STATES[table].filter((state) => state !== from)) {
          const refusal = await refusalOf(setState(table, to), setState(table, from));
          if (refusal === null) taken.push(`${from} > ${to}`);
          else expect([from, to, refusal]).toEqual([from, to, CHECK_VIOLATION]);
        }
      expect(taken.sort()).toEqual(LEGAL[table].toSorted());
    },
  );

  it('accepts new rows only in their initial state', async () => {
    const columns = (
      await one(
        `SELECT string_agg(column_name, ', ') AS names FROM information_schema.columns
         WHERE table_name = 'shipments' AND is_generated = 'NEVER' AND column_name NOT IN ('id', 'quote_id', 'transaction_id')`,
      )
    ).names;
    const shipment = (state: string) =>
      `INSERT INTO shipments (id, quote_id, transaction_id, ${columns})
       SELECT gen_random_uuid(), '${spareQuote}', 'another', ${columns.replace(/\bstate\b/, `'${state}'`)}
       FROM shipments WHERE id = '${shipmentId}'`;
    const payment = (status: string) =>
      `INSERT INTO payments (id, user_id, provider, amount_cents, description, status, created_at, succeeded_at)
       VALUES (gen_random_uuid(), '${shop.userId}', 'test', 100, '', '${status}', now(), ${status === 'succeeded' ? 'now()' : 'NULL'})`;
    const refund = (state: string) =>
      `INSERT INTO refunds (id, payment_id, cents, kind, reason, state, created_at)
       VALUES (gen_random_uuid(), '${paymentId}', 1, 'surplus', '', '${state}', now())`;
    for (const insert of [
      shipment('purchased'),
      shipment('refunded'),
      payment('succeeded'),
      refund('succeeded'),
    ])
      expect(await refusalOf(insert)).toBe(CHECK_VIOLATION);
    for (const insert of [shipment('paid'), payment('created'), refund('requested')])
      expect(await refusalOf(insert)).toBeNull();
  });

  const book = (reason: string, ...entries: [string, number][]) =>
    `WITH t AS (INSERT INTO ledger_transactions (reason_key, recorded_at) VALUES ('${reason}', now()) RETURNING id)
     INSERT INTO ledger_entries (transaction_id, account, cents)
     SELECT t.id, e.account, e.cents FROM t, (VALUES ${entries.map(([account, cents]) => `('${account}', ${cents})`).join()}) e (account, cents)`;

  it('accepts a balanced ledger transaction once', async () => {
    const balanced = book('a test', ['processor', 5], ['customer_funds', -5]);
    expect(await refusalOf(balanced)).toBeNull();
    expect(await refusalOf(`${balanced}; ${balanced}`)).toBe(UNIQUE_VIOLATION);
  });

  it.each([
    ['only one side', [['processor', 5]]],
    [
      'a cent off',
      [
        ['processor', 5],
        ['customer_funds', -4],
      ],
    ],
    [
      'an account that does not exist',
      [
        ['pocket', 5],
        ['customer_funds', -5],
      ],
    ],
    ['no amount', [['processor', 0]]],
  ] as [string, [string, number][]][])('rejects a ledger transaction with %s', async (_case, entries) => {
    expect(await refusalOf(book('a test', ...entries))).toBe(CHECK_VIOLATION);
  });

  it.each([
    'UPDATE ledger_entries SET cents = cents * 2',
    'DELETE FROM ledger_entries',
    'TRUNCATE ledger_entries',
    'UPDATE ledger_transactions SET recorded_at = now()',
    'DELETE FROM ledger_transactions',
    'UPDATE transitions SET moved_at = now()',
    'DELETE FROM transitions',
    `INSERT INTO transitions (object, object_id, from_state, to_state) VALUES ('refunds', gen_random_uuid(), '', 'requested')`,
    `INSERT INTO legal_moves VALUES ('refunds', 'requested', 'succeeded')`,
    'ALTER TABLE shipments DISABLE TRIGGER shipments_move',
    'SET session_replication_role = replica',
    'DELETE FROM shipments',
    'DELETE FROM payments',
    'DELETE FROM refunds',
    'DELETE FROM allocations',
    'UPDATE allocations SET cents = 1',
    'DELETE FROM payment_events',
    'UPDATE shipment_labels SET bytes = bytes',
    'UPDATE quotes SET total_cents = 1, cost_cents = 1, commission_cents = 0',
    'UPDATE sandbox.carrier_purchases SET cost_cents = 1',
  ])('rejects "%s" from the application', async (statement) => {
    expect(await refusalOf(statement)).toBe(NOT_ALLOWED);
  });

  it.each([
    'UPDATE ledger_entries SET cents = cents * 2',
    'DELETE FROM ledger_transactions',
    'DELETE FROM transitions',
  ])('rejects "%s" even from the owner', async (statement) => {
    await expect(client.query(statement)).rejects.toMatchObject({ code: NOT_ALLOWED });
  });

  it.each([
    ['more allocated than was paid', 'UPDATE payments SET allocated_cents = amount_cents + 1'],
    ['more refunded than was paid', 'UPDATE payments SET refund_reserved_cents = amount_cents + 1'],
    [
      'money both spent and refunded as unspent',
      'UPDATE payments SET surplus_returned_cents = 1, refund_reserved_cents = 1, allocated_cents = amount_cents',
    ],
    ['a reservation below zero', 'UPDATE payments SET refund_reserved_cents = -1'],
    ['a payment of zero', 'UPDATE payments SET amount_cents = 0'],
    [
      'a price that is not cost plus commission',
      'UPDATE shipments SET commission_cents = commission_cents + 1',
    ],
    ['a label without a tracking number', 'UPDATE shipments SET tracking_number = NULL'],
  ])('rejects %s', async (_case, statement) => {
    expect(await refusalOf(statement)).toBe(CHECK_VIOLATION);
  });

  it.each([
    [
      'two quotes for one shipment',
      () => `UPDATE quotes SET consumed_by = '${shipmentId}' WHERE id = '${spareQuote}'`,
    ],
    [
      'a second live purchase for one shipment',
      () =>
        `INSERT INTO purchase_attempts (id, shipment_id, number, state, started_at) VALUES (gen_random_uuid(), '${shipmentId}', 2, 'started', now())`,
    ],
    [
      'a second payment with one intent',
      () => 'UPDATE payments SET intent_id = (SELECT intent_id FROM payments LIMIT 1)',
    ],
    [
      'a second allocation for one shipment',
      () =>
        `INSERT INTO allocations (shipment_id, payment_id, cents) VALUES ('${shipmentId}', '${paymentId}', 1)`,
    ],
    [
      'a second refund for one failed purchase',
      () => `INSERT INTO refunds (id, payment_id, shipment_id, cents, kind, reason, created_at)
             SELECT gen_random_uuid(), '${paymentId}', '${shipmentId}', 1, 'failed_purchase', '', now() FROM generate_series(1, 2)`,
    ],
  ])('rejects %s', async (_case, statement) => {
    expect(await refusalOf(statement())).toBe(UNIQUE_VIOLATION);
  });
});
