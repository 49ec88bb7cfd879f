import type { Handle } from '../../platform/db/database.ts';

export const findAccount = (db: Handle, userId: string) =>
  db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirst();

export const findAccountByEmail = (db: Handle, emailKey: string) =>
  db.selectFrom('users').select('id').where('email_key', '=', emailKey).executeTakeFirst();
