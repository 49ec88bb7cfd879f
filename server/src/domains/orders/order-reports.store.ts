import { sql } from 'kysely';
import type { Handle, Trx } from '../../platform/db/database.ts';
import { fromNow } from '../../platform/db/database-time.ts';
import { INSTANCE_ID, isHeldByDead } from '../../platform/db/instances.ts';
import type { Row } from '../../platform/db/schema.ts';
import type { ShopItem, ShopRecipient } from '../../providers/order-sources/port.ts';
import type { ReportState } from './order-reports.states.ts';

export type StoredReport = Row<'order_reports'>;

/** Reports that a process left behind: their calls may have been made. */
export async function releaseLostReports(db: Handle): Promise<void> {
  await sql`
    UPDATE order_reports
    SET state = CASE state WHEN 'reporting' THEN 'to_report' ELSE 'to_withdraw' END,
        lease_until = NULL, held_by = NULL, next_try_at = now()
    WHERE next_try_at IS NOT NULL AND state IN ('reporting', 'withdrawing')
      AND (lease_until IS NULL OR lease_until <= now() OR ${isHeldByDead('held_by')})`.execute(db);
}

/** A withdrawal that has failed this often may never succeed. */
const WITHDRAWAL_TRIES = 5;

/** Before the number of a voided label is gone, some stores refuse that of the label that replaced it. */
const waitsForWithdrawal = sql`(d.state = 'to_report' AND EXISTS (
  SELECT FROM order_reports w
  WHERE w.order_id = d.order_id
    AND (w.state = 'withdrawing' OR (w.state = 'to_withdraw' AND w.tries < ${WITHDRAWAL_TRIES}))))`;

/** Claims reports that are due, at most `perSource` of one source, so that a slow store does not delay others. */
export async function claimReports(
  db: Handle,
  { limit, perSource, leaseMs }: { limit: number; perSource: number; leaseMs: number },
): Promise<StoredReport[]> {
  const { rows } = await sql<StoredReport>`
    UPDATE order_reports r
    SET state = CASE r.state WHEN 'to_report' THEN 'reporting' ELSE 'withdrawing' END,
        tries = r.tries + 1, lease_until = ${fromNow(leaseMs)}, held_by = ${INSTANCE_ID}
    FROM (
      SELECT of_source.id
      FROM (
        SELECT DISTINCT n.source_id
        FROM order_reports n JOIN order_sources s ON s.id = n.source_id JOIN users u ON u.id = s.user_id
        WHERE n.next_try_at <= now() AND n.state IN ('to_report', 'to_withdraw')
          AND s.state = 'active' AND u.status = 'active' AND u.erased_at IS NULL
      ) sources
      CROSS JOIN LATERAL (
        SELECT d.id FROM order_reports d
        WHERE d.source_id = sources.source_id AND d.next_try_at <= now() AND d.state IN ('to_report', 'to_withdraw')
          AND NOT ${waitsForWithdrawal}
        ORDER BY d.next_try_at, d.id LIMIT ${perSource} FOR UPDATE SKIP LOCKED
      ) of_source
      LIMIT ${limit}
    ) due
    WHERE r.id = due.id
    RETURNING r.*`.execute(db);
  return rows;
}

/**
 * Only while this process has the claim: a late answer changes nothing. Locked in the order of their IDs, so that no two
 * processes block each other. All fields are compared with the claim: with a constant for `held_by`, PostgreSQL may read
 * all reports instead of finding these by their IDs.
 */
const claimed = (reports: readonly StoredReport[]) => sql`(
  SELECT held.id FROM order_reports held
  JOIN unnest(
    ${reports.map(({ id }) => id)}::uuid[], ${reports.map(({ tries }) => tries)}::int[],
    ${reports.map(({ state }) => state)}::text[], ${reports.map(({ held_by }) => held_by)}::uuid[]
  ) AS claim(id, tries, state, held_by)
    ON claim.id = held.id AND claim.tries = held.tries AND claim.state = held.state AND claim.held_by = held.held_by
  ORDER BY held.id FOR UPDATE OF held)`;

