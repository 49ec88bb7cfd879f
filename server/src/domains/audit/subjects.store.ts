import { sql } from 'kysely';
import type { Handle } from '../../platform/db/database.ts';

const anyOf = (ids: readonly string[]) => sql`ANY(${ids}::uuid[])`;

/** Names of accounts. Erased clients have their pseudonym. */
export const selectNames = (db: Handle, ids: readonly string[]) =>
  db
    .selectFrom('users')
    .select(['id', 'full_name as name'])
    .where(sql<boolean>`id = ${anyOf(ids)}`)
    .execute();

export const selectShipmentNames = (db: Handle, ids: readonly string[]) =>
  db
    .selectFrom('shipments')
    .select([
      'id',
      sql<string>`coalesce(tracking_number, concat_ws(', ', nullif(receiver ->> 'city', ''), nullif(receiver ->> 'state', '')))`.as(
        'name',
      ),
    ])
    .where(sql<boolean>`id = ${anyOf(ids)}`)
    .execute();

/** The outcomes of payments. */
export const selectPaymentOutcomes = (db: Handle, ids: readonly string[]) =>
  db
    .selectFrom('payments')
    .select(['id', 'status', 'last_error as error'])
    .where(sql<boolean>`id = ${anyOf(ids)}`)
    .execute();

/** The outcomes of refunds. */
export const selectRefundOutcomes = (db: Handle, ids: readonly string[]) =>
  db
    .selectFrom('refunds')
    .select(['id', 'shipment_id', 'state', 'detail'])
    .where(sql<boolean>`id = ${anyOf(ids)}`)
    .execute();
