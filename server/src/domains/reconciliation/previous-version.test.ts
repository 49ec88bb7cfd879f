import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await buildTestApp();
});
afterAll(() => test.close());

const report = (kind: string, objectId: string) =>
  sql`INSERT INTO breaks (kind, object_id, detail, first_seen_at, last_seen_at)
      VALUES (${kind}, ${objectId}, 'detail', now(), now()) ON CONFLICT (kind, object_id) DO NOTHING`.execute(
    test.deps.db,
  );
const kindsOf = async (objectId: string) =>
  (await test.deps.db.selectFrom('incidents').select('kind').where('object_id', '=', objectId).execute()).map(
    ({ kind }) => kind,
  );

describe('a process of the previous version', () => {
  it('reports, updates and reads incidents under their old table name', async () => {
    expect((await report('amount_differs', 'old-1')).numAffectedRows).toBe(1n);
    expect((await report('amount_differs', 'old-1')).numAffectedRows).toBe(0n);
    await sql`UPDATE breaks SET resolved_at = now() WHERE object_id = 'old-1'`.execute(test.deps.db);
    const { rows } = await sql`SELECT kind FROM breaks WHERE resolved_at IS NOT NULL`.execute(test.deps.db);
    expect(rows).toContainEqual({ kind: 'amount_differs' });
    expect(await kindsOf('old-1')).toEqual(['amount_differs']);
  });

  it('stores a kind that was renamed under its new name, once', async () => {
    await report('given_back_twice', 'old-2');
    await report('given_back_twice', 'old-2');
    expect(await kindsOf('old-2')).toEqual(['refunded_and_disputed']);
  });
});
