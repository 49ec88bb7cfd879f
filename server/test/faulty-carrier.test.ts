import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { anOrder } from '../src/labels/label-order.fixture.ts';
import { openDatabase } from '../src/platform/db/database.ts';
import { newId } from '../src/platform/ids.ts';
import { createLog } from '../src/platform/log.ts';
import { carrierJournal } from '../src/provider-stores/carrier-journal.store.ts';
import { BuiltinCarrier } from '../src/providers/carriers/builtin/builtin-carrier.ts';
import { ManualClock } from './build-test-app.ts';
import { FaultyCarrier } from './faulty-carrier.ts';
import { createTestDatabase } from './test-database.ts';

describe('a carrier behind a bad network', () => {
  let inner: BuiltinCarrier;
  let carrier: FaultyCarrier;
  let close: () => Promise<void>;

  beforeAll(async () => {
    const database = await createTestDatabase();
    const open = openDatabase(database.ownerUrl, createLog('silent'));
    inner = new BuiltinCarrier({ journal: carrierJournal(open.db), clock: new ManualClock() });
    close = async () => {
      await open.close();
      await database.drop();
    };
  });
  beforeEach(() => {
    carrier = new FaultyCarrier(inner);
  });
  afterAll(() => close());

  const order = () => ({ ...anOrder('USPS'), key: newId() });

  it('loses answers of purchases that happened', async () => {
    const placed = order();
    carrier.loseAnswer(1);
    await expect(carrier.buyLabel(placed)).rejects.toThrow(/lost/);
    const found = await carrier.findPurchase(placed);
    expect(found?.outcome).toBe('bought');
    expect(await carrier.buyLabel(placed)).toEqual(found);
    expect(carrier.keysBought()).toEqual([placed.key, placed.key]);
  });

  it('refuses as often as it was told, without asking the carrier', async () => {
    const placed = order();
    carrier.refuse(2, 'Not today.');
    for (let count = 0; count < 2; count++)
      expect(await carrier.buyLabel(placed)).toEqual({ outcome: 'refused', text: 'Not today.' });
    expect(await inner.findPurchase(placed)).toBeNull();
    expect((await carrier.buyLabel(placed)).outcome).toBe('bought');
  });

  it('hangs until it is let go, and is slow when told', async () => {
    const letGo = carrier.hang();
    const placed = order();
    const purchase = carrier.buyLabel(placed);
    carrier.slow(30);
    const started = performance.now();
    const second = carrier.findPurchase({ ...placed, key: newId() });
    expect(await inner.findPurchase(placed)).toBeNull();
    letGo();
    expect((await purchase).outcome).toBe('bought');
    expect(await second).toBeNull();
    expect(performance.now() - started).toBeGreaterThanOrEqual(29);
    expect(carrier.calls.map(({ kind }) => kind)).toEqual(['buy', 'find']);
  });
});
