import { API } from '@lading/contract/routes.ts';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sendNewReceipts } from '../src/domains/notices/send-receipts.ts';
import { SESSION_SETTINGS } from '../src/platform/db/app-login.ts';
import { newId } from '../src/platform/ids.ts';
import type { TestGateway } from '../src/providers/payments/test-gateway/test-gateway.ts';
import { buildTestApp, type TestApp } from './build-test-app.ts';
import { act, batchOf, payForBatch, rowsOf, upload, work } from './bulk.ts';
import { buyDeclared, CPF, toSaoPaulo } from './customs.ts';
import { aDeclaration } from './declared-goods.ts';
import { makeOperator } from './operator.ts';
import { aRule, publish } from './price-rules.ts';
import { sentStatements } from './sent-statements.ts';
import {
  aShipment,
  buy,
  call,
  centsOfRate,
  confirm,
  expectConsistentLedger,
  makeShop,
  ratesFor,
  type Shop,
} from './shipping.ts';

/** Statements that each call of a purchase may send, with BEGIN and COMMIT. */
const MAX_STATEMENTS = { rates: 3, intent: 5, confirmAndReceipt: 8, label: 6 };

const ABROAD = toSaoPaulo(
  aDeclaration({
    senderTaxId: { kind: 'other', number: '12-3456789' },
    recipientTaxId: { kind: 'BR-CPF', number: CPF },
  }),
  { extras: { signature: 'standard', insuredValue: 20 } },
);

let test: TestApp;
beforeAll(async () => {
  test = await buildTestApp();
  // Price rules need no additional statement.
  await publish(test, await makeOperator(test), [aRule({ effect: { percent: 10, ending: '05' } })]);
});
afterAll(() => test.close());

describe('a purchase', () => {
  it.each([
    ['within the country', aShipment()],
    ['abroad, with tax IDs and extras', ABROAD],
  ])('sends few statements in each call: %s', async (_case, shipment) => {
    const sent = await recordPurchase(shipment);
    for (const [name, max] of Object.entries(MAX_STATEMENTS)) {
      const statements = sent[name as keyof typeof MAX_STATEMENTS];
      expect(statements.length, `${name}:\n${statements.join('\n')}`).toBeLessThanOrEqual(max);
    }
  });
});

/** The tables that a purchase changes rows of. */
const LARGE = ['quotes', 'payments', 'refunds', 'shipments', 'purchase_attempts'];

/** Indexes that list many rows. While a table is small, reading one of them looks as cheap as a lookup by key. */
const LISTS =
  /Index (Only )?Scan (using|on) (payments_(succeeded|paid_by_card|to_check|with_surplus)|shipments_(in_passing|transaction|by_carrier)) /g;

it('finds the rows of a purchase by their keys, even with a plan that was made for small tables', async () => {
  const { confirmAndReceipt, label } = await recordPurchase(aShipment());
  const updates = label.filter((text) => /UPDATE (quotes|shipments)/.test(text));
  expect(updates).toHaveLength(2);
  const settled = confirmAndReceipt.filter((text) => /UPDATE payments|FROM payments p JOIN users/.test(text));
  expect(settled).toHaveLength(2);
  const candidates = label.filter((text) => /^select .*inner join "payment_quotes"/.test(text));
  expect(candidates).toHaveLength(1);
  for (const text of [...updates, ...settled, ...candidates]) await expectLookups(text);
});

const OTHER_SHIPMENTS = 600;

/** The generic plan while the table has more rows than PostgreSQL has statistics about. */
async function planOf(text: string): Promise<string> {
  const client = new pg.Client({ connectionString: test.ownerUrl });
  await client.connect();
  await client.query(
    `BEGIN; SET LOCAL session_replication_role = replica; SET LOCAL random_page_cost = ${SESSION_SETTINGS.random_page_cost}`,
  );
  const { rows: names } = await client.query(
    `SELECT string_agg(column_name, ', ') AS others FROM information_schema.columns
     WHERE table_name = 'shipments' AND is_generated = 'NEVER' AND column_name NOT IN ('id', 'quote_id', 'transaction_id')`,
  );
  const { others } = names[0];
  await client.query(
    `INSERT INTO shipments (id, quote_id, transaction_id, ${others})
     SELECT gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), ${others}
     FROM (SELECT * FROM shipments LIMIT 1) one, generate_series(1, ${OTHER_SHIPMENTS})`,
  );
  const { rows } = await client.query(`EXPLAIN (GENERIC_PLAN) ${text}`);
  await client.query('ROLLBACK');
  await client.end();
  return rows.map((row) => row['QUERY PLAN']).join('\n');
}

async function expectLookups(text: string): Promise<void> {
  const plan = await planOf(text);
  const scans = LARGE.filter((table) => plan.includes(`Seq Scan on ${table} `));
  expect(scans, plan).toEqual([]);
  expect(plan.match(LISTS), plan).toBeNull();
  expect(plan).toMatch(/Index Scan using (quotes|shipments|payments)_pkey/);
}

