import type { OrderPreparation, OrderRecipient } from '@lading/contract/orders/orders.ts';
import { sql } from 'kysely';
import type { Handle, Trx } from '../../platform/db/database.ts';
import type { ReportState } from './order-reports.states.ts';
import type { StoredItem } from './orders.tables.ts';

/** What a person set. Absent fields stay as they are. */
interface OrderEdit {
  id: string;
  recipient?: OrderRecipient | null | undefined;
  preparation?: OrderPreparation | undefined;
  tags?: string[] | undefined;
}

/** A recipient that was erased and entered again is personal data again. The store's copy is still erased. */
export async function saveEdits(trx: Trx, edits: readonly OrderEdit[], now: Date): Promise<void> {
  await sql`
    UPDATE orders o
    SET recipient = CASE WHEN n.sets_recipient THEN nullif(n.recipient, 'null') ELSE o.recipient END,
        preparation = coalesce(n.preparation, o.preparation),
        tags = CASE WHEN n.tags IS NULL THEN o.tags ELSE ARRAY(SELECT jsonb_array_elements_text(n.tags)) END,
        erased_at = CASE
          WHEN nullif(n.recipient, 'null') IS NOT NULL THEN NULL
          WHEN n.sets_recipient AND o.shop_recipient ->> 'name' = '' AND o.shop_recipient ->> 'line1' = ''
          THEN coalesce(o.erased_at, ${now}::timestamptz)
          ELSE o.erased_at END,
        updated_at = ${now}::timestamptz
    FROM jsonb_to_recordset(${JSON.stringify(
      edits.map((edit) => ({ ...edit, sets_recipient: edit.recipient !== undefined })),
    )}::jsonb)
      AS n(id uuid, sets_recipient boolean, recipient jsonb, preparation jsonb, tags jsonb)
    WHERE o.id = n.id`.execute(trx);
}

/** The client has seen what the store changed so far. A cancellation may have hidden that the address is another one, too. */
export async function saveSeenChanges(
  trx: Trx,
  id: string,
  { withAddress }: { withAddress: boolean },
): Promise<void> {
  await sql`
    UPDATE orders SET seen_changes_until = changed_at, recipient_changed = recipient_changed AND NOT ${withAddress}
    WHERE id = ${id}`.execute(trx);
}

/**
 * Clears this message, which removes the problem from the order. The state stays, so the report can still be sent again. The
 * order shows one message at a time, so another one is yet to be seen.
 */
export async function dismissReports(
  trx: Trx,
  orderId: string,
  state: ReportState,
  message: string,
): Promise<void> {
  await sql`
    UPDATE order_reports SET message = NULL
    WHERE order_id = ${orderId} AND state = ${state} AND message = ${message}`.execute(trx);
}

/** After a change of the order, an earlier failure says nothing about the next label. */
export async function clearLabelErrors(trx: Trx, orderIds: readonly string[]): Promise<void> {
  await sql`
    UPDATE order_parcels p SET error = NULL
    WHERE p.error IS NOT NULL AND p.state = 'released'
      AND p.id IN (SELECT parcel_id FROM order_parcel_items WHERE order_id = ANY(${orderIds}::uuid[]))`.execute(
    trx,
  );
}

/** Stores how many pieces we ship, and how many were shipped outside Lading. */
export async function saveItems(
  trx: Trx,
  id: string,
  items: readonly StoredItem[],
  now: Date,
): Promise<void> {
  await sql`
    UPDATE orders SET items = ${JSON.stringify(items)}::jsonb, updated_at = ${now}::timestamptz WHERE id = ${id}`.execute(
    trx,
  );
}

/** Stores a hold that a person set. */
export async function saveHold(
  trx: Trx,
  id: string,
  { reason, until }: { reason: string; until: string | null },
  now: Date,
): Promise<void> {
  await sql`
    UPDATE orders SET hold_reason = ${reason}, hold_until = ${until}::date, hold_rule_id = NULL, updated_at = ${now}::timestamptz
    WHERE id = ${id}`.execute(trx);
}

/** Rules that hold the order now will not hold it again. */
export async function releaseHolds(trx: Trx, ids: readonly string[], now: Date): Promise<void> {
  await sql`
    UPDATE orders
    SET hold_reason = NULL, hold_until = NULL, hold_rule_id = NULL, updated_at = ${now}::timestamptz,
        released_holds = ARRAY(
          SELECT unnest(released_holds) UNION SELECT hold_rule_id WHERE hold_rule_id IS NOT NULL
          UNION SELECT (ran ->> 'ruleId')::uuid FROM jsonb_array_elements(rule_trace) ran
                WHERE ran -> 'actions' @> '[{"value": {"field": "hold"}}]')
    WHERE id = ANY(${ids}::uuid[])`.execute(trx);
}

export interface HeldOrder {
  id: string;
  user_id: string;
  hold_until: string;
}

/** Orders whose hold has ended, earliest first. */
export async function selectHeldUntil(
  db: Handle,
  today: string,
  { after, limit }: { after: HeldOrder | null; limit: number },
): Promise<HeldOrder[]> {
  const { rows } = await sql<HeldOrder>`
    SELECT id, user_id, hold_until FROM orders
    WHERE status = 'held' AND hold_until <= ${today}::date
      ${after ? sql`AND (hold_until, id) > (${after.hold_until}::date, ${after.id}::uuid)` : sql``}
    ORDER BY hold_until, id LIMIT ${limit}`.execute(db);
  return rows;
}

/** Locks these orders of the client, and returns those whose hold has ended. */
export async function lockHeldUntil(
  trx: Trx,
  userId: string,
  ids: readonly string[],
  today: string,
): Promise<string[]> {
  const { rows } = await sql<{ id: string; isEnded: boolean | null }>`
    SELECT id, hold_until <= ${today}::date AS "isEnded" FROM orders
    WHERE user_id = ${userId} AND id = ANY(${ids}::uuid[]) ORDER BY id FOR UPDATE`.execute(trx);
  return rows.flatMap(({ id, isEnded }) => (isEnded ? [id] : []));
}
