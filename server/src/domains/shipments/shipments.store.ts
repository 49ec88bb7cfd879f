import { type Selectable, sql, type Updateable, type UpdateObject } from 'kysely';
import { updatedOne } from '../../platform/db/affected-rows.ts';
import type { Handle } from '../../platform/db/database.ts';
import { fromNow } from '../../platform/db/database-time.ts';
import { INSTANCE_ID, isHeldByDead } from '../../platform/db/instances.ts';
import type { Schema } from '../../platform/db/schema.ts';
import { IN_PROGRESS, type StateBefore } from './shipments.states.ts';
import type {
  AttemptState,
  PurchaseAttemptsTable,
  ShipmentState,
  ShipmentsTable,
} from './shipments.tables.ts';

export type StoredShipment = Selectable<ShipmentsTable>;
export type StoredAttempt = Selectable<PurchaseAttemptsTable>;

/** As literals, because the partial index on these states does not match parameters. */
const IN_PROGRESS_LITERALS = IN_PROGRESS.map((state) => sql.lit<ShipmentState>(state));

/** No worker has claimed it: the lease has ended, or its process was killed. */
const IS_FREE = sql<boolean>`(lease_until IS NULL OR lease_until <= now() OR ${isHeldByDead('held_by')})`;

export const selectShipment = (db: Handle, id: string): Promise<StoredShipment | undefined> =>
  db.selectFrom('shipments').selectAll().where('id', '=', id).executeTakeFirst();

export const selectShipmentOfQuote = (db: Handle, userId: string, quoteId: string) =>
  db
    .selectFrom('shipments')
    .selectAll()
    .where('quote_id', '=', quoteId)
    .where('user_id', '=', userId)
    .executeTakeFirst();

/**
 * Claims a paid shipment for purchase and starts an attempt. Every later write must use the new fence number.
 * Returns undefined when the account is not active or another worker has claimed the shipment.
 */
export const claimPaid = (
  db: Handle,
  id: string,
  leaseMs: number,
  attempt: { id: string; startedAt: Date },
) =>
  db
    .with('claimed', (cte) =>
      cte
        .updateTable('shipments')
        .set({
          state: 'purchasing',
          fence: sql`fence + 1`,
          attempts: sql`attempts + 1`,
          lease_until: fromNow(leaseMs),
          held_by: INSTANCE_ID,
        })
        .where('id', '=', id)
        .where('state', '=', 'paid')
        // The lock makes a suspension wait until this transaction ends.
        .where('user_id', 'in', (active) =>
          active
            .selectFrom('users')
            .select('users.id')
            .whereRef('users.id', '=', 'shipments.user_id')
            .where('users.status', '=', 'active')
            .forShare(),
        )
        .returningAll(),
    )
    .with('attempt', (cte) =>
      cte
        .insertInto('purchase_attempts')
        .columns(['id', 'shipment_id', 'number', 'state', 'started_at'])
        .expression((claimed) =>
          claimed
            .selectFrom('claimed')
            .select([
              sql<string>`${attempt.id}::uuid`.as('id'),
              'claimed.id as shipment_id',
              'claimed.attempts',
              sql<AttemptState>`'started'`.as('state'),
              sql<Date>`${attempt.startedAt}::timestamptz`.as('started_at'),
            ]),
        ),
    )
    .selectFrom('claimed')
    .selectAll()
    .executeTakeFirst();

/** Claims a shipment whose lease has expired or whose process was killed. Writes of the previous worker then fail on the fence number. */
export const takeOver = (
  db: Handle,
  id: string,
  from: StateBefore<'purchase_unknown'>,
  leaseMs: number,
): Promise<StoredShipment | undefined> =>
  db
    .updateTable('shipments')
    .set({
      state: 'purchase_unknown',
      fence: sql`fence + 1`,
      lease_until: fromNow(leaseMs),
      held_by: INSTANCE_ID,
    })
    .where('id', '=', id)
    .where('state', '=', from)
    .where(IS_FREE)
    .returningAll()
    .executeTakeFirst();

type Held = Pick<StoredShipment, 'id' | 'fence'>;
type ShipmentChange = Omit<UpdateObject<Schema, 'shipments'>, 'state'>;

/** Moves a shipment that the caller has claimed. False when another worker has claimed it since. */
export async function moveFenced<To extends ShipmentState>(
  db: Handle,
  { id, fence }: Held,
  from: readonly StateBefore<NoInfer<To>>[],
  to: To,
  change: ShipmentChange = {},
): Promise<boolean> {
  return updatedOne(
    db
      .updateTable('shipments')
      .set({ ...change, state: to })
      .where('id', '=', id)
      .where('fence', '=', fence)
      .where('state', 'in', from as readonly ShipmentState[]),
  );
}

