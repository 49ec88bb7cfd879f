import { type Insertable, sql } from 'kysely';
import type { Handle } from '../../platform/db/database.ts';
import { runTogether, type StatementPart } from '../../platform/db/statement-parts.ts';
import type { StoredUser } from './identity.store.ts';
import type { SessionsTable } from './identity.tables.ts';
import type { Failures } from './login-failures.store.ts';

interface FoundAccount {
  user: StoredUser | undefined;
  /** By key, where the window has not ended. */
  failures: Map<string, Failures>;
  knowsDevice: boolean;
}

/** What a sign-in must know before the password is checked, in one statement. The same for unknown accounts. */
export async function findAccount(
  db: Handle,
  {
    emailKey,
    failureKeys,
    device,
    now,
  }: { emailKey: string; failureKeys: string[]; device: Buffer; now: Date },
): Promise<FoundAccount> {
  const { rows } = await sql<StoredUser & { known_device: boolean; recent_failures: StoredFailures[] }>`
    SELECT u.*,
      EXISTS (SELECT FROM known_devices WHERE user_id = u.id AND fingerprint = ${device}::bytea) AS known_device,
      ARRAY(SELECT to_jsonb(f) FROM login_failures f WHERE f.key = ANY(${failureKeys}::text[]) AND f.window_ends_at > ${now}) AS recent_failures
    FROM (VALUES (${emailKey}::text)) AS asked(email_key) LEFT JOIN users u ON u.email_key = asked.email_key`.execute(
    db,
  );
  const [row] = rows;
  if (!row) throw new Error('a SELECT from VALUES returned no row');
  const { known_device: knowsDevice, recent_failures: recent, ...user } = row;
  return {
    user: user.id === null ? undefined : user,
    failures: new Map(recent.map(({ key, ...counted }) => [key, withDates(counted)])),
    knowsDevice,
  };
}

/** As JSON. */
interface StoredFailures {
  key: string;
  failures: number;
  window_ends_at: string;
  last_failed_at: string | null;
}
const withDates = ({ failures, window_ends_at, last_failed_at }: Omit<StoredFailures, 'key'>): Failures => ({
  failures,
  window_ends_at: new Date(window_ends_at),
  last_failed_at: last_failed_at === null ? null : new Date(last_failed_at),
});

interface NewSession extends Required<Omit<Insertable<SessionsTable>, 'last_ip_address'>> {
  /** The account as the password check found it. */
  account: { email_key: string; password_hash: string };
  device: Buffer;
  /** The failed sign-ins of this account from this IP address. */
  failuresKey: string;
}

interface OpenedSession {
  /** False: the account is no longer active, or its address or password has changed. Nothing was written then. */
  isOpen: boolean;
  /** The account had other devices, and not this one. */
  isNewDevice: boolean;
  hasFailures: boolean;
}

/** Per account. A new session replaces the oldest one. */
const MAX_SESSIONS = 20;

/** Opens a session and remembers its device, with the audit record, in one statement. */
export async function insertOpenedSession(
  db: Handle,
  session: NewSession,
  audit: (when: ReturnType<typeof isUnchanged>) => StatementPart,
): Promise<OpenedSession> {
  const { user_id: userId, account, device, failuresKey, created_at: now } = session;
  const asChecked = sql`id = ${userId} AND email_key = ${account.email_key} AND password_hash = ${account.password_hash} AND status = 'active'`;
  const [opened] = await runTogether(
    db,
    [
      sql`unchanged AS (
        UPDATE users SET last_active_at = ${now}
        WHERE ${asChecked}
        RETURNING id
      )`,
      sql`opened AS (
        INSERT INTO sessions (id, token_hash, user_id, created_at, expires_at, authenticated_at, last_used_at, remembered, ip_address, user_agent)
        SELECT ${session.id}::uuid, ${session.token_hash}::bytea, id, ${now}, ${session.expires_at}, ${session.authenticated_at},
          ${session.last_used_at}, ${session.remembered}, ${session.ip_address}, ${session.user_agent}
        FROM unchanged
      )`,
      sql`replaced AS (
        DELETE FROM sessions WHERE token_hash IN (
          SELECT token_hash FROM sessions WHERE user_id = ${userId} ORDER BY created_at DESC OFFSET ${MAX_SESSIONS - 1}
        ) AND EXISTS (SELECT FROM users WHERE ${asChecked})
      )`,
      sql`noted AS (
        INSERT INTO known_devices (user_id, fingerprint, last_seen_at) SELECT id, ${device}::bytea, ${now} FROM unchanged
        ON CONFLICT (user_id, fingerprint) DO UPDATE SET last_seen_at = excluded.last_seen_at
      )`,
      audit(isUnchanged()),
    ],
    sql<OpenedSession>`
      SELECT ${isUnchanged()} AS "isOpen",
        EXISTS (SELECT FROM known_devices WHERE user_id = ${userId})
          AND NOT EXISTS (SELECT FROM known_devices WHERE user_id = ${userId} AND fingerprint = ${device}::bytea) AS "isNewDevice",
        EXISTS (SELECT FROM login_failures WHERE key = ${failuresKey}) AS "hasFailures"`,
  );
  if (!opened) throw new Error('a SELECT without FROM returned no row');
  return opened;
}

const isUnchanged = () => sql<boolean>`EXISTS (SELECT FROM unchanged)`;
