import type { AuthorizationRefusal } from '@lading/contract/orders/authorize-source.ts';
import { sql } from 'kysely';
import { updatedOne } from '../../platform/db/affected-rows.ts';
import type { Handle } from '../../platform/db/database.ts';
import type { Row } from '../../platform/db/schema.ts';

type StoredAuthorization = Row<'order_authorizations'>;
/** With the role of its client. */
export type OpenAuthorization = StoredAuthorization & Pick<Row<'users'>, 'role'>;

type NewAuthorization = Pick<
  StoredAuthorization,
  | 'id'
  | 'user_id'
  | 'kind'
  | 'source_id'
  | 'name'
  | 'address'
  | 'state_hash'
  | 'browser_hash'
  | 'request'
  | 'created_at'
  | 'expires_at'
>;

export async function insertAuthorization(db: Handle, authorization: NewAuthorization): Promise<void> {
  await db.insertInto('order_authorizations').values(authorization).execute();
}

export const selectOwnAuthorization = (
  db: Handle,
  userId: string,
  id: string,
): Promise<StoredAuthorization | undefined> =>
  db
    .selectFrom('order_authorizations')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();

/** Undefined if it has expired or was used, or the client can't sign in. */
export const selectOpenAuthorization = (
  db: Handle,
  stateHash: Buffer,
  now: Date,
): Promise<OpenAuthorization | undefined> =>
  db
    .selectFrom('order_authorizations')
    .innerJoin('users', 'users.id', 'order_authorizations.user_id')
    .selectAll('order_authorizations')
    .select('users.role')
    .where('state_hash', '=', stateHash)
    .where('claimed_at', 'is', null)
    .where('expires_at', '>', now)
    .where('users.status', '=', 'active')
    .where('users.erased_at', 'is', null)
    .executeTakeFirst();

const open = (db: Handle, id: string) =>
  db.updateTable('order_authorizations').where('id', '=', id).where('claimed_at', 'is', null);

/** The browser is back, and the store's key may still be missing. Returns the key. */
export const markReturned = (
  db: Handle,
  id: string,
  returned: Buffer,
): Promise<Pick<StoredAuthorization, 'received'> | undefined> =>
  open(db, id).set({ returned }).returning('received').executeTakeFirst();

/** False if the store sent a key before. */
export const keepReceived = (db: Handle, id: string, received: Buffer): Promise<boolean> =>
  updatedOne(open(db, id).set({ received }).where('received', 'is', null));

/** True for one caller only: codes of stores work once. */
export const claimAuthorization = (db: Handle, id: string, now: Date): Promise<boolean> =>
  updatedOne(open(db, id).set({ claimed_at: now }));

/** Those whose key arrived after the browser. */
export async function selectCompleteAuthorizations(
  db: Handle,
  now: Date,
  limit: number,
): Promise<OpenAuthorization[]> {
  const { rows } = await sql<OpenAuthorization>`
    SELECT a.*, u.role FROM order_authorizations a JOIN users u ON u.id = a.user_id
    WHERE a.returned IS NOT NULL AND a.received IS NOT NULL AND a.claimed_at IS NULL AND a.expires_at > ${now}
      AND u.status = 'active' AND u.erased_at IS NULL
    ORDER BY a.expires_at LIMIT ${limit}`.execute(db);
  return rows;
}

type Outcome = { connectedId: string } | { refusal: AuthorizationRefusal };

/** Deletes everything secret. */
export async function endAuthorization(db: Handle, id: string, outcome: Outcome): Promise<void> {
  await db
    .updateTable('order_authorizations')
    .set({
      request: null,
      returned: null,
      received: null,
      ...('connectedId' in outcome
        ? { outcome: 'connected', connected_id: outcome.connectedId }
        : { outcome: 'refused', refusal: outcome.refusal }),
    })
    .where('id', '=', id)
    .execute();
}

export async function deleteAuthorizations(db: Handle, expiredBefore: Date): Promise<void> {
  await db.deleteFrom('order_authorizations').where('expires_at', '<', expiredBefore).execute();
}
