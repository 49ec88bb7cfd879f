import type { Insertable, Selectable } from 'kysely';
import type { Handle, Trx } from '../../platform/db/database.ts';
import type { EmailChangesTable, EmailLinkPurpose, EmailLinksTable } from './identity.tables.ts';

type EmailChange = Selectable<EmailChangesTable>;
export type EmailLink = Selectable<EmailLinksTable>;

/** A new link for the same purpose replaces the previous one. */
export async function replaceEmailLink(db: Handle, link: Insertable<EmailLinksTable>): Promise<void> {
  await db
    .deleteFrom('email_links')
    .where('user_id', '=', link.user_id)
    .where('purpose', '=', link.purpose)
    .execute();
  await db.insertInto('email_links').values(link).execute();
}

export async function deleteEmailLink(db: Handle, tokenHash: Buffer): Promise<void> {
  await db.deleteFrom('email_links').where('token_hash', '=', tokenHash).execute();
}

export async function deleteEmailLinksOfUser(db: Handle, userId: string): Promise<void> {
  await db.deleteFrom('email_links').where('user_id', '=', userId).execute();
}

/** Returns the link to exactly one of several concurrent callers: the one that deletes it. */
export function consumeEmailLink(trx: Trx, tokenHash: Buffer, now: Date) {
  return trx
    .deleteFrom('email_links')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .returningAll()
    .executeTakeFirst();
}

/** Whether this address was sent such a link. */
export async function hasEmailLinkSince(
  db: Handle,
  { userId, purpose, emailKey }: { userId: string; purpose: EmailLinkPurpose; emailKey: string },
  since: Date,
): Promise<boolean> {
  const row = await db
    .selectFrom('email_links')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .where('email_key', '=', emailKey)
    .where('created_at', '>', since)
    .executeTakeFirst();
  return row !== undefined;
}

export async function replaceEmailChange(trx: Trx, change: Insertable<EmailChangesTable>): Promise<void> {
  await deleteEmailChange(trx, change.user_id);
  await trx.insertInto('email_changes').values(change).execute();
}

/** Returns whether there was one. Its links stop working. */
export async function deleteEmailChange(trx: Trx, userId: string): Promise<boolean> {
  await trx
    .deleteFrom('email_links')
    .where('user_id', '=', userId)
    .where('purpose', 'in', ['change_old', 'change_new'])
    .execute();
  const { numDeletedRows } = await trx
    .deleteFrom('email_changes')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export function findEmailChange(db: Handle, userId: string, now: Date): Promise<EmailChange | undefined> {
  return db
    .selectFrom('email_changes')
    .selectAll()
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .executeTakeFirst();
}

export async function confirmEmailChange(
  trx: Trx,
  userId: string,
  side: 'old' | 'new',
  now: Date,
): Promise<EmailChange | undefined> {
  return trx
    .updateTable('email_changes')
    .set(side === 'old' ? { old_confirmed_at: now } : { new_confirmed_at: now })
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .returningAll()
    .executeTakeFirst();
}
