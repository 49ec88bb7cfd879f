import { sql } from 'kysely';
import { insertedOne } from '../../platform/db/affected-rows.ts';
import type { Handle, Trx } from '../../platform/db/database.ts';
import type { NewRow, Row } from '../../platform/db/schema.ts';
import type { StopReason } from './top-ups.tables.ts';

export type AutomaticTopUp = Row<'automatic_top_ups'>;

export const selectSettings = (db: Handle, userId: string): Promise<AutomaticTopUp | undefined> =>
  db.selectFrom('automatic_top_ups').selectAll().where('user_id', '=', userId).executeTakeFirst();

/** Until the transaction ends, no other automatic top-up of the client starts. */
export const lockSettings = (trx: Trx, userId: string): Promise<AutomaticTopUp | undefined> =>
  trx
    .selectFrom('automatic_top_ups')
    .selectAll()
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst();

export async function saveSettings(trx: Trx, settings: NewRow<'automatic_top_ups'>): Promise<void> {
  const { user_id: _, ...change } = settings;
  await trx
    .insertInto('automatic_top_ups')
    .values(settings)
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(change))
    .execute();
}

/** Whether a dispute pauses the top-ups of the settings `a`, until the client saves them again. */
const isDisputed = sql`EXISTS (
  SELECT FROM disputes d JOIN payments p ON p.id = d.payment_id
  WHERE p.user_id = a.user_id AND d.state IN ('open', 'lost') AND d.opened_at >= a.acted_at)`;

/** Another card is the default, or its bank has renewed it, so earlier failures no longer count. A dispute still does. */
export async function resume(trx: Trx, userId: string, now: Date): Promise<void> {
  await sql`
    UPDATE automatic_top_ups a
    SET wait_until = NULL, stopped = NULL, acted_at = CASE WHEN ${isDisputed} THEN a.acted_at ELSE ${now}::timestamptz END
    WHERE a.user_id = ${userId}`.execute(trx);
}

/**
 * A stored card was charged after the last failure, so earlier failures no longer count. They do while a dispute pauses
 * the top-ups: a top-up by hand does not say that they may continue.
 */
export async function resumeAfterCharge(db: Handle): Promise<void> {
  await sql`
    UPDATE automatic_top_ups a SET wait_until = NULL, stopped = NULL, acted_at = charged.at
    FROM (
      SELECT w.user_id, max(p.succeeded_at) AS at FROM automatic_top_ups w
      JOIN payments p ON p.user_id = w.user_id AND p.created_at >= w.acted_at AND p.card_id IS NOT NULL AND p.status = 'succeeded'
      WHERE w.enabled AND (w.wait_until IS NOT NULL OR w.stopped = 'declined')
      GROUP BY w.user_id
    ) charged
    WHERE a.user_id = charged.user_id AND charged.at > a.acted_at
      AND charged.at > (SELECT max(f.created_at) FROM top_up_failures f WHERE f.user_id = a.user_id AND f.automatic)
      AND NOT ${isDisputed}`.execute(db);
}

export async function pause(
  trx: Trx,
  userId: string,
  change: { waitUntil: Date } | { stopped: StopReason },
): Promise<void> {
  await trx
    .updateTable('automatic_top_ups')
    .set('waitUntil' in change ? { wait_until: change.waitUntil } : { stopped: change.stopped })
    .where('user_id', '=', userId)
    .execute();
}

export async function turnOff(trx: Trx, userId: string, now: Date): Promise<void> {
  await trx
    .updateTable('automatic_top_ups')
    .set({ enabled: false, updated_at: now })
    .where('user_id', '=', userId)
    .execute();
}

/** Clients whose balance is below their threshold and for whom a top-up may start. */
export async function selectClientsToTopUp(
  db: Handle,
  { now, provider, limit }: { now: Date; provider: string; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    SELECT a.user_id FROM automatic_top_ups a
    JOIN users u ON u.id = a.user_id AND u.role = 'client' AND u.status = 'active'
    JOIN stored_cards c ON c.user_id = a.user_id AND c.is_default AND c.provider = ${provider}
    LEFT JOIN balances b ON b.user_id = a.user_id
    WHERE a.enabled AND a.stopped IS NULL AND (a.wait_until IS NULL OR a.wait_until <= ${now})
      AND coalesce(b.cents, 0) < a.threshold_cents
      AND NOT EXISTS (
        SELECT FROM payments p WHERE p.user_id = a.user_id AND p.automatic AND p.status IN ('created', 'processing'))
      AND NOT ${isDisputed}
    ORDER BY a.updated_at LIMIT ${limit}`.execute(db);
  return rows.map(({ user_id: userId }) => userId);
}

/** A client who became an admin can't spend the balance. */
export const isActiveClient = async (db: Handle, userId: string): Promise<boolean> =>
  (await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('role', '=', 'client')
    .where('status', '=', 'active')
    .executeTakeFirst()) !== undefined;

/** False when the failure is already recorded. */
export const insertFailure = (trx: Trx, failure: NewRow<'top_up_failures'>): Promise<boolean> =>
  insertedOne(
    trx
      .insertInto('top_up_failures')
      .values(failure)
      .onConflict((conflict) => conflict.column('payment_id').doNothing()),
  );

export const selectFailure = (db: Handle, paymentId: string) =>
  db
    .selectFrom('top_up_failures')
    .select(['code', 'created_at'])
    .where('payment_id', '=', paymentId)
    .executeTakeFirst();

/** Failures of automatic top-ups since then. */
export async function countFailures(db: Handle, userId: string, since: Date): Promise<number> {
  const { count } = await db
    .selectFrom('top_up_failures')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('automatic', '=', true)
    .where('created_at', '>=', since)
    .executeTakeFirstOrThrow();
  return count;
}

export async function deleteSettingsOf(trx: Trx, userId: string): Promise<void> {
  await trx.deleteFrom('automatic_top_ups').where('user_id', '=', userId).execute();
}
