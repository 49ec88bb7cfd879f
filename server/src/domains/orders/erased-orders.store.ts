import type { OrderSourceKind } from '@lading/contract/orders/order-sources.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Trx } from '../../platform/db/database.ts';

/** In the order in which the tables refer to each other. */
export async function deleteOrdersOf(trx: Trx, userId: string): Promise<void> {
  await sql`DELETE FROM order_authorizations WHERE user_id = ${userId}`.execute(trx);
  await sql`DELETE FROM order_unsubscriptions WHERE user_id = ${userId}`.execute(trx);
  await sql`DELETE FROM order_views WHERE user_id = ${userId}`.execute(trx);
  await sql`DELETE FROM order_rechecks WHERE user_id = ${userId}`.execute(trx);
  await sql`DELETE FROM order_reports WHERE user_id = ${userId}`.execute(trx);
  await sql`DELETE FROM order_look_ups WHERE source_id IN (SELECT id FROM order_sources WHERE user_id = ${userId})`.execute(
    trx,
  );
  // Also deletes their items.
  await sql`DELETE FROM order_parcels WHERE user_id = ${userId}`.execute(trx);
  await sql`DELETE FROM order_search_texts WHERE user_id = ${userId}`.execute(trx);
  await sql`DELETE FROM orders WHERE user_id = ${userId}`.execute(trx);
  await sql`DELETE FROM order_sources WHERE user_id = ${userId}`.execute(trx);
}

const NO_SHOP_CONTACT = { name: '', company: '', line1: '', line2: '', line3: '', phone: '', email: '' };
const NO_CONTACT = { fullName: '', company: '', email: '', phone: '', address: '', address2: '' };
const NO_NOTES = { buyer: '', merchant: '', gift: '' };

const erasure = (now: Date) => sql`
  shop_recipient = shop_recipient || ${JSON.stringify(NO_SHOP_CONTACT)}::jsonb, recipient = recipient || ${JSON.stringify(NO_CONTACT)}::jsonb,
  notes = ${JSON.stringify(NO_NOTES)}::jsonb, hold_reason = NULL, hold_rule_id = NULL, recipient_key = NULL,
  reporting = reporting - 'buyer', erased_at = ${now}::timestamptz`;

/** No address has the empty key, so a row with the erased address never gets its order back. */
const anonymizedParcels = sql`parcels AS (
  UPDATE order_parcels SET recipient_key = ''
  WHERE id IN (SELECT parcel_id FROM order_parcel_items WHERE order_id IN (SELECT id FROM erased)))`;

/** Finds the order by its number only. */
const anonymizedSearchTexts = sql`search_texts AS (
  UPDATE order_search_texts t SET search_text = CASE t.part WHEN 'order' THEN lower(e.number) ELSE '' END
  FROM erased e WHERE t.order_id = e.id)`;

export interface OldOrders {
  before: Date;
  now: Date;
  limit: number;
  /** `done`: shipped or excluded. `forgotten`: open, and neither the store nor the client has changed them since. */
  which: 'done' | 'forgotten';
}

const OLD: Readonly<Record<OldOrders['which'], (before: Date) => RawBuilder<unknown>>> = {
  done: () => sql`status IN ('shipped', 'excluded')`,
  forgotten: (before) =>
    sql`status IN ('ready', 'attention', 'held') AND updated_at < ${before} AND hold_until IS NULL AND NOT EXISTS (
      SELECT FROM order_parcel_items i JOIN order_parcels p ON p.id = i.parcel_id
      WHERE i.order_id = orders.id AND p.state = 'in_batch')`,
};

/** Keeps city, state, ZIP code and country. Forgotten orders must be refreshed then. */
export async function anonymizeOldOrders(
  trx: Trx,
  { before, now, limit, which }: OldOrders,
): Promise<ErasedOrder[]> {
  const { rows } = await sql<ErasedOrder>`
    WITH erased AS (
      UPDATE orders SET ${erasure(now)}
      WHERE id IN (
        SELECT id FROM orders WHERE erased_at IS NULL AND placed_at < ${before} AND ${OLD[which](before)}
        ORDER BY placed_at LIMIT ${limit} FOR UPDATE SKIP LOCKED)
      RETURNING id, user_id, number
    ), ${anonymizedParcels}, ${anonymizedSearchTexts}
    SELECT id, user_id AS "userId" FROM erased`.execute(trx);
  return rows;
}

export interface ErasedOrder {
  id: string;
  userId: string;
}

/** The same for all orders of a buyer, by the names that the marketplace has for them. */
export async function anonymizeOrdersOfBuyer(
  trx: Trx,
  { kind, names, now }: { kind: OrderSourceKind; names: readonly string[]; now: Date },
): Promise<ErasedOrder[]> {
  const { rows } = await sql<ErasedOrder>`
    WITH erased AS (
      UPDATE orders SET ${erasure(now)}
      WHERE source_id IN (SELECT id FROM order_sources WHERE kind = ${kind})
        AND reporting ? 'buyer' AND reporting ->> 'buyer' = ANY(${names}::text[])
      RETURNING id, user_id, number
    ), ${anonymizedParcels}, ${anonymizedSearchTexts}
    SELECT id, user_id AS "userId" FROM erased`.execute(trx);
  return rows;
}
