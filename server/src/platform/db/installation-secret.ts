import { randomBytes } from 'node:crypto';
import type { Database } from './database.ts';

/** 256 bits that all processes of this installation share, made by whoever asks first. */
export function installationSecret(db: Database, name: string): () => Promise<Buffer> {
  let known: Promise<Buffer> | undefined;
  const read = async () => {
    await db
      .insertInto('installation_secrets')
      .values({ name, secret: randomBytes(32) })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const row = await db
      .selectFrom('installation_secrets')
      .select('secret')
      .where('name', '=', name)
      .executeTakeFirstOrThrow();
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
