import { centsOf } from '@lading/contract/money.ts';
import type { PricePreview } from '@lading/contract/pricing/price-preview.ts';
import { type StoredRule, writtenRuleOf } from '@lading/contract/pricing/price-rules.ts';
import { firstMatch, type PricedLabel } from '@lading/contract/pricing/rule-conditions.ts';
import { priceByRule } from '@lading/contract/pricing/rule-effect.ts';
import { API } from '@lading/contract/routes.ts';
import fc from 'fast-check';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts';
import { makeUser } from '../../../test/factories.ts';
import { makeOperator } from '../../../test/operator.ts';
import { aCost, aLabel, aRuleSet, CLIENT_IDS, GROUP_IDS } from '../../../test/price-rule-samples.ts';
import { aRule, publish, saveDraft } from '../../../test/price-rules.ts';
import { boughtLabel, call, makeShop, type Shop } from '../../../test/shipping.ts';
import { inTier } from '../../../test/tier.ts';
import { days, later } from '../../platform/clock.ts';
import { newId } from '../../platform/ids.ts';

interface Label extends PricedLabel {
  id: string;
  cost: number;
  ageDays: number;
}

const LABELS = 400;
const RULE_SETS = inTier(6, 25);

let test: TestApp;
let operator: Shop;
/** Maps the ids of the samples to real accounts and groups. */
const real = new Map<string, string>();
let labels: Label[];

beforeAll(async () => {
  test = await buildTestApp();
  operator = await makeOperator(test);
  for (const id of CLIENT_IDS) real.set(id, (await makeUser(test)).id);
  for (const [index, id] of GROUP_IDS.entries()) {
    const members = CLIENT_IDS.slice(index, index + 2).map((client) => realId(client));
    const body = { name: `Group ${index}`, clients: members };
    real.set(id, (await call(test, operator, 'POST', API.adminClientGroups, body)).json().group.id);
  }
  labels = await insertLabels();
});
afterAll(() => test.close());

const realId = (id: string) => real.get(id) ?? id;

/** Copies of one shipment with other owners, places, weights and costs. */
async function insertLabels(): Promise<Label[]> {
  const { transactionId } = await boughtLabel(test, await makeShop(test));
  const drawn = fc.sample(fc.tuple(aLabel, aCost, fc.integer({ min: 0, max: 120 })), LABELS);
  const made = drawn.map(([label, cost, ageDays]) => ({
    ...label,
    id: newId(),
    clientId: realId(label.clientId),
    groupIds: GROUP_IDS.filter((_, index) => CLIENT_IDS.slice(index, index + 2).includes(label.clientId)).map(
      realId,
    ),
    cost,
    ageDays,
  }));
  const owner = new pg.Client({ connectionString: test.ownerUrl });
  await owner.connect();
  // Skips foreign keys: these shipments need no quotes.
  await owner.query("SET session_replication_role = 'replica'");
  // USPS writes a territory as a state, other carriers as a country.
  const rows = made.map((label, index) => ({
    ...label,
    created_at: later(test.clock.now(), -days(label.ageDays)),
    country: ['PR', 'GU'].includes(label.area) && index % 2 === 0 ? 'US' : label.area,
    state: ['PR', 'GU'].includes(label.area) && index % 2 === 0 ? label.area : '',
    batch: label.channel === 'batch' ? newId() : null,
  }));
  const fields = `AS n(id uuid, "clientId" uuid, carrier text, service text, country text, state text, "weightLb" numeric, batch uuid,
    cost bigint, created_at timestamptz)`;
  await owner.query(
    `INSERT INTO payments (id, user_id, provider, amount_cents, description, status, created_at, succeeded_at, batch_id)
     SELECT n.id, n."clientId", 'test', 1, 'x', 'succeeded', n.created_at, n.created_at, n.batch
     FROM jsonb_to_recordset($1::jsonb) ${fields}`,
    [JSON.stringify(rows)],
  );
  await owner.query(
    `INSERT INTO shipments (id, user_id, quote_id, payment_id, state, provider, carrier, service, service_name, transaction_id, tracking_number,
       cost_cents, commission_cents, total_cents, actual_cost_cents, sender, receiver, parcel, ship_date, search_text, created_at, purchased_at)
     SELECT n.id, n."clientId", n.id, n.id, 'purchased', s.provider, n.carrier, n.service, s.service_name, n.id::text, n.id::text, n.cost, 7,
       n.cost + 7, n.cost, s.sender, s.receiver || jsonb_build_object('country', n.country, 'state', n.state),
       s.parcel || jsonb_build_object('weightLb', n."weightLb"), s.ship_date, '', n.created_at, n.created_at
     FROM shipments s, jsonb_to_recordset($2::jsonb) ${fields} WHERE s.id = $1`,
    [transactionId, JSON.stringify(rows)],
  );
  await owner.query('DELETE FROM shipments WHERE id = $1', [transactionId]);
  await owner.end();
  return made;
}

const withRealIds = (rules: readonly StoredRule[]): StoredRule[] =>
  rules.map((rule) => ({
    ...rule,
    conditions: {
      ...rule.conditions,
      clients: rule.conditions.clients.map(realId),
      groups: rule.conditions.groups.map(realId),
    },
  }));

/** Computes label by label with the code that prices quotes. The commission is 0%. */
function priced(rules: readonly StoredRule[], label: Label): { rule: number | null; cents: number } {
  const rule = firstMatch(rules, label);
  const effect = rules[(rule ?? 0) - 1]?.effect;
  return { rule, cents: effect ? priceByRule(effect, label.cost).cents : label.cost };
}

