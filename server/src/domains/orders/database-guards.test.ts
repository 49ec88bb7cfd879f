import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts';
import { makeShop } from '../../../test/shipping.ts';
import { newId } from '../../platform/ids.ts';

const CHECK_VIOLATION = '23514';
const FOREIGN_KEY_VIOLATION = '23503';

let test: TestApp;
let client: pg.Client;

beforeAll(async () => {
  test = await buildTestApp();
  await makeShop(test);
  client = new pg.Client({ connectionString: test.ownerUrl });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await test.close();
});

/** Of the only account. */
const parcels = (rows: readonly (readonly [id: string, state: string])[]) =>
  `INSERT INTO order_parcels (id, user_id, state, created_at, updated_at)
   VALUES ${rows.map(([id, state]) => `('${id}', (SELECT id FROM users), '${state}', now(), now())`).join()}`;

/** Runs the statements as the application and rolls them back. Returns the records of the parcels' states. */
async function movesAfter(...statements: string[]): Promise<string[]> {
  await client.query('BEGIN');
  try {
    const { rows: before } = await client.query('SELECT coalesce(max(seq), 0) AS seq FROM transitions');
    await client.query('SET LOCAL ROLE lading_app');
    for (const statement of statements) await client.query(statement);
    const { rows } = await client.query(
      'SELECT object_id, from_state, to_state FROM transitions WHERE seq > $1 ORDER BY seq',
      [before[0].seq],
    );
    return rows.map(({ object_id, from_state, to_state }) => `${object_id}: ${from_state} > ${to_state}`);
  } finally {
    await client.query('ROLLBACK');
  }
}

const refusalOf = (...statements: string[]) =>
  movesAfter(...statements).then(
    () => null,
    (error: pg.DatabaseError) => error.code,
  );

// The last test erases the account.
describe('statements that change many parcels', { shuffle: false }, () => {
  const first = newId();
  const second = newId();
  const planned = parcels([
    [first, 'planned'],
    [second, 'planned'],
  ]);

  it('record the moves of each row that moved', async () => {
    expect(
      await movesAfter(
        planned,
        `UPDATE order_parcels SET state = CASE id WHEN '${first}' THEN 'released' ELSE state END, updated_at = now()`,
        `UPDATE order_parcels SET error = 'A note'`,
      ),
    ).toEqual([`${first}:  > planned`, `${second}:  > planned`, `${first}: planned > released`]);
  });

  it('record nothing for statements without rows', async () => {
    const moves = await movesAfter(
      `${planned} ON CONFLICT (id) DO UPDATE SET state = 'released'`,
      `UPDATE order_parcels SET state = 'bought' WHERE false`,
    );
    expect(moves).toHaveLength(2);
  });

  it('record inserted and updated rows of an upsert', async () => {
    expect(
      await movesAfter(
        parcels([[first, 'planned']]),
        `${planned} ON CONFLICT (id) DO UPDATE SET state = 'released'`,
      ),
    ).toEqual([`${first}:  > planned`, `${first}: planned > released`, `${second}:  > planned`]);
  });

  it.each([
    [
      'one of the new rows is not in an initial state',
      [
        parcels([
          [first, 'planned'],
          [second, 'released'],
        ]),
      ],
    ],
    [
      'one of the moves is not allowed',
      [
        planned,
        `UPDATE order_parcels SET state = 'released' WHERE id = '${first}'`,
        `UPDATE order_parcels SET state = CASE id WHEN '${first}' THEN 'planned' ELSE 'released' END`,
      ],
    ],
  ])('are refused as a whole if %s', async (_, statements) => {
    expect(await refusalOf(...statements)).toBe(CHECK_VIOLATION);
  });

  it('are refused for an erased account', async () => {
    expect(await refusalOf('UPDATE users SET erased_at = now()', planned)).toBe(FOREIGN_KEY_VIOLATION);
  });

  it('wait for an erasure that is being saved', async () => {
    const erasure = new pg.Client({ connectionString: test.ownerUrl });
    await erasure.connect();
    await erasure.query('BEGIN');
    await erasure.query('SELECT FROM users FOR UPDATE');
    await erasure.query('UPDATE users SET erased_at = now()');
    const refusal = refusalOf(planned);
    await expect
      .poll(async () => (await erasure.query('SELECT FROM pg_locks WHERE NOT granted')).rows.length)
      .toBeGreaterThan(0);
    await erasure.query('COMMIT');
    await erasure.end();
    expect(await refusal).toBe(FOREIGN_KEY_VIOLATION);
  });
});
