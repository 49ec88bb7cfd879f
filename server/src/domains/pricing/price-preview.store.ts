import type { StoredRule } from '@lading/contract/pricing/price-rules.ts';
import type { Channel, RuleConditions } from '@lading/contract/pricing/rule-conditions.ts';
import { US_TERRITORIES } from '@lading/contract/regions.ts';
import { type CompiledQuery, type RawBuilder, sql } from 'kysely';
import type { Handle } from '../../platform/db/database.ts';
import { literals } from '../../platform/db/literals.ts';

/** Two lists of rules for the labels since a time. */
export interface Comparison {
  since: Date;
  now: readonly StoredRule[];
  after: readonly StoredRule[];
}

/** Programs buy several labels in a batch, but ask for the price of each one. */
const SOURCE_OF_PROGRAMS = 'api';
const TERRITORIES = literals([...US_TERRITORIES]);

/** As text, because an export takes no arrays. The values need no quotes: they are ids, codes and names of carriers. */
const list = (values: readonly string[]) => `{${values.join(',')}}`;

/** The same as `matchesRule` in the contract. */
function matches(conditions: RuleConditions): RawBuilder<boolean> {
  const { clients, groups, carriers, services, zones, countries, minWeight, maxWeight, channels } =
    conditions;
  const parts = [
    carriers.length > 0 && sql`carrier = ANY(${list(carriers)}::text[])`,
    services.length > 0 && sql`service = ANY(${list(services)}::text[])`,
    channels.length > 0 && sql`channel = ANY(${list(channels)}::text[])`,
    minWeight !== null && sql`weight >= ${minWeight}::numeric`,
    maxWeight !== null && sql`weight < ${maxWeight}::numeric`,
    zones.length + countries.length > 0 &&
      sql`(zone = ANY(${list(zones)}::text[]) OR area = ANY(${list(countries)}::text[]))`,
    clients.length + groups.length > 0 &&
      sql`(user_id = ANY(${list(clients)}::uuid[]) OR groups && ${list(groups)}::uuid[])`,
  ].filter((part) => part !== false);
  return parts.length === 0 ? sql`true` : sql`${sql.join(parts, sql` AND `)}`;
}

/** The position of the first rule that matches; null for a commission. */
function position(rules: readonly StoredRule[]): RawBuilder<number | null> {
  if (rules.length === 0) return sql`NULL::integer`;
  const cases = rules.map(
    ({ conditions }, index) => sql`WHEN ${matches(conditions)} THEN ${sql.lit(index + 1)}`,
  );
  return sql`CASE ${sql.join(cases, sql` `)} END`;
}

const effects = (alias: 'n' | 'a', rules: readonly StoredRule[]) => sql`
  jsonb_to_recordset(${JSON.stringify(rules.map(({ name, effect }, index) => ({ position: index + 1, name, ...effect })))}::jsonb)
    AS ${sql.raw(alias)}(position integer, name text, "basisPoints" integer, "flatCents" bigint, "minMarginCents" bigint, "maxMarginCents" bigint,
         "belowCost" boolean, ending text)`;

const priceBy = (effect: 'n' | 'a') => {
  const field = (name: string) => sql.ref(`${effect}.${name}`);
  return sql`coalesce(rule_price(m.cost_cents, ${field('basisPoints')}, ${field('flatCents')}, ${field('minMarginCents')},
    ${field('maxMarginCents')}, ${field('belowCost')}, ${field('ending')}), m.commission_price)`;
};

/**
 * Every label with its price by both lists, as a step named `priced`. Cost, weight, destination, service and
 * channel are those of the purchase; groups and commissions are the current ones.
 */
const pricedLabels = ({ since, now, after }: Comparison) => sql`
  labels AS (
    SELECT s.id, s.created_at, s.user_id, u.full_name, s.carrier, s.service, s.service_name, s.cost_cents, s.total_cents, place.area,
           (s.parcel ->> 'weightLb')::numeric AS weight,
           CASE WHEN p.batch_id IS NULL OR b.source IS NOT DISTINCT FROM ${sql.lit(SOURCE_OF_PROGRAMS)} THEN 'label' ELSE 'batch' END AS channel,
           CASE WHEN place.area = 'US' THEN 'domestic' WHEN place.area IN (${TERRITORIES}) THEN 'territories'
                ELSE 'international' END AS zone,
           g.groups,
           s.cost_cents + CASE coalesce(c.markup_type, gp.markup_type) WHEN 'flat_rate' THEN coalesce(c.markup_value, gp.markup_value)
             ELSE (s.cost_cents * coalesce(c.markup_value, gp.markup_value) + 5000) / 10000 END AS commission_price
    FROM shipments s
    CROSS JOIN LATERAL (SELECT CASE WHEN s.receiver ->> 'country' = 'US' AND s.receiver ->> 'state' IN (${TERRITORIES})
                                    THEN s.receiver ->> 'state' ELSE s.receiver ->> 'country' END AS area) place
    JOIN users u ON u.id = s.user_id AND u.role = 'client' AND u.erased_at IS NULL
    JOIN payments p ON p.id = s.payment_id
    LEFT JOIN bulk_batches b ON b.id = p.batch_id
    CROSS JOIN global_pricing gp
    LEFT JOIN client_pricing c ON c.user_id = s.user_id
    LEFT JOIN (SELECT user_id, array_agg(group_id) AS groups FROM client_group_members GROUP BY 1) g ON g.user_id = s.user_id
    WHERE s.created_at >= ${since} AND s.purchased_at IS NOT NULL
    -- Without a limit of its own, the planner would compute area and weight again for every rule.
    OFFSET 0
  ), matched AS (
    SELECT l.*, ${position(now)} AS rule_now, ${position(after)} AS rule_after FROM labels l OFFSET 0
  ), priced AS (
    SELECT m.*, n.name AS name_now, a.name AS name_after, ${priceBy('n')} AS now_cents, ${priceBy('a')} AS after_cents
    FROM matched m
    LEFT JOIN ${effects('n', now)} ON n.position = m.rule_now
    LEFT JOIN ${effects('a', after)} ON a.position = m.rule_after
  )`;