const fetchPreview = async (query: string): Promise<PricePreview> => {
  const answer = await call(test, operator, 'GET', `${API.adminPricePreview}?${query}`);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
};
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

describe('the preview', { shuffle: false }, () => {
  it(`equals pricing label by label, for ${RULE_SETS} random pairs of lists`, async () => {
    const sets = fc.sample(fc.tuple(aRuleSet, aRuleSet), RULE_SETS);
    for (const [index, pair] of sets.entries()) {
      const [now, after] = pair.map(withRealIds) as [StoredRule[], StoredRule[]];
      await publish(test, operator, now.map(writtenRuleOf));
      await saveDraft(test, operator, after.map(writtenRuleOf));
      const count = index % 2 === 0 ? 30 : 90;
      const counted = labels
        .filter(({ ageDays }) => ageDays <= count)
        .map((label) => ({ label, now: priced(now, label), after: priced(after, label) }));
      const preview = await fetchPreview(`days=${count}`);
      expect(preview.labels).toBe(counted.length);
      expect(centsOf(preview.cost)).toBe(sum(counted.map(({ label }) => label.cost)));
      expect(centsOf(preview.charged.revenue)).toBe(sum(counted.map(({ label }) => label.cost + 7)));
      for (const when of ['now', 'after'] as const) {
        expect(centsOf(preview[when].revenue)).toBe(sum(counted.map((each) => each[when].cents)));
        expect(preview[when].belowCost).toBe(
          counted.filter((each) => each[when].cents < each.label.cost).length,
        );
      }
      expect(preview.paysMore.labels).toBe(
        counted.filter((each) => each.after.cents > each.now.cents).length,
      );
      expect(preview.paysLess.labels).toBe(
        counted.filter((each) => each.after.cents < each.now.cents).length,
      );
      expect(preview.rules.map(({ labels: matched }) => matched)).toEqual(
        [...after.keys(), null].map(
          (at) => counted.filter((each) => each.after.rule === (at === null ? null : at + 1)).length,
        ),
      );
      const biggest = Math.max(0, ...counted.map((each) => Math.abs(each.after.cents - each.now.cents)));
      const [first] = preview.biggest;
      expect(first ? Math.abs(centsOf(first.after) - centsOf(first.now)) : 0).toBe(biggest);
    }
  });

  it('names the clients who pay more and less, and rules that never matched', async () => {
    await publish(test, operator, []);
    const [a = '', b = ''] = CLIENT_IDS.map(realId);
    await saveDraft(test, operator, [
      aRule({ name: 'More', conditions: { clients: [a] }, effect: { flat: 1 } }),
      aRule({ name: 'Never', conditions: { clients: [a] }, effect: { flat: 9 } }),
      aRule({ name: 'Less', conditions: { clients: [b] }, effect: { percent: -50, belowCost: true } }),
    ]);
    const preview = await fetchPreview('days=90');
    const own = labels.filter(({ clientId, ageDays }) => clientId === a && ageDays <= 90);
    expect(preview.paysMore).toMatchObject({
      labels: own.length,
      clientCount: 1,
      clients: [{ clientId: a, labels: own.length }],
    });
    const change = preview.paysMore.clients[0];
    expect(centsOf(change?.after ?? 0) - centsOf(change?.now ?? 0)).toBe(own.length * 100);
    expect(preview.paysLess.clients.map(({ clientId }) => clientId)).toEqual([b]);
    expect(preview.rules.map(({ position, name, labels: count }) => [position, name, count > 0])).toEqual([
      [1, 'More', true],
      [2, 'Never', false],
      [3, 'Less', true],
      [null, 'Commission', true],
    ]);
  });

  it('has the rows behind it as CSV', async () => {
    const answer = await call(test, operator, 'GET', `${API.adminPricePreviewDownload}?days=90`);
    expect(answer.headers['content-disposition']).toBe(
      'attachment; filename="price-preview-export-2026-11-16.csv"',
    );
    const [header, ...rows] = answer.body.trim().split('\n');
    expect(header?.split(',')).toEqual([
      'Shipment ID',
      'Date',
      'Client',
      'Carrier',
      'Service',
      'Destination',
      'Weight (lb)',
      'Channel',
      'Cost',
      'Charged',
      'Price now',
      'Rule now',
      'Price after',
      'Rule after',
      'Change',
    ]);
    const counted = labels.filter(({ ageDays }) => ageDays <= 90);
    expect(rows).toHaveLength(counted.length);
    const preview = await fetchPreview('days=90');
    const change = sum(rows.map((row) => centsOf(Number(row.split(',').at(-1)))));
    expect(change).toBe(centsOf(preview.after.revenue) - centsOf(preview.now.revenue));
    expect(rows.filter((row) => row.includes(',1. More,'))).toHaveLength(preview.rules[0]?.labels ?? -1);
  });

  it('needs a draft or a known version', async () => {
    const version = await fetchPreview('days=30&version=1');
    expect(version.labels).toBeGreaterThan(0);
    const missing = await call(test, operator, 'GET', `${API.adminPricePreview}?version=999999`);
    expect(missing.json().error).toBe('PRICE_VERSION_NOT_FOUND');
    await publish(test, operator, []);
    expect((await call(test, operator, 'GET', API.adminPricePreview)).json().error).toBe(
      'PRICE_DRAFT_NOT_FOUND',
    );
  });
});