/** Before every call. Returns the IDs of the reports that are still claimed. */
export async function markUncertain(
  db: Handle,
  reports: readonly StoredReport[],
  now: Date,
  leaseMs: number,
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    UPDATE order_reports r
    SET is_uncertain = true, lease_until = ${fromNow(leaseMs)}, updated_at = ${now}::timestamptz
    FROM ${claimed(reports)} c WHERE r.id = c.id
    RETURNING r.id`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/**
 * Between a lookup in the store and the call. The call answers the client's request to send the number again, so a
 * lost answer does not send it once more.
 */
export async function keepClaim(
  db: Handle,
  report: StoredReport,
  now: Date,
  leaseMs: number,
): Promise<boolean> {
  const { rows } = await sql`
    UPDATE order_reports r
    SET sends_unproven = false, lease_until = ${fromNow(leaseMs)}, updated_at = ${now}::timestamptz
    FROM ${claimed([report])} c WHERE r.id = c.id
    RETURNING r.id`.execute(db);
  return rows.length > 0;
}

export interface ReportEnd {
  state: Extract<ReportState, 'reported' | 'refused' | 'withdrawn' | 'not_withdrawn'>;
  /** Without one, the earlier one is kept, except in `not_withdrawn`: the store no longer has the number, but shows the order as shipped. */
  reference?: string;
  message?: string;
  reportedAt?: Date;
}

/** Returns the IDs of the reports that were still claimed. */
export async function finishReports(
  trx: Trx,
  ends: readonly { report: StoredReport; end: ReportEnd }[],
  now: Date,
): Promise<Set<string>> {
  const values = ends.map(({ report, end: { reportedAt, ...end } }) => ({
    id: report.id,
    ...end,
    reported_at: reportedAt,
  }));
  const { rows } = await sql<{ id: string }>`
    UPDATE order_reports r
    SET state = e.state, message = e.message,
        reference = CASE e.state WHEN 'not_withdrawn' THEN e.reference ELSE coalesce(e.reference, r.reference) END,
        reported_at = coalesce(e.reported_at, r.reported_at), is_uncertain = false, sends_unproven = false,
        next_try_at = NULL, lease_until = NULL, held_by = NULL, updated_at = ${now}::timestamptz
    FROM ${claimed(ends.map(({ report }) => report))} c
    JOIN jsonb_to_recordset(${JSON.stringify(values)}::jsonb)
      AS e(id uuid, state text, message text, reference text, reported_at timestamptz) ON e.id = c.id
    WHERE r.id = c.id
    RETURNING r.id`.execute(trx);
  return new Set(rows.map(({ id }) => id));
}

interface PostponedReport {
  now: Date;
  waitMs: number;
  isUncertain: boolean;
  sendsUnproven: boolean;
  /** Null keeps the one that is stored. */
  reference: string | null;
  message: string;
}

/** Makes a report due again after a failed call. */
export async function postponeReport(
  db: Handle,
  report: StoredReport,
  { now, waitMs, isUncertain, sendsUnproven, reference, message }: PostponedReport,
): Promise<void> {
  await sql`
    UPDATE order_reports r
    SET ${released(waitMs, now)}, is_uncertain = ${isUncertain}, sends_unproven = ${sendsUnproven},
        reference = coalesce(${reference}, r.reference), message = ${message}
    FROM ${claimed([report])} c WHERE r.id = c.id`.execute(db);
}

/** Makes reports due again that were claimed but not sent: as if they had never been claimed. */
export async function returnReports(
  db: Handle,
  reports: readonly StoredReport[],
  { now, waitMs }: { now: Date; waitMs: number },
): Promise<void> {
  if (reports.length === 0) return;
  const uncertain = reports.filter(({ is_uncertain }) => is_uncertain).map(({ id }) => id);
  await sql`
    UPDATE order_reports r
    SET ${released(waitMs, now)}, is_uncertain = r.id = ANY(${uncertain}::uuid[]), tries = r.tries - 1
    FROM ${claimed(reports)} c WHERE r.id = c.id`.execute(db);
}

const released = (waitMs: number, now: Date) => sql`
  state = CASE r.state WHEN 'reporting' THEN 'to_report' ELSE 'to_withdraw' END, next_try_at = ${fromNow(waitMs)},
  lease_until = NULL, held_by = NULL, updated_at = ${now}::timestamptz`;

/** Makes all waiting reports of a source wait at least this long, because the store limits its calls. */
export async function delayReports(db: Handle, sourceId: string, waitMs: number): Promise<void> {
  const until = fromNow(waitMs);
  await sql`
    UPDATE order_reports r SET next_try_at = ${until}
    FROM (
      SELECT id FROM order_reports
      WHERE source_id = ${sourceId} AND state IN ('to_report', 'to_withdraw') AND next_try_at < ${until}
      ORDER BY id FOR UPDATE
    ) waiting
    WHERE r.id = waiting.id`.execute(db);
}

/** Sends waiting reports soon, for example after the client entered new credentials. */
export async function wakeReports(trx: Trx, sourceId: string): Promise<void> {
  await trx
    .updateTable('order_reports')
    .set({ next_try_at: sql<Date>`now()` })
    .where('source_id', '=', sourceId)
    .where('state', 'in', ['to_report', 'to_withdraw'])
    // After a void, the call of an earlier claim may still reach the store. A withdrawal before that would find nothing.
    .where(sql<boolean>`(lease_until IS NULL OR lease_until <= now())`)
    .execute();
}

/**
 * The next try asks the store first: a person may have entered the tracking number there. A store that cannot tell gets
 * the number again.
 */
export async function retryRefused(trx: Trx, userId: string, orderId: string, now: Date): Promise<number> {
  const { numUpdatedRows } = await trx
    .updateTable('order_reports')
    .set({
      state: 'to_report',
      message: null,
      is_uncertain: true,
      sends_unproven: true,
      tries: 0,
      next_try_at: sql<Date>`now()`,
      updated_at: now,
    })
    .where('order_id', '=', orderId)
    .where('user_id', '=', userId)
    .where('state', '=', 'refused')
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

export interface ReportFacts {
  report_id: string;
  external_id: string;
  number: string;
  reporting: Readonly<Record<string, unknown>>;
  items: ShopItem[];
  recipient: ShopRecipient | null;
  carrier: string;
  service_name: string;
  tracking_number: string | null;
  purchased_at: Date | null;
  has_other_reports: boolean;
  parcel_items: { id: string; quantity: number }[];
}

/** What the store must know about the parcels of these reports. For a few at a time, because orders may be large. */
export async function selectReportFacts(
  db: Handle,
  reports: readonly StoredReport[],
): Promise<Map<string, ReportFacts>> {
  const { rows } = await sql<ReportFacts>`
    SELECT r.id AS report_id, o.external_id, o.number, o.reporting, o.items, o.shop_recipient AS recipient,
           s.carrier, s.service_name, s.tracking_number, s.purchased_at,
           EXISTS (SELECT FROM order_reports e WHERE e.order_id = r.order_id AND e.id <> r.id
                   AND (e.is_uncertain OR e.reference IS NOT NULL)) AS has_other_reports,
           (SELECT coalesce(jsonb_agg(jsonb_build_object('id', i.item_id, 'quantity', i.quantity) ORDER BY i.item_id), '[]')
            FROM order_parcel_items i WHERE i.parcel_id = p.id AND i.order_id = o.id) AS parcel_items
    FROM order_reports r JOIN order_parcels p ON p.id = r.parcel_id JOIN shipments s ON s.id = p.shipment_id
    JOIN orders o ON o.id = r.order_id
    WHERE r.id = ANY(${reports.map(({ id }) => id)}::uuid[])`.execute(db);
  return new Map(rows.map((facts) => [facts.report_id, facts]));
}
