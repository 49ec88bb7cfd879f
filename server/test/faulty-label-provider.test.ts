import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { anOrder } from '../src/labels/label-order.fixture.ts';
import { openDatabase } from '../src/platform/db/database.ts';
import { newId } from '../src/platform/ids.ts';
import { createLog } from '../src/platform/log.ts';
import { carrierJournal } from '../src/provider-stores/carrier-journal.store.ts';
import { BuiltinLabelProvider } from '../src/providers/label-providers/builtin/builtin-label-provider.ts';
import { ManualClock } from './build-test-app.ts';
import { FaultyLabelProvider } from './faulty-label-provider.ts';
import { createTestDatabase } from './test-database.ts';

describe('the faulty label provider', () => {
  let inner: BuiltinLabelProvider;
  let labelProvider: FaultyLabelProvider;
  let close: () => Promise<void>;

  beforeAll(async () => {
    const database = await createTestDatabase();
    const open = openDatabase(database.appUrl, createLog('silent'));
    inner = new BuiltinLabelProvider({ journal: carrierJournal(open.db), clock: new ManualClock() });
    close = async () => {
      await open.close();
      await database.drop();
    };
  });
  beforeEach(() => {
    labelProvider = new FaultyLabelProvider(inner);
  });
  afterAll(() => close());

  const order = () => ({ ...anOrder('USPS'), key: newId() });

  it('loses answers to completed purchases', async () => {
    const placed = order();
    labelProvider.loseAnswer(1);
    await expect(labelProvider.buyLabel(placed)).rejects.toThrow(/lost/);
    const found = await labelProvider.findPurchase(placed);
    expect(found?.outcome).toBe('bought');
    expect(await labelProvider.buyLabel(placed)).toEqual(found);
    expect(labelProvider.keysBought()).toEqual([placed.key, placed.key]);
  });

  it('refuses a given number of purchases without asking the label provider', async () => {
    const placed = order();
    labelProvider.refuse(2, 'Not today.');
    for (let count = 0; count < 2; count++)
      expect(await labelProvider.buyLabel(placed)).toEqual({ outcome: 'refused', text: 'Not today.' });
    expect(await inner.findPurchase(placed)).toBeNull();
    expect((await labelProvider.buyLabel(placed)).outcome).toBe('bought');
  });

  it('hangs until it is released, and delays calls on request', async () => {
    const letGo = labelProvider.hang();
    const placed = order();
    const purchase = labelProvider.buyLabel(placed);
    labelProvider.slow(30);
    const started = performance.now();
    const second = labelProvider.findPurchase({ ...placed, key: newId() });
    expect(await inner.findPurchase(placed)).toBeNull();
    letGo();
    expect((await purchase).outcome).toBe('bought');
    expect(await second).toBeNull();
    expect(performance.now() - started).toBeGreaterThanOrEqual(29);
    expect(labelProvider.calls.map(({ kind }) => kind)).toEqual(['buy', 'find']);
  });
});
