import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Handle } from '../../platform/db/database.ts';
import type {
  AttemptState,
  PurchaseAttemptsTable,
  ShipmentState,
  ShipmentsTable,
} from '../../platform/db/money-schema.ts';

export type StoredShipment = Selectable<ShipmentsTable>;
export type StoredAttempt = Selectable<PurchaseAttemptsTable>;

/** Literal, so that the index over just these can serve. */
const IN_PROGRESS_STATES = (['paid', 'purchasing', 'purchase_unknown'] as const).map((state) =>
  sql.lit<ShipmentState>(state),
);

/** On the database's clock, which all processes share. */
const leaseEnd = (ms: number) => sql<Date>`now() + ${ms} * interval '1 millisecond'`;

export async function insertShipment(db: Handle, shipment: Insertable<ShipmentsTable>): Promise<void> {
  await db.insertInto('shipments').values(shipment).execute();
}

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
 * Takes a paid shipment for purchase, with a new number that every later write must show, and begins its attempt. Nothing is bought
 * for an account that is not active at this very moment.
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
          lease_until: leaseEnd(leaseMs),
        })
        .where('id', '=', id)
        .where('state', '=', 'paid')
        // The lock lets a suspension through before the purchase or after it, never in between.
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

/** Takes over a shipment whose worker is gone; the old worker's number is then worth nothing. */
export const takeOver = (db: Handle, id: string, from: ShipmentState, leaseMs: number) =>
  db
    .updateTable('shipments')
    .set({ state: 'purchase_unknown', fence: sql`fence + 1`, lease_until: leaseEnd(leaseMs) })
    .where('id', '=', id)
    .where('state', '=', from)
    .where((eb) => eb.or([eb('lease_until', 'is', null), eb('lease_until', '<=', sql<Date>`now()`)]))
    .returningAll()
    .executeTakeFirst();

/** Writes only while the number still holds; false means that somebody else has taken over. */
export async function updateFenced(
  db: Handle,
  shipment: Pick<StoredShipment, 'id' | 'fence'>,
  from: readonly ShipmentState[],
  change: Updateable<ShipmentsTable>,
): Promise<boolean> {
  const result = await db
    .updateTable('shipments')
    .set(change)
    .where('id', '=', shipment.id)
    .where('fence', '=', shipment.fence)
    .where('state', 'in', from)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** Lets nobody look at it for a while. */
export async function rest(
  db: Handle,
  shipment: Pick<StoredShipment, 'id' | 'fence'>,
  ms: number,
): Promise<void> {
  await db
    .updateTable('shipments')
    .set({ lease_until: leaseEnd(ms) })
    .where('id', '=', shipment.id)
    .where('fence', '=', shipment.fence)
    .execute();
}

/** Moves a shipment that nobody works on; true for the one caller that did. */
export async function moveShipment(
  db: Handle,
  id: string,
  from: readonly ShipmentState[],
  change: Updateable<ShipmentsTable>,
): Promise<boolean> {
  const result = await db
    .updateTable('shipments')
    .set(change)
    .where('id', '=', id)
    .where('state', 'in', from)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

export const selectLiveAttempt = (db: Handle, shipmentId: string): Promise<StoredAttempt | undefined> =>
  db
    .selectFrom('purchase_attempts')
    .selectAll()
    .where('shipment_id', '=', shipmentId)
    .where('state', 'in', [sql.lit<AttemptState>('started'), sql.lit<AttemptState>('unknown')])
    .executeTakeFirst();

export async function updateAttempt(
  db: Handle,
  id: string,
  change: Updateable<PurchaseAttemptsTable>,
): Promise<void> {
  await db.updateTable('purchase_attempts').set(change).where('id', '=', id).execute();
}

/** The end of an attempt and the label that came of it, together. */
export async function endWithLabel(
  db: Handle,
  attemptId: string,
  endedAt: Date,
  shipmentId: string,
  label: { format: 'lading-page' | 'pdf'; bytes: Uint8Array },
): Promise<void> {
  await db
    .with('ended', (cte) =>
      cte
        .updateTable('purchase_attempts')
        .set({ state: 'succeeded', ended_at: endedAt })
        .where('id', '=', attemptId)
        .returning('id'),
    )
    .insertInto('shipment_labels')
    .values({ shipment_id: shipmentId, format: label.format, bytes: Buffer.from(label.bytes) })
    .execute();
}

/** Shipments between payment and label on which nobody works any more. */
export const selectStranded = (db: Handle, limit: number) =>
  db
    .selectFrom('shipments')
    .selectAll()
    .where('state', 'in', IN_PROGRESS_STATES)
    .where((eb) => eb.or([eb('lease_until', 'is', null), eb('lease_until', '<=', sql<Date>`now()`)]))
    .orderBy('created_at')
    .limit(limit)
    .execute();

/** Shipments without a label whose money is on its way back. */
export const selectRefunding = (db: Handle, limit: number) =>
  db
    .selectFrom('shipments')
    .innerJoin('refunds', (join) =>
      join.onRef('refunds.shipment_id', '=', 'shipments.id').on('refunds.kind', '=', 'failed_purchase'),
    )
    .select(['shipments.id', 'refunds.id as refund_id', 'refunds.state as refund_state'])
    .where('shipments.state', '=', 'refunding')
    .where('refunds.state', '=', 'succeeded')
    .limit(limit)
    .execute();

/** Carriers use a number again after some months; within this time it would be another parcel's. */
export const isNumberOfAnother = async (
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

export const isActive = async (db: Handle, userId: string): Promise<boolean> =>
  (await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('status', '=', 'active')
    .executeTakeFirst()) !== undefined;
