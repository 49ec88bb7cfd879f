import { sql } from 'kysely';
import type { Database } from '../../src/platform/db/database.ts';
import { spread } from '../spread.ts';
import { soldLabels } from './double-journals.ts';
import type { ProductionSite } from './production-site.ts';

/** When a shipment got its label or its refund. */
const ENDS = sql`SELECT object_id, min(moved_at) AS ended_at FROM transitions
  WHERE object = 'shipments' AND to_state IN ('purchased', 'refunded') GROUP BY object_id`;

/** The time from payment to label or refund. */
async function paidToEndMs(db: Database): Promise<number[]> {
  const { rows } = await sql<{ ms: number }>`
    WITH ends AS (${ENDS})
    SELECT round(extract(epoch FROM ended_at - moved_at) * 1000)::int AS ms FROM transitions t JOIN ends USING (object_id)
    WHERE t.object = 'shipments' AND t.from_state = ''`.execute(db);
  return rows.map(({ ms }) => ms);
}

/** For every disruption, the time until all shipments that were in progress had ended. */
async function recoveryMs(db: Database, disruptedAt: readonly Date[]): Promise<number[]> {
  const { rows } = await sql<{ ms: number }>`
    WITH ends AS (${ENDS})
    SELECT round(extract(epoch FROM max(ended_at) - s.at) * 1000)::int AS ms
    FROM unnest(${disruptedAt.map((at) => at.toISOString())}::timestamptz[]) AS s(at)
    JOIN transitions t ON t.object = 'shipments' AND t.from_state = '' AND t.moved_at <= s.at
    JOIN ends ON ends.object_id = t.object_id AND ended_at > s.at
    GROUP BY s.at`.execute(db);
  return rows.map(({ ms }) => ms);
}

/** How purchases with an unknown outcome were resolved. */
async function unknownsSolved(db: Database): Promise<Record<'byLookUp' | 'byRetry' | 'byRefund', number>> {
  const { rows } = await sql<{ how: 'byLookUp' | 'byRetry' | 'byRefund'; count: number }>`
    SELECT CASE a.state WHEN 'abandoned' THEN CASE WHEN s.attempts > a.number THEN 'byRetry' ELSE 'byRefund' END
      ELSE 'byLookUp' END AS how, count(*)::int AS count
    FROM purchase_attempts a JOIN shipments s ON s.id = a.shipment_id
    WHERE a.state = 'abandoned' OR EXISTS (
      SELECT FROM transitions t WHERE t.object_id = s.id AND t.to_state = 'purchase_unknown'
        AND t.moved_at >= a.started_at AND t.moved_at <= coalesce(a.ended_at, now()))
    GROUP BY 1`.execute(db);
  const solved = { byLookUp: 0, byRetry: 0, byRefund: 0 };
  for (const { how, count } of rows) solved[how] = count;
  return solved;
}

const perLabel = (calls: number, labels: number) => Math.round((calls / Math.max(1, labels)) * 100) / 100;

export interface ProductionFigures {
  labels: number;
  refunds: number;
  /** Labels that Lading voided automatically, and how many of them were second labels. */
  voids: number;
  secondLabels: number;
  ordersPerLabel: number;
  callsPerLabel: number;
  lookUpsPer100Labels: number;
  unknown: Awaited<ReturnType<typeof unknownsSolved>>;
  paidToEndMs: ReturnType<typeof spread>;
  recoveryMs: ReturnType<typeof spread>;
  restartMs: ReturnType<typeof spread>;
  webhooks: { delivered: number; undelivered: number };
}

/** The figures of a run, after all work is finished. */
export async function takeFigures(
  db: Database,
  site: ProductionSite,
  disruptedAt: readonly Date[],
): Promise<ProductionFigures> {
  const sold = soldLabels(site.shippo.journal());
  const calls = await site.shippo.calls();
  const { labels, refunds } = await db
    .selectNoFrom((eb) => [
      eb
        .selectFrom('shipments')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('purchased_at', 'is not', null)
        .as('labels'),
      eb
        .selectFrom('refunds')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('state', '=', 'succeeded')
        .as('refunds'),
    ])
    .executeTakeFirstOrThrow()
    .then((counted) => ({ labels: Number(counted.labels), refunds: Number(counted.refunds) }));
  return {
    labels,
    refunds,
    voids: sold.filter(({ voided }) => voided).length,
    secondLabels: await countSecondLabels(db, sold),
    ordersPerLabel: perLabel(calls['POST /transactions'] ?? 0, labels),
    callsPerLabel: perLabel(
      Object.values(calls).reduce((sum, count) => sum + count, 0),
      labels,
    ),
    lookUpsPer100Labels: perLabel(100 * (calls['GET /transactions'] ?? 0), labels),
    unknown: await unknownsSolved(db),
    paidToEndMs: spread(await paidToEndMs(db)),
    recoveryMs: spread(await recoveryMs(db, disruptedAt)),
    restartMs: spread(site.processes.flatMap(({ startsMs }) => startsMs)),
    webhooks: site.front.counts,
  };
}

async function countSecondLabels(db: Database, sold: ReturnType<typeof soldLabels>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT coalesce(sum(count - 1), 0)::int AS count FROM (
      SELECT count(*) FROM purchase_attempts WHERE id::text = ANY(${sold.map(({ key }) => key)})
      GROUP BY shipment_id) AS of_shipment`.execute(db);
  return rows[0]?.count ?? 0;
}
