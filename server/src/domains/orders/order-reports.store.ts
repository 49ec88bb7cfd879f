import { sql } from 'kysely';
import { updatedOne } from '../../platform/db/affected-rows.ts';
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

/** Claims reports that are due, at most `perSource` of one source, so that a slow shop does not delay others. */
export async function claimReports(
  db: Handle,
  { limit, perSource, leaseMs }: { limit: number; perSource: number; leaseMs: number },
): Promise<StoredReport[]> {
  const { rows } = await sql<StoredReport>`
    UPDATE order_reports r
    SET state = CASE r.state WHEN 'to_report' THEN 'reporting' ELSE 'withdrawing' END,
        tries = r.tries + 1, lease_until = ${fromNow(leaseMs)}, held_by = ${INSTANCE_ID}
    FROM (
      SELECT d.id FROM order_reports d
      JOIN (
        SELECT n.id, row_number() OVER (PARTITION BY n.source_id ORDER BY n.next_try_at, n.id) AS nth
        FROM order_reports n JOIN order_sources s ON s.id = n.source_id JOIN users u ON u.id = s.user_id
        WHERE n.next_try_at <= now() AND n.state IN ('to_report', 'to_withdraw')
          AND s.state = 'active' AND u.status = 'active' AND u.erased_at IS NULL
      ) ranked ON ranked.id = d.id AND ranked.nth <= ${perSource}
      WHERE d.next_try_at <= now() AND d.state IN ('to_report', 'to_withdraw')
      LIMIT ${limit} FOR UPDATE OF d SKIP LOCKED
    ) due
    WHERE r.id = due.id
    RETURNING r.*`.execute(db);
  return rows;
}

/** Only while this process has the claim: a late answer changes nothing. */
const claimed = (db: Handle, { id, tries, state }: StoredReport) =>
  db
    .updateTable('order_reports')
    .where('id', '=', id)
    .where('held_by', '=', INSTANCE_ID)
    .where('tries', '=', tries)
    .where('state', '=', state);

/** Before every call. False when the claim is lost. */
export const markUncertain = (
  db: Handle,
  report: StoredReport,
  now: Date,
  leaseMs: number,
): Promise<boolean> =>
  updatedOne(claimed(db, report).set({ is_uncertain: true, lease_until: fromNow(leaseMs), updated_at: now }));

export interface ReportEnd {
  state: Extract<ReportState, 'reported' | 'refused' | 'withdrawn' | 'not_withdrawn'>;
  reference?: string;
  message?: string | null;
  reportedAt?: Date;
}

/** False when the claim is lost. */
export const finishReport = (
  trx: Trx,
  report: StoredReport,
  { state, reference, message = null, reportedAt }: ReportEnd,
  now: Date,
): Promise<boolean> =>
  updatedOne(
    claimed(trx, report).set({
      state,
      message,
      is_uncertain: false,
      next_try_at: null,
      lease_until: null,
      held_by: null,
      updated_at: now,
      ...(reference !== undefined && { reference }),
      ...(reportedAt && { reported_at: reportedAt }),
    }),
  );

export async function postponeReports(
  db: Handle,
  reports: readonly StoredReport[],
  wait: { now: Date; waitMs: number; isUncertain?: boolean; message?: string; isUntried?: true },
): Promise<void> {
  for (const report of reports)
    await claimed(db, report)
      .set({
        state: report.state === 'reporting' ? 'to_report' : 'to_withdraw',
        next_try_at: fromNow(wait.waitMs),
        lease_until: null,
        held_by: null,
        updated_at: wait.now,
        ...(wait.isUntried && { tries: report.tries - 1 }),
        ...(wait.message !== undefined && { message: wait.message }),
        ...(wait.isUncertain !== undefined && { is_uncertain: wait.isUncertain }),
      })
      .execute();
}

/** Sends waiting reports soon, for example after the client entered new credentials. */
export async function wakeReports(trx: Trx, sourceId: string): Promise<void> {
  await trx
    .updateTable('order_reports')
    .set({ next_try_at: sql<Date>`now()` })
    .where('source_id', '=', sourceId)
    .where('state', 'in', ['to_report', 'to_withdraw'])
    .execute();
}

/** The next try asks the shop first: a person may have entered the tracking number there. */
export async function retryRefused(trx: Trx, userId: string, orderId: string, now: Date): Promise<number> {
  const { numUpdatedRows } = await trx
    .updateTable('order_reports')
    .set({
      state: 'to_report',
      message: null,
      is_uncertain: true,
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
  external_id: string;
  number: string;
  reporting: Readonly<Record<string, unknown>>;
  items: ShopItem[];
  recipient: ShopRecipient | null;
  carrier: string;
  service_name: string;
  tracking_number: string | null;
  purchased_at: Date | null;
  position: number;
  parcel_items: { id: string; quantity: number }[];
}

/** What the shop must know about the parcel of a report. */
export async function selectReportFacts(
  db: Handle,
  { parcel_id, order_id }: StoredReport,
): Promise<ReportFacts> {
  const { rows } = await sql<ReportFacts>`
    SELECT o.external_id, o.number, o.reporting, o.items, o.shop_recipient AS recipient,
           s.carrier, s.service_name, s.tracking_number, s.purchased_at,
           (SELECT count(*) FROM order_parcels e
            WHERE e.shipment_id IS NOT NULL AND (e.created_at, e.id) <= (p.created_at, p.id)
              AND e.id IN (SELECT parcel_id FROM order_parcel_items WHERE order_id = o.id)) AS position,
           (SELECT coalesce(jsonb_agg(jsonb_build_object('id', i.item_id, 'quantity', i.quantity) ORDER BY i.item_id), '[]')
            FROM order_parcel_items i WHERE i.parcel_id = p.id AND i.order_id = o.id) AS parcel_items
    FROM order_parcels p JOIN shipments s ON s.id = p.shipment_id JOIN orders o ON o.id = ${order_id}
    WHERE p.id = ${parcel_id}`.execute(db);
  const [facts] = rows;
  if (!facts) throw new Error('The parcel of a report has no shipment');
  return facts;
}

/** For an order whose shop has just changed it because of us. */
export const selectExternalId = async (db: Handle, orderId: string): Promise<string> =>
  (await db.selectFrom('orders').select('external_id').where('id', '=', orderId).executeTakeFirstOrThrow())
    .external_id;
