import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase } from '../test-database.ts';
import { PERSONAL_DATA } from './personal-data.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let columns: string[];

beforeAll(async () => {
  database = await createTestDatabase();
  const owner = new pg.Client({ connectionString: database.ownerUrl });
  await owner.connect();
  const { rows } = await owner.query<{ name: string }>(`
    SELECT CASE n.nspname WHEN 'public' THEN '' ELSE n.nspname || '.' END || c.relname || '.' || a.attname AS name
    FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE c.relkind = 'r' AND n.nspname IN ('public', 'sandbox') AND a.attnum > 0 AND NOT a.attisdropped
      AND a.atttypid::regtype::text IN ('text', 'text[]', 'json', 'jsonb', 'bytea', 'character varying', 'inet')
    ORDER BY 1`);
  columns = rows.map(({ name }) => name);
  await owner.end();
});
afterAll(() => database.drop());

const classified = Object.entries(PERSONAL_DATA).flatMap(([table, of]) =>
  Object.keys(of).map((column) => `${table}.${column}`),
);

it('classifies every column that can hold text', () => {
  expect(columns.filter((column) => !classified.includes(column))).toEqual([]);
});

it('classifies no column that does not exist', () => {
  expect(classified.filter((column) => !columns.includes(column))).toEqual([]);
});

it('lists every table with personal data in the documentation', () => {
  const text = readFileSync(resolve(import.meta.dirname, '../../../docs/PERSONAL_DATA.md'), 'utf8');
  const personal = Object.entries(PERSONAL_DATA).filter(([, of]) =>
    Object.values(of).some((kind) => kind !== 'none'),
  );
  expect(personal.map(([table]) => table).filter((table) => !text.includes(`\`${table}\``))).toEqual([]);
});
