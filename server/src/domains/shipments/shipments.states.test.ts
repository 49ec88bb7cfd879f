import { afterAll, beforeAll, expect, it } from 'vitest';
import { legalMovesInCode, legalMovesInDatabase } from '../../../test/legal-moves.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import { type OpenDatabase, openDatabase } from '../../platform/db/database.ts';
import { createLog } from '../../platform/log.ts';
import { INITIAL_STATE, MOVES } from './shipments.states.ts';

let database: TestDatabase;
let open: OpenDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  open = openDatabase(database.appUrl, createLog('silent'));
});
afterAll(async () => {
  await open.close();
  await database.drop();
});

it('the code allows the same moves of a shipment as the database', async () => {
  expect(legalMovesInCode(INITIAL_STATE, MOVES)).toEqual(await legalMovesInDatabase(open.db, 'shipments'));
});
