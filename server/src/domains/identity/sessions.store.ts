import type { Handle } from '../../platform/db/database.ts';

export type AccountKey = { userId: string } | { emailKey: string };

/** Those that have not expired. */
export function selectSessionsOf(db: Handle, account: AccountKey, now: Date) {
  return db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select([
      'sessions.id',
      'sessions.created_at',
      'sessions.last_used_at',
      'sessions.expires_at',
      'sessions.ip_address',
      'sessions.last_ip_address',
      'sessions.user_agent',
      'sessions.remembered',
      'users.role',
    ])
    .where((eb) =>
      'userId' in account
        ? eb('users.id', '=', account.userId)
        : eb('users.email_key', '=', account.emailKey),
    )
    .where('sessions.expires_at', '>', now)
    .orderBy('sessions.last_used_at', 'desc')
    .orderBy('sessions.id')
    .execute();
}

/** Marks the session and its account as used. */
export async function touchSession(
  db: Handle,
  { sessionId, userId, ip, now }: { sessionId: string; userId: string; ip: string | null; now: Date },
): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ last_used_at: now, ...(ip === null ? {} : { last_ip_address: ip }) })
    .where('id', '=', sessionId)
    .execute();
  await db.updateTable('users').set({ last_active_at: now }).where('id', '=', userId).execute();
}

/** Returns the ids of the deleted sessions. */
export async function deleteSessionsBy(
  db: Handle,
  userId: string,
  which: { only: string } | { except: string } | 'all',
): Promise<string[]> {
  let query = db.deleteFrom('sessions').where('user_id', '=', userId);
  if (which !== 'all')
    query = 'only' in which ? query.where('id', '=', which.only) : query.where('id', '<>', which.except);
  const rows = await query.returning('id').execute();
  return rows.map(({ id }) => id);
}

export async function deleteDevicesOfUser(db: Handle, userId: string): Promise<void> {
  await db.deleteFrom('known_devices').where('user_id', '=', userId).execute();
}
