import type { Insertable } from 'kysely';
import type { Handle, Trx } from '../../platform/db/database.ts';
import type { StaffInvitationsTable } from './staff.tables.ts';

const invitations = (db: Handle) =>
  db
    .selectFrom('staff_invitations')
    .innerJoin('users', 'users.id', 'staff_invitations.invited_by')
    .selectAll('staff_invitations')
    .select('users.full_name as inviter');

export type StoredInvitation = Awaited<ReturnType<ReturnType<typeof invitations>['execute']>>[number];

export const selectInvitations = (db: Handle) =>
  invitations(db).orderBy('staff_invitations.sent_at', 'desc').orderBy('staff_invitations.id').execute();

export const findInvitation = (db: Handle, id: string) =>
  invitations(db).where('staff_invitations.id', '=', id).executeTakeFirstOrThrow();

export const lockInvitation = (trx: Trx, id: string) =>
  trx.selectFrom('staff_invitations').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

export const findLiveInvitation = (db: Handle, tokenHash: Buffer, now: Date) =>
  db
    .selectFrom('staff_invitations')
    .selectAll()
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .executeTakeFirst();

export const hasInvitation = async (db: Handle, emailKey: string): Promise<boolean> =>
  (await db
    .selectFrom('staff_invitations')
    .select('id')
    .where('email_key', '=', emailKey)
    .executeTakeFirst()) !== undefined;

export async function insertInvitation(
  trx: Trx,
  invitation: Insertable<StaffInvitationsTable>,
): Promise<void> {
  await trx.insertInto('staff_invitations').values(invitation).execute();
}

type Renewal = Pick<
  StaffInvitationsTable,
  'token_hash' | 'invited_by' | 'sent_at' | 'expires_at' | 'mails' | 'mails_from'
>;

export async function renewInvitation(trx: Trx, id: string, renewal: Renewal): Promise<void> {
  await trx.updateTable('staff_invitations').set(renewal).where('id', '=', id).execute();
}

export async function deleteInvitation(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom('staff_invitations').where('id', '=', id).execute();
}

export async function deleteInvitationsBy(trx: Trx, userId: string): Promise<void> {
  await trx.deleteFrom('staff_invitations').where('invited_by', '=', userId).execute();
}

/** Returns the invitation to exactly one of several concurrent callers: the one that deletes it. */
export const consumeInvitation = (trx: Trx, tokenHash: Buffer, now: Date) =>
  trx
    .deleteFrom('staff_invitations')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .returningAll()
    .executeTakeFirst();

export async function deleteInvitationsExpiredBefore(db: Handle, limit: Date): Promise<void> {
  await db.deleteFrom('staff_invitations').where('expires_at', '<', limit).execute();
}
