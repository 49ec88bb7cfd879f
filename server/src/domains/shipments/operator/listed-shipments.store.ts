import { PARCEL_RETURNED } from '@lading/contract/failure-texts.ts';
import { sql } from 'kysely';
import { csvDollars, csvText } from '../../../platform/db/csv-columns.ts';
import type { Handle } from '../../../platform/db/database.ts';
import { filteredShipments, type ShipmentFilter } from './operator.store.ts';

/** Includes refunds that are not paid yet. */
const refundedCents = sql<number>`coalesce((
  SELECT sum(cents) FROM refunds WHERE refunds.shipment_id = shipments.id AND refunds.state <> 'failed'), 0)::bigint`;

/** Why there is no label, or why it is no longer valid. Null for all others. */
const failureReason = sql<string | null>`CASE shipments.state
  WHEN 'voided' THEN 'The label was voided.'
  WHEN 'returned' THEN ${sql.lit(PARCEL_RETURNED)}
  ELSE (SELECT reason FROM refunds WHERE refunds.shipment_id = shipments.id AND refunds.kind = 'failed_purchase') END`;

export const selectListed = (db: Handle, ids: readonly string[]) =>
  db
    .selectFrom('shipments')
    .innerJoin('users', 'users.id', 'shipments.user_id')
    .innerJoin('payments', 'payments.id', 'shipments.payment_id')
    .select([
      'shipments.id',
      'shipments.user_id',
      'shipments.tracking_number',
      'users.full_name',
      'users.email',
      'shipments.status',
      'shipments.sender',
      'shipments.receiver as recipient',
      'shipments.carrier',
      'shipments.created_at',
      'shipments.purchased_at',
      'shipments.total_cents',
      'shipments.state',
      refundedCents.as('refunded_cents'),
      // What a balance paid for is refunded to the balance, which an erased client can't use.
      sql<boolean>`users.erased_at IS NOT NULL AND payments.balance_cents > 0`.as('is_unreachable'),
      failureReason.as('failure_reason'),
    ])
    .where(sql<boolean>`shipments.id = ANY(${ids}::uuid[])`)
    .orderBy('shipments.created_at', 'desc')
    .orderBy('shipments.id', 'desc')
    .execute();

export type ListedShipment = Awaited<ReturnType<typeof selectListed>>[number];

const place = (column: 'sender' | 'receiver') => {
  const part = (name: string) => sql`nullif(${sql.ref(`shipments.${column}`)} ->> ${sql.lit(name)}, '')`;
  const foreignCountry = sql`nullif(${part('country')}, 'US')`;
  return sql<string>`concat_ws(', ', ${part('city')}, ${part('state')}, ${foreignCountry})`;
};

/** A shipment without a label earned nothing, so that the columns add up to the dashboard's figures. */
const earned = (cents: ReturnType<typeof sql<number>>) =>
  csvDollars(sql`CASE WHEN shipments.purchased_at IS NULL THEN 0 ELSE ${cents} END`);
const creditedCents = sql<number>`CASE shipments.state WHEN 'voided' THEN shipments.actual_cost_cents ELSE 0 END`;

export const exportedShipments = (db: Handle, filter: ShipmentFilter, timeZone: string) =>
  filteredShipments(db, filter)
    .innerJoin('users', 'users.id', 'shipments.user_id')
    .select([
      'shipments.id as Shipment ID',
      csvText(sql`shipments.tracking_number`).as('Tracking ID'),
      csvText(sql`users.full_name`).as('Client'),
      csvText(sql`users.email`).as('Client email'),
      'shipments.status as Status',
      csvText(place('sender')).as('Origin'),
      csvText(place('receiver')).as('Destination'),
      'shipments.carrier as Carrier',
      csvText(sql`shipments.service_name`).as('Service'),
      sql<string>`to_char(shipments.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`.as(
        'Date',
      ),
      earned(sql`shipments.total_cents`).as('Cost'),
      earned(sql`shipments.cost_cents`).as('Carrier cost'),
      earned(sql`shipments.commission_cents`).as('Commission'),
      earned(refundedCents).as('Refunded'),
      csvDollars(creditedCents).as('Carrier credit'),
      earned(sql`shipments.commission_cents - ${refundedCents} + ${creditedCents}`).as('Net commission'),
      sql<string>`CASE WHEN shipments.purchased_at IS NULL THEN 'none' WHEN shipments.state = 'voided' THEN 'voided'
        ELSE 'made' END`.as('Label'),
      csvText(failureReason).as('Failure reason'),
      sql<string>`to_char(shipments.created_at AT TIME ZONE ${timeZone}, 'YYYY-MM-DD')`.as('Day'),
    ])
    .orderBy('shipments.created_at', 'desc')
    .orderBy('shipments.id', 'desc')
    .compile();