it('needs no statistics of addresses, rates and details, which an ANALYZE would sort', async () => {
  const client = new pg.Client({ connectionString: test.ownerUrl });
  await client.connect();
  const { rows } = await client.query(
    `SELECT attrelid::regclass || '.' || attname AS name, attstattarget FROM pg_attribute
     WHERE attrelid = ANY('{quotes, quote_requests, shipments, audit_logs}'::regclass[]) AND atttypid = 'jsonb'::regtype
       AND attname <> 'declaration'`,
  );
  await client.end();
  expect(rows).toHaveLength(8);
  expect(rows.filter(({ attstattarget }) => attstattarget !== 0)).toEqual([]);
});

const ROWS = 48;
/** Statements per row of a batch, from the upload to the labels. */
const MAX_PER_ROW = { rates: 1, labels: 1.5 };

describe('a batch', () => {
  it('shares statements between its rows', async () => {
    const shop = await makeShop(test);
    const batch = await upload(test, shop, rowsOf(ROWS));
    await work(test);
    await act(test, shop, API.batchRates, batch.id);
    const rates = await sentStatements(() => work(test));
    const payment = await payForBatch(test, shop, await batchOf(test, shop, batch.id));
    await act(test, shop, API.batchLabels, batch.id, { paymentIntentId: payment.paymentIntentId });
    const labels = await sentStatements(() => work(test));
    expect((await batchOf(test, shop, batch.id)).counts.label_generated).toBe(ROWS);
    await expectConsistentLedger(test);
    await mailsSent(shop, 2);
    expect(rates.length / ROWS, rates.join('\n')).toBeLessThanOrEqual(MAX_PER_ROW.rates);
    expect(labels.length / ROWS, labels.join('\n')).toBeLessThanOrEqual(MAX_PER_ROW.labels);
    const sold = new Set(labels.filter((text) => text.includes('UPDATE shipments')));
    expect(sold.size).toBeGreaterThan(0);
    for (const text of sold) await expectLookups(text);
    const saves = [...rates, ...labels].filter((text) => /UPDATE bulk_rows.*jsonb_to_recordset/s.test(text));
    expect(saves.length).toBeGreaterThan(0);
    for (const text of new Set(saves)) expect(await planOf(text)).toMatch(/Index Cond: .*number = ANY/);
  });
});

describe('a batch that is shown', () => {
  const counts = (texts: readonly string[]) =>
    texts.filter((text) => text.includes('FROM bulk_rows WHERE batch_id') && text.includes('GROUP BY'))
      .length;

  it('has its rows counted once for each version', async () => {
    const shop = await makeShop(test);
    const batch = await upload(test, shop, rowsOf(3));
    await work(test);
    const show = () => batchOf(test, shop, batch.id);
    expect(counts(await sentStatements(async () => [await show(), await show()]))).toBe(1);
    expect((await show()).work).toBeNull();
    await act(test, shop, API.batchRates, batch.id);
    expect((await show()).work).toMatchObject({ what: 'rates', done: 0, total: 3 });
    await work(test);
    expect(await show()).toMatchObject({ work: null, counts: { rate_selected: 3 } });
  });
});

/** Otherwise an email about earlier work is sent while statements are recorded. */
async function mailsSent({ userId }: Shop, count: number): Promise<void> {
  await sendNewReceipts(test.deps);
  await expect
    .poll(() =>
      test.deps.db
        .selectFrom('notices')
        .innerJoin('payments', 'payments.id', 'notices.object_id')
        .select('notices.kind')
        .where('payments.user_id', '=', userId)
        .where('notices.sent_at', 'is not', null)
        .execute(),
    )
    .toHaveLength(count);
}

/** The statements of one purchase, call by call. */
async function recordPurchase(
  shipment: ReturnType<typeof aShipment>,
): Promise<Record<keyof typeof MAX_STATEMENTS, string[]>> {
  const shop = await makeShop(test);
  const settled = () => (test.deps.paymentProvider as TestGateway).idle();
  // The first purchase of a client also marks the session as used.
  await buyDeclared(test, shop, shipment);
  await settled();
  await mailsSent(shop, 1);
  let rates: Awaited<ReturnType<typeof ratesFor>> = [];
  const chosen = () => {
    if (!rates[0]) throw new Error('No rate');
    return rates[0];
  };
  const ofRates = await sentStatements(async () => {
    rates = await ratesFor(test, shop, shipment);
  });
  let payment: Parameters<typeof confirm>[1] | undefined;
  const intent = await sentStatements(async () => {
    const order = {
      amount: centsOfRate(chosen()),
      description: 'A label',
      rateIds: [chosen().objectId],
    };
    payment = (
      await call(test, shop, 'POST', API.createPaymentIntent, order, { 'idempotency-key': newId() })
    ).json();
  });
  const confirmAndReceipt = await sentStatements(async () => {
    if (payment) await confirm(test, payment);
    await settled();
    await sendNewReceipts(test.deps);
  });
  await mailsSent(shop, 2);
  const label = await sentStatements(async () => {
    const answer = await buy(test, shop, chosen().objectId, shipment, { 'idempotency-key': newId() });
    expect(answer.json()).toMatchObject({ labelStatus: 'ready' });
  });
  return { rates: ofRates, intent, confirmAndReceipt, label };
}
