import { FALLEN_VOLUME } from '@lading/contract/attention.ts';
import type { DateRange } from '@lading/contract/date-range.ts';
import { LABEL_NOT_CREATED } from '@lading/contract/failure-texts.ts';
import { sql } from 'kysely';
import type { Handle } from '../../platform/db/database.ts';
import { dayEnd, dayStart } from '../../platform/db/operator-days.ts';
import { type Listing, REFUND_OF_INCIDENT } from './money-attention.store.ts';
import { notSnoozed } from './snoozes.store.ts';

interface IncidentsOfKind {
  kind: string;
  count: number;
  at: Date;
}

/**
 * Open incidents by kind, and refunds in progress since before `stalled`. Failed refunds have their own rows. A
 * snoozed kind reappears with its next incident.
 */
export async function selectIncidentsByKind(
  db: Handle,
  { now, stalled }: { now: Date; stalled: Date },
): Promise<IncidentsOfKind[]> {
  const { rows } = await sql<IncidentsOfKind>`
    SELECT i.kind, count(*) AS count, min(i.first_seen_at) AS at FROM incidents i
    WHERE i.resolved_at IS NULL
      AND NOT (i.kind IN ('refund_refused', 'refund_came_back') AND EXISTS (SELECT FROM refunds r WHERE r.id = ${REFUND_OF_INCIDENT}))
      AND ${notSnoozed('incidents', now, sql`i.kind`, sql`i.first_seen_at`)}
    GROUP BY i.kind
    UNION ALL
    SELECT 'refund_open', count(*), min(r.created_at) FROM refunds r
    WHERE r.state IN ('requested', 'submitted') AND r.created_at < ${stalled}
      AND ${notSnoozed('incidents', now, sql`'refund_open'`, sql`r.created_at`)}
    HAVING count(*) > 0
    ORDER BY count DESC, kind`.execute(db);
  return rows;
}

/** Labels of these days that the carrier did not make, by reason. Uses the index `shipments_exceptions_by_time`. */
export async function selectFailedLabels(
  db: Handle,
  now: Date,
  { startDate, endDate }: DateRange,
): Promise<{ reason: string; count: number }[]> {
  const { rows } = await sql<{ reason: string; count: number }>`
    SELECT coalesce(r.reason, ${sql.lit(LABEL_NOT_CREATED)}) AS reason, count(*) AS count
    FROM shipments s LEFT JOIN refunds r ON r.shipment_id = s.id AND r.kind = 'failed_purchase'
    WHERE s.purchased_at IS NULL AND s.status = 'failed' AND s.created_at >= ${dayStart(startDate)} AND s.created_at < ${dayEnd(endDate)}
      AND ${notSnoozed('failed_labels', now, sql`''`, sql`s.created_at`)}
    GROUP BY 1 ORDER BY 2 DESC, 1`.execute(db);
  return rows;
}

interface FallenVolume {
  user_id: string;
  full_name: string;
  recent: number;
  before: number;
  clients: number;
}

/** Active clients who shipped at most half as much in `recent` as in an average week of `before`. The largest loss first. */
export async function selectFallenVolume(
  db: Handle,
  { now, limit }: Listing,
  { recent, before }: { recent: DateRange; before: DateRange },
): Promise<FallenVolume[]> {
  const inRecent = sql`coalesce(sum(shipments) FILTER (WHERE day >= ${recent.startDate}::date), 0)::bigint`;
  const inBefore = sql`coalesce(sum(shipments) FILTER (WHERE day < ${recent.startDate}::date), 0)::bigint`;
  const { weeksBefore, minLabelsPerWeek } = FALLEN_VOLUME;
  const { rows } = await sql<FallenVolume>`
    SELECT v.user_id, u.full_name, v.recent, v.before, count(*) OVER () AS clients
    FROM (
      SELECT user_id, ${inRecent} AS recent, ${inBefore} AS before FROM shipments_by_client_day
      WHERE day BETWEEN ${before.startDate}::date AND ${recent.endDate}::date
      GROUP BY user_id
    ) v
    JOIN users u ON u.id = v.user_id AND u.status = 'active'
    WHERE v.before >= ${minLabelsPerWeek * weeksBefore}::bigint AND v.recent * ${2 * weeksBefore}::bigint <= v.before
      AND ${notSnoozed('fallen_volume', now, sql`v.user_id::text`)}
    ORDER BY v.before - v.recent * ${weeksBefore}::bigint DESC, v.user_id LIMIT ${limit}`.execute(db);
  return rows;
}
