import { sql } from 'kysely';
import type { Handle, Trx } from '../../platform/db/database.ts';
import { fromNow, milliseconds } from '../../platform/db/database-time.ts';
import { literals } from '../../platform/db/literals.ts';
import type { ShopOrder } from '../../providers/order-sources/port.ts';

export interface LookUp {
  sourceId: string;
  externalId: string;
  tries: number;
  /** Changes when the order is named again, so that a lookup in progress does not remove the newer one. */
  claim: Date;
}

/** Polling and the daily comparison find the orders of the hints that are left out. */
const MAX_OF_SOURCE = 5_000;

/** Repeated hints about one order are one lookup. */
export async function addLookUps(
  db: Handle,
  sourceId: string,
  externalIds: readonly string[],
  now: Date,
): Promise<void> {
  if (externalIds.length === 0) return;
  await sql`
    INSERT INTO order_look_ups (source_id, external_id, next_try_at, created_at)
    SELECT ${sourceId}, named.id, now(), ${now}
    FROM unnest(${[...new Set(externalIds)]}::text[]) WITH ORDINALITY AS named (id, nth)
    WHERE named.nth <= ${MAX_OF_SOURCE} - (SELECT count(*) FROM order_look_ups WHERE source_id = ${sourceId})
       OR EXISTS (SELECT FROM order_look_ups k WHERE k.source_id = ${sourceId} AND k.external_id = named.id)
    ON CONFLICT (source_id, external_id) DO UPDATE SET next_try_at = now(), tries = 0`.execute(db);
}

/** Claims lookups that are due, at most `perSource` of one source. */
export async function claimLookUps(
  db: Handle,
  { limit, perSource, leaseMs }: { limit: number; perSource: number; leaseMs: number },
): Promise<LookUp[]> {
  const { rows } = await sql<LookUp>`
    UPDATE order_look_ups l
    SET next_try_at = date_trunc('milliseconds', ${fromNow(leaseMs)}), tries = tries + 1
    FROM (
      SELECT sources.source_id, of_source.external_id
      FROM (
        SELECT n.source_id, min(n.next_try_at) AS since
        FROM order_look_ups n JOIN order_sources s ON s.id = n.source_id JOIN users u ON u.id = s.user_id
        WHERE n.next_try_at <= now() AND s.state = 'active' AND u.status = 'active' AND u.erased_at IS NULL
        GROUP BY n.source_id
      ) sources
      CROSS JOIN LATERAL (
        SELECT d.external_id FROM order_look_ups d
        WHERE d.source_id = sources.source_id AND d.next_try_at <= now()
        ORDER BY d.next_try_at LIMIT ${perSource} FOR UPDATE SKIP LOCKED
      ) of_source
      ORDER BY sources.since LIMIT ${limit}
    ) due
    WHERE l.source_id = due.source_id AND l.external_id = due.external_id
    RETURNING l.source_id AS "sourceId", l.external_id AS "externalId", l.tries, l.next_try_at AS claim`.execute(
    db,
  );
  return rows;
}

/** Keeps a lookup that was added again since it was claimed. */
export async function removeLookUp(trx: Trx, { sourceId, externalId, claim }: LookUp): Promise<void> {
  await trx
    .deleteFrom('order_look_ups')
    .where('source_id', '=', sourceId)
    .where('external_id', '=', externalId)
    .where('next_try_at', '=', claim)
    .execute();
}

export async function postponeLookUps(db: Handle, lookUps: readonly LookUp[], waitMs: number): Promise<void> {
  for (const { sourceId, externalId, claim } of lookUps)
    await db
      .updateTable('order_look_ups')
      .set({ next_try_at: sql<Date>`now() + ${milliseconds(waitMs)}` })
      .where('source_id', '=', sourceId)
      .where('external_id', '=', externalId)
      .where('next_try_at', '=', claim)
      .execute();
}

/** Our copy, in the store's form. */
export async function selectShopOrder(
  db: Handle,
  sourceId: string,
  externalId: string,
): Promise<ShopOrder | undefined> {
  const order = await db
    .selectFrom('orders')
    .selectAll()
    .where('source_id', '=', sourceId)
    .where('external_id', '=', externalId)
    .executeTakeFirst();
  if (!order) return undefined;
  return {
    externalId: order.external_id,
    number: order.number,
    placedAt: order.placed_at,
    updatedAt: order.changed_at,
    paid: order.paid,
    state: order.shop_state,
    nothingToShip: order.nothing_to_ship,
    currency: order.currency,
    totalCents: order.total_cents,
    shippingPaidCents: order.shipping_paid_cents,
    shippingMethod: order.shipping_method,
    buyerNote: order.notes.buyer,
    merchantNote: order.notes.merchant,
    giftMessage: order.notes.gift,
    tags: order.shop_tags,
    recipient: order.shop_recipient,
    recipientWithheld: order.recipient_withheld,
    shipBy: order.ship_by,
    deliverBy: order.deliver_by,
    items: order.items,
    reportCountsFor: order.report_counts_for,
    reporting: order.reporting,
  };
}

const ENDED = literals(['shipped', 'cancelled']);

/** Of the orders that the store has to ship: those that we do not have, and those that we believe to be done. */
export async function selectDiffering(
  db: Handle,
  sourceId: string,
  externalIds: readonly string[],
): Promise<{ missing: string[]; ended: string[] }> {
  const { rows } = await sql<{ id: string; is_missing: boolean }>`
    SELECT named.id, o.id IS NULL AS is_missing
    FROM unnest(${[...externalIds]}::text[]) AS named (id)
    LEFT JOIN orders o ON o.source_id = ${sourceId} AND o.external_id = named.id
    WHERE o.id IS NULL OR o.shop_state IN (${ENDED})`.execute(db);
  return {
    missing: rows.filter((row) => row.is_missing).map(({ id }) => id),
    ended: rows.filter((row) => !row.is_missing).map(({ id }) => id),
  };
}

/** Orders that we would ship, stored before the comparison started. */
export async function selectOpenHere(
  db: Handle,
  source: { id: string; user_id: string },
  before: Date,
): Promise<string[]> {
  const rows = await db
    .selectFrom('orders')
    .select('external_id')
    .where('user_id', '=', source.user_id)
    .where('source_id', '=', source.id)
    .where('status', 'in', ['ready', 'attention', 'held'])
    .where('shop_state', 'not in', ['shipped', 'cancelled'])
    .where('created_at', '<', before)
    .execute();
  return rows.map((row) => row.external_id);
}
