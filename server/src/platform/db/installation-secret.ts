import { randomBytes } from 'node:crypto';
import type { Database } from './database.ts';

/**
 * A 256-bit secret that all processes of the installation share. The first process that needs it creates it.
 */
export function installationSecret(db: Database, name: string): () => Promise<Buffer> {
  let known: Promise<Buffer> | undefined;
  const find = () =>
    db.selectFrom('installation_secrets').select('secret').where('name', '=', name).executeTakeFirst();
  const read = async () => {
    const made = await find();
    if (made) return made.secret;
    await db
      .insertInto('installation_secrets')
      .values({ name, secret: randomBytes(32) })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const row = await find();
    if (!row) throw new Error(`installation secret ${name} is missing`);
    return row.secret;
  };
  return () => {
    known ??= read().catch((error: unknown) => {
      known = undefined;
      throw error;
    });
    return known;
  };
}
