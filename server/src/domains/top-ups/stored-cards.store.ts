import { sql } from 'kysely';
import { updatedOne } from '../../platform/db/affected-rows.ts';
import type { Handle, Trx } from '../../platform/db/database.ts';
import type { NewRow, Row } from '../../platform/db/schema.ts';

export type StoredCardRow = Row<'stored_cards'>;

export async function selectCustomer(
  db: Handle,
  userId: string,
  provider: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('payment_customers')
    .select('customer_id')
    .where('user_id', '=', userId)
    .where('provider', '=', provider)
    .executeTakeFirst();
  return row?.customer_id;
}

/** Keeps the first customer when two requests create one at the same time. */
export async function insertCustomer(db: Handle, customer: NewRow<'payment_customers'>): Promise<void> {
  await db
    .insertInto('payment_customers')
    .values(customer)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Does nothing if another request has already replaced the missing customer. */
export async function replaceCustomer(
  db: Handle,
  {
    userId,
    provider,
    missing,
    created,
  }: { userId: string; provider: string; missing: string; created: string },
): Promise<void> {
  await db
    .updateTable('payment_customers')
    .set({ customer_id: created })
    .where('user_id', '=', userId)
    .where('provider', '=', provider)
    .where('customer_id', '=', missing)
    .execute();
}

/** Until the transaction ends, nothing else changes the client's cards. */
export async function lockCards(trx: Trx, userId: string, provider: string): Promise<StoredCardRow[]> {
  await trx
    .selectFrom('payment_customers')
    .select('customer_id')
    .where('user_id', '=', userId)
    .where('provider', '=', provider)
    .forUpdate()
    .execute();
  return selectCards(trx, userId, provider);
}

/** The default card first, then the newest. */
export const selectCards = (db: Handle, userId: string, provider: string): Promise<StoredCardRow[]> =>
  db
    .selectFrom('stored_cards')
    .selectAll()
    .where('user_id', '=', userId)
    .where('provider', '=', provider)
    .where('removed_at', 'is', null)
    .orderBy('is_default', 'desc')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();

/** Includes cards that the client has removed. */
export const selectCardById = (db: Handle, id: string): Promise<StoredCardRow | undefined> =>
  db.selectFrom('stored_cards').selectAll().where('id', '=', id).executeTakeFirst();

/**
 * Adds a card that the provider listed at `readAt`, or updates what the provider knows of it. Returns whether it is new.
 */
export async function upsertCard(
  trx: Trx,
  card: Omit<NewRow<'stored_cards'>, 'is_default'>,
  readAt: Date,
): Promise<boolean> {
  const { is_new: isNew } = await trx
    .insertInto('stored_cards')
    .values(card)
    .onConflict((conflict) =>
      conflict.constraint('stored_cards_method').doUpdateSet({
        brand: (eb) => eb.ref('excluded.brand'),
        last4: (eb) => eb.ref('excluded.last4'),
        exp_month: (eb) => eb.ref('excluded.exp_month'),
        exp_year: (eb) => eb.ref('excluded.exp_year'),
        // A new expiration date may need a new notice.
        expiry_told_at: sql`CASE WHEN stored_cards.exp_year = excluded.exp_year AND stored_cards.exp_month = excluded.exp_month
          THEN stored_cards.expiry_told_at END`,
        // The list says nothing about a card that was removed after it was read.
        removed_at: sql`CASE WHEN stored_cards.removed_at >= ${readAt} THEN stored_cards.removed_at END`,
      }),
    )
    .returning(sql<boolean>`xmax = 0`.as('is_new'))
    .executeTakeFirstOrThrow();
  return isNew;
}

export async function makeDefault(trx: Trx, userId: string, id: string | null): Promise<void> {
  await trx
    .updateTable('stored_cards')
    .set({ is_default: false })
    .where('user_id', '=', userId)
    .where('is_default', '=', true)
    .execute();
  if (id === null) return;
  await trx.updateTable('stored_cards').set({ is_default: true }).where('id', '=', id).execute();
}

export const markRemoved = (trx: Trx, id: string, now: Date): Promise<boolean> =>
  updatedOne(
    trx
      .updateTable('stored_cards')
      .set({ removed_at: now, is_default: false })
      .where('id', '=', id)
      .where('removed_at', 'is', null),
  );

export async function markRefused(trx: Trx, id: string, now: Date): Promise<void> {
  await trx
    .updateTable('stored_cards')
    .set({ refused_at: now })
    .where('id', '=', id)
    .where('refused_at', 'is', null)
    .execute();
}

/** Default cards of automatic top-ups that expire before `until` and whose owner has not been notified. */
export async function selectExpiring(
  db: Handle,
  { provider, until, id, limit }: { provider: string; until: Date; id?: string; limit: number },
): Promise<{ id: string; user_id: string }[]> {
  const { rows } = await sql<{ id: string; user_id: string }>`
    SELECT c.id, c.user_id FROM automatic_top_ups a
    JOIN stored_cards c ON c.user_id = a.user_id AND c.is_default
    JOIN users u ON u.id = a.user_id AND u.status = 'active'
    WHERE a.enabled AND c.provider = ${provider} AND c.expiry_told_at IS NULL
      AND ${id === undefined ? sql`true` : sql`c.id = ${id}`}
      AND make_date(c.exp_year, c.exp_month, 1) + interval '1 month' < ${until}
    ORDER BY c.created_at LIMIT ${limit}`.execute(db);
  return rows;
}

export const markExpiryNoticed = (trx: Trx, id: string, now: Date): Promise<boolean> =>
  updatedOne(
    trx
      .updateTable('stored_cards')
      .set({ expiry_told_at: now })
      .where('id', '=', id)
      .where('is_default', '=', true)
      .where('expiry_told_at', 'is', null),
  );

export async function deleteCardsOf(trx: Trx, userId: string): Promise<void> {
  await trx.deleteFrom('card_setups').where('user_id', '=', userId).execute();
  await trx.deleteFrom('stored_cards').where('user_id', '=', userId).execute();
  await trx.deleteFrom('payment_customers').where('user_id', '=', userId).execute();
}