export interface PreviewSums {
  user_id: string | null;
  name: string | null;
  rule: number | null;
  /** 0: all labels, 1: the labels of a client, 2: the labels of a rule. */
  kind: 0 | 1 | 2;
  labels: number;
  cost: number;
  charged: number;
  now: number;
  after: number;
  more: number;
  less: number;
  charged_below: number;
  now_below: number;
  after_below: number;
}

interface ChangedLabel {
  id: string;
  full_name: string;
  carrier: string;
  service_name: string;
  area: string;
  weight: number;
  channel: Channel;
  cost_cents: number;
  now_cents: number;
  after_cents: number;
  rule_after: number | null;
}

/** Sums over all labels, per client and per rule of the second list. */
const sumsPart = sql`
  sums AS (
    SELECT user_id, max(full_name) AS name, rule_after AS rule,
           CASE WHEN GROUPING(user_id) = 0 THEN 1 WHEN GROUPING(rule_after) = 0 THEN 2 ELSE 0 END AS kind, count(*) AS labels,
           coalesce(sum(cost_cents), 0)::bigint AS cost, coalesce(sum(total_cents), 0)::bigint AS charged,
           coalesce(sum(now_cents), 0)::bigint AS now, coalesce(sum(after_cents), 0)::bigint AS after,
           count(*) FILTER (WHERE after_cents > now_cents) AS more, count(*) FILTER (WHERE after_cents < now_cents) AS less,
           count(*) FILTER (WHERE total_cents < cost_cents) AS charged_below, count(*) FILTER (WHERE now_cents < cost_cents) AS now_below,
           count(*) FILTER (WHERE after_cents < cost_cents) AS after_below
    FROM priced GROUP BY GROUPING SETS ((user_id), (rule_after), ())
  )`;

/** The labels whose prices change most. */
const biggestPart = (limit: number) => sql`
  biggest AS (
    SELECT id, full_name, carrier, service_name, area, weight::double precision AS weight, channel, cost_cents, now_cents, after_cents,
           rule_after, abs(after_cents - now_cents) AS change
    FROM priced WHERE after_cents <> now_cents ORDER BY change DESC, id LIMIT ${limit}
  )`;

/** In one statement, because most of the time goes into the price of each label. */
export async function selectPreview(
  db: Handle,
  comparison: Comparison,
  limit: number,
): Promise<{ sums: PreviewSums[]; biggest: ChangedLabel[] }> {
  const { rows } = await sql<{ sums: PreviewSums[]; biggest: ChangedLabel[] }>`
    WITH ${pricedLabels(comparison)}, ${sumsPart}, ${biggestPart(limit)}
    SELECT (SELECT jsonb_agg(s) FROM sums s) AS sums,
           coalesce((SELECT jsonb_agg(b ORDER BY b.change DESC, b.id) FROM biggest b), '[]') AS biggest`.execute(
    db,
  );
  return rows[0] ?? { sums: [], biggest: [] };
}

const text = (column: string) => sql`csv_text(${sql.ref(column)})`;
const dollars = (cents: RawBuilder<unknown>) => sql`(${cents} / 100.0)::numeric(20, 2)`;
const ruleName = (when: 'now' | 'after') =>
  sql`coalesce(${sql.ref(`rule_${when}`)} || '. ' || ${sql.ref(`name_${when}`)}, 'Commission')`;

/** Every label with both prices, newest first. */
export const exportedPreview = (db: Handle, comparison: Comparison, timeZone: string): CompiledQuery =>
  sql`
    WITH ${pricedLabels(comparison)}
    SELECT id AS "Shipment ID", to_char(created_at AT TIME ZONE ${timeZone}, 'YYYY-MM-DD HH24:MI') AS "Date",
           ${text('full_name')} AS "Client", carrier AS "Carrier", ${text('service_name')} AS "Service", area AS "Destination",
           weight AS "Weight (lb)", channel AS "Channel", ${dollars(sql`cost_cents`)} AS "Cost",
           ${dollars(sql`total_cents`)} AS "Charged", ${dollars(sql`now_cents`)} AS "Price now", ${ruleName('now')} AS "Rule now",
           ${dollars(sql`after_cents`)} AS "Price after", ${ruleName('after')} AS "Rule after",
           ${dollars(sql`(after_cents - now_cents)`)} AS "Change"
    FROM priced ORDER BY created_at DESC, id DESC`.compile(db);
