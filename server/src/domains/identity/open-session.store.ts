import { type Insertable, sql } from 'kysely';
import type { Trx } from '../../platform/db/database.ts';
import { runTogether, type StatementPart } from '../../platform/db/statement-parts.ts';
import type { SessionsTable } from './identity.tables.ts';

interface NewSession extends Required<Omit<Insertable<SessionsTable>, 'last_ip_address'>> {
  /** The account as the password check found it. */
  account: { email_key: string; password_hash: string };
  /** Replaces an outdated hash of the same password. */
  freshHash: string | null;
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
  /** Without the new one. */
  sessions: number;
}

/** Opens a session and remembers its device, with the audit record, in one statement. */
export async function insertOpenedSession(
  trx: Trx,
  session: NewSession,
  audit: (when: ReturnType<typeof isUnchanged>) => StatementPart,
): Promise<OpenedSession> {
  const { user_id: userId, account, freshHash, device, failuresKey, created_at: now } = session;
  const [opened] = await runTogether(
    trx,
    [
      sql`unchanged AS (
        UPDATE users SET last_active_at = ${now}, password_hash = coalesce(${freshHash}, password_hash)
        WHERE id = ${userId} AND email_key = ${account.email_key} AND password_hash = ${account.password_hash} AND status = 'active'
        RETURNING id
      )`,
      sql`opened AS (
        INSERT INTO sessions (id, token_hash, user_id, created_at, expires_at, authenticated_at, last_used_at, remembered, ip_address, user_agent)
        SELECT ${session.id}::uuid, ${session.token_hash}::bytea, id, ${now}, ${session.expires_at}, ${session.authenticated_at},
          ${session.last_used_at}, ${session.remembered}, ${session.ip_address}, ${session.user_agent}
        FROM unchanged
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
        EXISTS (SELECT FROM login_failures WHERE key = ${failuresKey}) AS "hasFailures",
        (SELECT count(*)::int FROM sessions WHERE user_id = ${userId}) AS sessions`,
  );
  if (!opened) throw new Error('a SELECT without FROM returned no row');
  return opened;
}

const isUnchanged = () => sql<boolean>`EXISTS (SELECT FROM unchanged)`;
