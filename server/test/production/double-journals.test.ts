import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Database, openDatabase } from '../../src/platform/db/database.ts';
import { newId } from '../../src/platform/ids.ts';
import { createLog } from '../../src/platform/log.ts';
import type { JournalEntry } from '../doubles/double-server.ts';
import { findMoneyFaults, waitForQuiet } from '../money-checks.ts';
import { createTestDatabase, type TestDatabase } from '../test-database.ts';
import { doubleJournals } from './double-journals.ts';
import { findLeakedSecrets } from './production-checks.ts';

let database: TestDatabase;
let db: Database;
let close: () => Promise<void>;
beforeAll(async () => {
  database = await createTestDatabase();
  ({ db, close } = openDatabase(database.appUrl, createLog('error'), 2));
});
afterAll(async () => {
  await close();
  await database.drop();
});

const entry = (kind: string, facts: object): JournalEntry => ({
  at: new Date().toISOString(),
  kind,
  ...facts,
});
const journalsOf = (shippo: JournalEntry[], stripe: JournalEntry[]) =>
  doubleJournals({ shippo: { journal: () => shippo }, stripe: { journal: () => stripe } });

describe('the journals of the doubles, compared with an empty database,', () => {
  const key = newId();
  const label = entry('label_bought', {
    transaction: 't1',
    metadata: `lading ${key}`,
    trackingNumber: '9400',
    cents: 500,
  });
  const charge = entry('charged', { intent: 'pi_1', paymentKey: newId(), cents: 700 });
  const refund = entry('refunded', { refund: 're_1', refundKey: newId(), intent: 'pi_1', cents: 700 });

  it.each([
    ['a label without an order', [label], [], [`the carrier sold ${key}, but no shipment has it`]],
    ['a voided label', [label, entry('label_refunded', { transaction: 't1' })], [], []],
    [
      'a charge without a payment',
      [],
      [charge],
      ['intent pi_1 was charged, but no payment has this intent and amount'],
    ],
    ['a refund that was not requested', [], [refund], ['refund re_1 was paid, but we have no such refund']],
    ['a refund that failed later', [], [refund, entry('refund_failed', { refund: 're_1' })], []],
    [
      'a second payment of the same refund',
      [],
      [refund, { ...refund, refund: 're_2' }],
      [
        `refund ${refund.refundKey} was paid more than once`,
        'refund re_1 was paid, but we have no such refund',
        'refund re_2 was paid, but we have no such refund',
      ],
    ],
  ])('show %s', async (_what, shippo, stripe, faults) => {
    expect((await findMoneyFaults(db, journalsOf(shippo, stripe))).toSorted()).toEqual(faults.toSorted());
  });

  it('show nothing when no work is open', async () => {
    expect(await waitForQuiet(db, journalsOf([label], [charge, refund]))).toBeLessThan(90_000);
  });
});

describe('a log', () => {
  it.each([
    'paid with 4242424242424242',
    'key sk_test_production_site',
    'pi_1_secret_0123456789ab',
    'authorization: Bearer abcdefghijklmnopqrstuvwxyz',
  ])('is reported for the secret in "%s"', (text) => {
    expect(findLeakedSecrets(text)).toHaveLength(1);
  });

  it('may contain text that is not secret', () => {
    expect(findLeakedSecrets('intent pi_3abc of payment 0190 at 127.0.0.1, card ending in 4242')).toEqual([]);
  });
});
