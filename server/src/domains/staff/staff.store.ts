import type { StaffRole } from '@lading/contract/permissions.ts';
import type { Handle, Trx } from '../../platform/db/database.ts';

/** Everyone on the staff, without people who were removed. */
const staff = (db: Handle) =>
  db.selectFrom('users').where('users.role', '=', 'admin').where('users.erased_at', 'is', null);

const FIELDS = [
  'users.id',
  'users.email',
  'users.email_key',
  'users.full_name',
  'users.staff_role',
  'users.status',
  'users.last_active_at',
] as const;

/** Counts the sessions that were used after `usedAfter` and have not expired. */
export const selectStaff = (db: Handle, { now, usedAfter }: { now: Date; usedAfter: Date }) =>
  staff(db)
    .select(FIELDS)
    .select((eb) =>
      eb
        .selectFrom('sessions')
        .select((sessions) => sessions.fn.countAll<number>().as('count'))
        .whereRef('sessions.user_id', '=', 'users.id')
        .where('sessions.expires_at', '>', now)
        .where('sessions.last_used_at', '>', usedAfter)
        .as('sessions'),
    )
    .select(({ exists, or, selectFrom }) =>
      or([
        exists(
          selectFrom('totp_factors')
            .select('totp_factors.id')
            .whereRef('totp_factors.user_id', '=', 'users.id')
            .where('totp_factors.confirmed_at', 'is not', null),
        ),
        exists(selectFrom('passkeys').select('passkeys.id').whereRef('passkeys.user_id', '=', 'users.id')),
      ]).as('has_second_factor'),
    )
    .orderBy('users.created_at')
    .orderBy('users.id')
    .execute();

/**
 * Locks every staff account until the transaction ends, always in the same order. So of two owners who remove
 * each other at the same moment, the second sees what the first did.
 */
export const lockStaff = (trx: Trx) =>
  staff(trx).select(FIELDS).orderBy('users.id').forNoKeyUpdate('users').execute();

export type LockedStaff = Awaited<ReturnType<typeof lockStaff>>[number];

/** Until the transaction ends, this person's role and status stay as they are. */
export const lockOwnRights = (trx: Trx, userId: string) =>
  staff(trx)
    .select(['users.status', 'users.staff_role'])
    .where('users.id', '=', userId)
    .forShare('users')
    .executeTakeFirst();

export async function updateStaffRole(trx: Trx, userId: string, role: StaffRole): Promise<void> {
  await trx.updateTable('users').set({ staff_role: role }).where('id', '=', userId).execute();
}

interface NewStaff {
  id: string;
  email: string;
  email_key: string;
  full_name: string;
  password_hash: string;
  staff_role: StaffRole;
  email_verified_at: Date;
  created_at: Date;
}

export async function insertStaff(trx: Trx, account: NewStaff): Promise<void> {
  await trx
    .insertInto('users')
    .values({ ...account, phone: null, role: 'admin', status: 'active', last_active_at: null })
    .execute();
}

export const findAccountRole = (db: Handle, emailKey: string) =>
  db.selectFrom('users').select('role').where('email_key', '=', emailKey).executeTakeFirst();
