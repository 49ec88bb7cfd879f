import { sql } from 'kysely';
import type { Database, Handle } from '../../platform/db/database.ts';
import { digest, newId } from '../../platform/ids.ts';

interface Reservation {
  emailKey: string;
  kind: string;
  /** Counts only mails of this kind, or all. */
  counts: 'kind' | 'all';
  max: number;
  since: Date;
  now: Date;
}

/** Reserves one mail to an address. Null when its limit is reached. */
export async function reserveMail(db: Database, one: Reservation): Promise<string | null> {
  const { emailKey, kind, counts, max, since, now } = one;
  const id = newId();
  const { rows } = await sql<{ is_reserved: boolean }>`
    SELECT reserve_mail(${id}, ${emailKey}, ${digest(emailKey)}, ${kind}, ${counts === 'all'}, ${max}, ${since}, ${now}) AS is_reserved`.execute(
    db,
  );
  return rows[0]?.is_reserved ? id : null;
}

/** The mail could not be sent, so it does not count. */
export async function releaseMail(db: Handle, id: string): Promise<void> {
  await db.deleteFrom('account_mails').where('id', '=', id).execute();
}
