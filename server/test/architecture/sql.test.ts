import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type FileFacts, factsOf, readFacts } from './file-facts.ts';
import { ALSO_READS, ALSO_WRITES, OWNED } from './table-owners.ts';

const MIGRATIONS = resolve(import.meta.dirname, '../../migrations');
const CREATED = /CREATE (?:OR REPLACE )?(?:UNLOGGED )?(?:TABLE|VIEW) (?:IF NOT EXISTS )?([a-z_.]+)/g;
const RENAMED = /ALTER (?:TABLE|VIEW) (?:IF EXISTS )?([a-z_.]+) RENAME TO ([a-z_]+)/g;

function tablesOfMigrations(): Set<string> {
  const tables = new Set<string>();
  for (const file of readdirSync(MIGRATIONS)
    .filter((name) => name.endsWith('.sql'))
    .sort()) {
    const text = readFileSync(resolve(MIGRATIONS, file), 'utf8');
    for (const [, table = ''] of text.matchAll(CREATED)) tables.add(table);
    for (const [, from = '', to = ''] of text.matchAll(RENAMED)) {
      tables.delete(from);
      tables.add(to);
    }
  }
  return tables;
}

const TABLES = tablesOfMigrations();
type SqlFacts = Pick<FileFacts, 'path' | 'sql'>;

const isProduction = ({ path }: SqlFacts) =>
  path.startsWith('server/src/') && !/\.(test|fixture)\.ts$|\/port-suite\.ts$/.test(path);
const mayBuildSql = (path: string) =>
  path.endsWith('.store.ts') || path.startsWith('server/src/platform/db/');
const ownerOf = (path: string) =>
  /^server\/src\/(?:domains\/)?([^/]+)\/.*\.store\.ts$/.exec(path)?.[1] ?? null;

const misplacedSql = (files: readonly SqlFacts[]) =>
  files
    .filter((file) => isProduction(file) && file.sql.builds && !mayBuildSql(file.path))
    .map(({ path }) => path);

/** Ignores names that are not our tables: aliases, functions and common table expressions. */
function foreignTables(files: readonly SqlFacts[]): string[] {
  return files.flatMap(({ path, sql }) => {
    const owner = ownerOf(path);
    if (owner === null) return [];
    const writable = [...(OWNED[owner] ?? []), ...(ALSO_WRITES[owner] ?? [])];
    const readable = [...writable, ...(ALSO_READS[owner] ?? [])];
    return [
      ...sql.reads.filter((table) => TABLES.has(table) && !readable.includes(table)).map((t) => `reads ${t}`),
      ...sql.writes
        .filter((table) => TABLES.has(table) && !writable.includes(table))
        .map((t) => `writes ${t}`),
    ].map((violation) => `${path} ${violation}`);
  });
}

const sample = (path: string, text: string) => [factsOf({ path, text })];

describe('SQL', () => {
  it('is built in stores only', () => {
    expect(misplacedSql(readFacts())).toEqual([]);
  });

  it.each([
    'db.selectFrom("users").execute();',
    'trx.insertInto("users").values(user).execute();',
    'await sql`SELECT 1`.execute(db);',
    'await sql<Row>`SELECT 1`.execute(db);',
  ])('is recognized in %s', (text) => {
    expect(misplacedSql(sample('server/src/domains/identity/log-in.ts', text))).toHaveLength(1);
    expect(misplacedSql(sample('server/src/domains/identity/identity.store.ts', text))).toEqual([]);
    expect(misplacedSql(sample('server/src/domains/identity/log-in.test.ts', text))).toEqual([]);
  });
});

describe('a store', () => {
  it('names only tables of its own domain, unless they are listed', () => {
    expect(foreignTables(readFacts())).toEqual([]);
  });

  it.each([
    ['db.selectFrom("bulk_rows").select("id")', 'reads bulk_rows'],
    ['db.selectFrom("users as u").innerJoin("bulk_rows as r", "r.id", "u.id")', 'reads bulk_rows'],
    ['db.updateTable("shipments").set(x)', 'writes shipments'],
    ['sql`SELECT FROM users JOIN bulk_rows USING (id)`', 'reads bulk_rows'],
    ['sql`DELETE FROM shipments`', 'writes shipments'],
    ['sql`INSERT INTO sandbox.gateway_events DEFAULT VALUES`', 'writes sandbox.gateway_events'],
  ])('is refused for %s', (text, violation) => {
    const path = 'server/src/domains/identity/identity.store.ts';
    expect(foreignTables(sample(path, text))).toEqual([`${path} ${violation}`]);
  });
});

describe('every table', () => {
  it('has an owner', () => {
    const owned = new Set(Object.values(OWNED).flat());
    expect([...TABLES].filter((table) => !owned.has(table))).toEqual([]);
    expect([...owned].filter((table) => !TABLES.has(table))).toEqual([]);
  });
});
