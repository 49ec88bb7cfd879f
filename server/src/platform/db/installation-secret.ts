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

/**
 * All generations of a secret, newest first: `name:3`, `name:2`, `name`. An operator who replaces it inserts the
 * next one. `again` reads them from the database instead of memory.
 */
export function installationSecrets(db: Database, name: string): (again?: boolean) => Promise<Buffer[]> {
  const first = installationSecret(db, name);
  let known: Promise<Buffer[]> | undefined;
  const generationOf = (row: { name: string }) => Number(row.name.slice(name.length + 1) || 1);
  const read = async () => {
    const oldest = await first();
    const newer = await db
      .selectFrom('installation_secrets')
      .select(['name', 'secret'])
      .where('name', 'like', `${name}:%`)
      .execute();
    newer.sort((one, other) => generationOf(other) - generationOf(one));
    return [...newer.map(({ secret }) => secret), oldest];
  };
  return (again = false) => {
    if (again) known = undefined;
    known ??= read().catch((error: unknown) => {
      known = undefined;
      throw error;
    });
    return known;
  };
}
