import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { legalMovesInCode, legalMovesInDatabase } from '../../../test/legal-moves.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import { type OpenDatabase, openDatabase } from '../../platform/db/database.ts';
import { createLog } from '../../platform/log.ts';
import { DISPUTE_MOVES, INITIAL_DISPUTE_STATE } from './disputes.states.ts';
import { INITIAL_PAYMENT_STATUS, PAYMENT_MOVES } from './payments.states.ts';
import { INITIAL_REFUND_STATE, REFUND_MOVES } from './refunds.states.ts';

let test: TestDatabase;
let database: OpenDatabase;

beforeAll(async () => {
  test = await createTestDatabase();
  database = openDatabase(test.appUrl, createLog('silent'));
});
afterAll(async () => {
  await database.close();
  await test.drop();
});

describe('the state machines', () => {
  it.each([
    ['payments', INITIAL_PAYMENT_STATUS, PAYMENT_MOVES],
    ['refunds', INITIAL_REFUND_STATE, REFUND_MOVES],
    ['disputes', INITIAL_DISPUTE_STATE, DISPUTE_MOVES],
  ])('allow the same moves for %s as the database', async (table, initial, moves) => {
    expect(legalMovesInCode(initial, moves)).toEqual(await legalMovesInDatabase(database.db, table));
  });
});
