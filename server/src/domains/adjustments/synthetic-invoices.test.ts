import { API } from '@lading/contract/routes.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts';
import {
  type FedexRow,
  fedexFile,
  importFile,
  previewFile,
  type UpsCharge,
  upsFile,
} from '../../../test/carrier-invoices.ts';
import { makeUser } from '../../../test/factories.ts';
import { makeShipments } from '../../../test/many-shipments.ts';
import { makeOperator } from '../../../test/operator.ts';
import { randomFrom } from '../../../test/random-from.ts';
import { call, type Shop } from '../../../test/shipping.ts';
import { inTier, testSeed } from '../../../test/tier.ts';
import { minutes } from '../../platform/clock.ts';
import { findViolations } from '../reconciliation/invariants.store.ts';

const LINES = inTier(1_000, 10_000);
const DIFFERENCES = inTier(30, 300);
const SEED = testSeed();
/** What `makeShipments` books for every label. */
const COST = 800;
/** A credit never exceeds the freight of a label. */
const MAX_CREDIT = 500;
const CLIENTS = 20;
const PAGE = 100;

let test: TestApp;
let operator: Shop;
beforeAll(async () => {
  test = await buildTestApp();
  operator = await makeOperator(test);
});
afterAll(() => test.close());

/** Labels by tracking number, of several clients. */
async function makeLabels(count: number, carrier: 'UPS' | 'FedEx'): Promise<string[]> {
  const users: string[] = [];
  for (let made = 0; made < CLIENTS; made += 1) users.push((await makeUser(test)).id);
  const createdAt = test.clock.now();
  const numberOf = (index: number) =>
    `${carrier === 'UPS' ? '1Z999AA1' : '7'}${String(index).padStart(11, '0')}`;
  const facts = Array.from({ length: count }, (_, index) => ({
    userId: users[index % CLIENTS] ?? '',
    createdAt,
    carrier,
    trackingNumber: numberOf(index),
  }));
  await makeShipments(test.deps.db, facts);
  return facts.map(({ trackingNumber }) => trackingNumber);
}

/** Draws the labels that the carrier bills differently, with the difference in cents. */
function plant(labels: readonly string[], random: () => number): Map<string, number> {
  const planted = new Map<string, number>();
  while (planted.size < DIFFERENCES) {
    const label = labels[Math.floor(random() * labels.length)] ?? '';
    const cents = 1 + Math.floor(random() * 3_000);
    planted.set(label, random() < 0.2 ? -Math.min(cents, MAX_CREDIT) : cents);
  }
  return planted;
}

function upsCharges(tracking: string, difference: number, random: () => number): UpsCharge[] {
  const fuel = Math.floor(random() * 100);
  // Some differences are in the freight itself, others in a line of their own.
  const inFreight = random() < 0.5;
  return [
    { tracking, cents: COST - fuel - 100 + (inFreight ? difference : 0) },
    { tracking, cents: fuel, classification: 'FSC', description: 'Fuel Surcharge' },
    { tracking, cents: 100, classification: 'ACC', description: 'Residential Surcharge' },
    { tracking, cents: COST, classification: 'INF', description: 'Published charge' },
    ...(inFreight || difference === 0
      ? []
      : [
          {
            tracking,
            cents: difference,
            category: 'ADJ',
            detail: 'CADJ',
            description: 'Shipping Charge Correction',
          },
        ]),
  ];
}

function fedexRow(tracking: string, difference: number, random: () => number): FedexRow {
  const fuel = 1 + Math.floor(random() * 100);
  const inFreight = random() < 0.5;
  return {
    tracking,
    freightCents: COST - fuel + (inFreight ? difference : 0),
    charges: [
      ['Fuel Surcharge', fuel],
      ...(inFreight || difference === 0 ? [] : [['Delivery Area Surcharge', difference] as const]),
    ],
  };
}

/** The difference of every adjustment of an invoice, by tracking number. */
async function foundIn(invoiceId: string): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  for (let page = 1; ; page += 1) {
    const url = `${API.adminAdjustments}?invoiceId=${invoiceId}&limit=${PAGE}&page=${page}`;
    const { adjustments, pagination } = (await call(test, operator, 'GET', url)).json().data;
    for (const { trackingNumber, billed } of adjustments) found.set(trackingNumber, billed);
    if (!pagination.hasNextPage) return found;
  }
}

const figures = async () =>
  (
    await sql`
      SELECT (SELECT count(*) FROM carrier_invoice_lines) AS lines, (SELECT count(*) FROM adjustments) AS adjustments,
             (SELECT count(*) FROM ledger_entries) AS entries, (SELECT sum(cents) FROM balances) AS balances`.execute(
      test.deps.db,
    )
  ).rows[0];

const carrierAdjustments = async () =>
  (
    await sql<{ cents: number }>`
      SELECT coalesce(-sum(e.cents), 0)::bigint AS cents FROM ledger_entries e JOIN ledger_transactions t ON t.id = e.transaction_id
      WHERE e.account = 'carrier_payable' AND t.reason_key LIKE 'adjustment:%'`.execute(test.deps.db)
  ).rows[0]?.cents ?? 0;

const MONEY = new Set(['I1', 'I2', 'I18', 'I19', 'I25']);

it.each([
  ['UPS', 4],
  ['FedEx', 1],
] as const)(
  `finds all ${DIFFERENCES} differences in ${LINES} lines of %s and invents none; the same file again changes nothing (seed ${SEED})`,
  async (carrier, linesPerLabel) => {
    const random = randomFrom(SEED);
    const labels = await makeLabels(LINES / linesPerLabel, carrier);
    const planted = plant(labels, random);
    const number = `${carrier}-${SEED}`;
    const differenceOf = (tracking: string) => planted.get(tracking) ?? 0;
    const text =
      carrier === 'UPS'
        ? upsFile(
            { number },
            labels.flatMap((tracking) => upsCharges(tracking, differenceOf(tracking), random)),
          )
        : fedexFile(
            { number },
            labels.map((tracking) => fedexRow(tracking, differenceOf(tracking), random)),
          );
    expect(text.split('\n').length).toBeGreaterThanOrEqual(LINES);

    const preview = await previewFile(test, operator, text);
    expect(preview).toMatchObject({ adjustments: DIFFERENCES, unmatchedLines: 0, problems: [] });
    const before = await carrierAdjustments();
    const answer = await importFile(test, operator, text);
    const billed = [...planted.values()].reduce((sum, cents) => sum + cents, 0);
    expect(answer).toMatchObject({
      adjustments: DIFFERENCES,
      shipments: labels.length,
      billed,
      unmatchedLines: 0,
    });
    expect(await foundIn(answer.invoiceIds[0] ?? '')).toEqual(planted);
    expect((await carrierAdjustments()) - before).toBe(billed);

    const after = await figures();
    expect(await importFile(test, operator, text)).toMatchObject({
      newLines: 0,
      adjustments: 0,
      changed: false,
    });
    expect(await figures()).toEqual(after);
    const scope = { now: test.clock.now(), maxInProgressMs: minutes(45), since: null };
    expect(await findViolations(test.deps.db, scope, MONEY)).toEqual([]);
  },
  inTier(120_000, 600_000),
);