/** Moves a shipment that no worker has claimed. True only for the caller that moved it. */
export async function moveShipment<To extends ShipmentState>(
  db: Handle,
  id: string,
  from: readonly StateBefore<NoInfer<To>>[],
  to: To,
  change: ShipmentChange = {},
): Promise<boolean> {
  return updatedOne(
    db
      .updateTable('shipments')
      .set({ ...change, state: to })
      .where('id', '=', id)
      .where('state', 'in', from as readonly ShipmentState[]),
  );
}

/** Keeps the sweep away from a claimed shipment for this long. */
export async function deferFor(db: Handle, { id, fence }: Held, ms: number): Promise<void> {
  await db
    .updateTable('shipments')
    .set({ lease_until: fromNow(ms) })
    .where('id', '=', id)
    .where('fence', '=', fence)
    .execute();
}

export const selectLiveAttempt = (db: Handle, shipmentId: string): Promise<StoredAttempt | undefined> =>
  db
    .selectFrom('purchase_attempts')
    .selectAll()
    .where('shipment_id', '=', shipmentId)
    .where('state', 'in', [sql.lit<AttemptState>('started'), sql.lit<AttemptState>('unknown')])
    .executeTakeFirst();

/** Attempts whose order may have reached the label provider. One that was never sent is declined without a lookup. */
export async function countSentOrders(db: Handle, shipmentId: string): Promise<number> {
  const { count } = await db
    .selectFrom('purchase_attempts')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('shipment_id', '=', shipmentId)
    .where((eb) => eb.or([eb('state', '<>', 'declined'), eb('look_ups', '>', 0)]))
    .executeTakeFirstOrThrow();
  return count;
}

export async function updateAttempt(
  db: Handle,
  id: string,
  change: Updateable<PurchaseAttemptsTable>,
): Promise<void> {
  await db.updateTable('purchase_attempts').set(change).where('id', '=', id).execute();
}

/** Shipments in progress that no worker has claimed. */
export const selectStalled = (db: Handle, limit: number) =>
  db
    .selectFrom('shipments')
    .selectAll()
    .where('state', 'in', IN_PROGRESS_LITERALS)
    .where(IS_FREE)
    .orderBy('created_at')
    .limit(limit)
    .execute();

/** Shipments without a label whose refund has succeeded. */
export const selectRefunded = (db: Handle, limit: number) =>
  db
    .selectFrom('shipments')
    .innerJoin('refunds', (join) =>
      join.onRef('refunds.shipment_id', '=', 'shipments.id').on('refunds.kind', '=', 'failed_purchase'),
    )
    .select('shipments.id')
    .where('shipments.state', '=', sql.lit('refunding' as const))
    .where('refunds.state', '=', 'succeeded')
    .limit(limit)
    .execute();

/**
 * Carriers reuse tracking numbers after some months. A number used more recently belongs to another parcel.
 */
export const isTrackingNumberTaken = async (
  db: Handle,
  { id, carrier }: Pick<StoredShipment, 'id' | 'carrier'>,
  trackingNumber: string,
  purchasedAfter: Date,
): Promise<boolean> =>
  (await db
    .selectFrom('shipments')
    .select('id')
    .where('tracking_number', '=', trackingNumber)
    .where('carrier', '=', carrier)
    .where('id', '<>', id)
    .where('purchased_at', '>', purchasedAfter)
    .executeTakeFirst()) !== undefined;

export const isTransactionTaken = async (
  db: Handle,
  { id, provider }: Pick<StoredShipment, 'id' | 'provider'>,
  transactionId: string,
): Promise<boolean> =>
  (await db
    .selectFrom('shipments')
    .select('id')
    .where('provider', '=', provider)
    .where('transaction_id', '=', transactionId)
    .where('id', '<>', id)
    .executeTakeFirst()) !== undefined;

export const isActive = async (db: Handle, userId: string): Promise<boolean> =>
  (await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('status', '=', 'active')
    .executeTakeFirst()) !== undefined;

/** Reduces a client's addresses to places and clears their notes. */
export async function anonymizeShipmentsOf(db: Handle, userId: string): Promise<void> {
  await sql`
    UPDATE shipments
    SET sender = place_of(sender), receiver = place_of(receiver), declaration = NULL, notes = '', reference = '',
        search_text = lower(trim(coalesce(tracking_number, '') || ' ' || (receiver ->> 'city')))
    WHERE user_id = ${userId}`.execute(db);
}
