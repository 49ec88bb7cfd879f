import { randomBytes } from 'node:crypto';
import type { Database } from './database.ts';

/** 256 bits that all processes of this installation share, made by whoever asks first. */
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
    if (!row) throw new Error(`there is no secret ${name}`);
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
