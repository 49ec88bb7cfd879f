import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  buy,
  expectConsistentLedger,
  letTimePass,
  makeShop,
  paidRate,
  type Shop,
  sweepFor,
} from '../../../test/shipping.ts';
import {
  attemptsOf,
  buildUnreliableApp,
  incidentsOf,
  type UnreliableApp,
} from '../../../test/unreliable-app.ts';
import { days, minutes } from '../../platform/clock.ts';
import type { VoidAnswer } from '../../providers/label-providers/port.ts';
import { sweep } from '../../sweep.ts';

// Each test moves the clock by weeks, so each starts at its own time.
let app: UnreliableApp;
let shop: Shop;
/** Voids at the built-in provider immediately, because later it refuses parcels that are in transit. */
const answersVoidWith = (answer: VoidAnswer) => async (transactionId: string) => {
  await app.builtin.voidLabel(transactionId);
  return answer;
};

/** An orphaned label appears after the client's label was bought, and its void is pending. */
beforeEach(async () => {
  app = await buildUnreliableApp();
  shop = await makeShop(app.test);
  const { rate } = await paidRate(app.test, shop);
  app.labelProvider.loseAnswer(1);
  app.unreliable.lagging = true;
  await buy(app.test, shop, rate.objectId);
  await sweepFor(app.test, minutes(2));
  app.unreliable.voidLabel = answersVoidWith({ outcome: 'pending' });
  app.unreliable.lagging = false;
  await sweepFor(app.test, minutes(2));
  expect(await states()).toEqual(['abandoned', 'succeeded']);
  // While a void is pending, the label is neither valid nor voided.
  app.unreliable.lagging = true;
});
afterEach(async () => {
  app.unreliable.voidLabel = answersVoidWith({ outcome: 'voided' });
  await sweepAfter(days(9));
  expect(await states()).toEqual(['declined', 'succeeded']);
  expect((await incidents()).filter(({ isOpen }) => isOpen)).toEqual([]);
  await expectConsistentLedger(app.test);
  await app.test.close();
});

const states = async () => (await attemptsOf(app.test, shop)).map(([state]) => state);
const incidents = () => incidentsOf(app.test, shop);
const sweepAfter = async (milliseconds: number) => {
  await letTimePass(app.test, milliseconds);
  await sweep(app.test.deps);
};

describe('an orphaned label', () => {
  it('opens no incident during the first month of a pending void', async () => {
    await sweepAfter(days(6));
    await sweepAfter(days(20));
    expect(await incidents()).toEqual([]);
  });

  it('opens an incident when its void is refused after weeks', async () => {
    await sweepAfter(days(6));
    app.unreliable.voidLabel = answersVoidWith({ outcome: 'refused', text: 'The label was used.' });
    await sweepAfter(days(14));
    expect(await incidents()).toEqual([
      {
        kind: 'label_orphaned',
        detail: expect.stringMatching(/refused: The label was used\.$/),
        isOpen: true,
      },
    ]);
  });

  it.each([
    ['leaves the void pending', answersVoidWith({ outcome: 'pending' })],
    ['does not answer', () => Promise.reject(new Error('no answer'))],
  ])(
    'opens an incident when the label provider %s for more than a month, and another when it refuses',
    async (_, answer) => {
      app.unreliable.voidLabel = answer;
      await sweepAfter(days(31));
      const open = { kind: 'label_void_open', detail: expect.stringMatching(/: no answer yet$/) };
      expect(await incidents()).toEqual([{ ...open, isOpen: true }]);
      app.unreliable.voidLabel = answersVoidWith({ outcome: 'refused', text: 'The label was used.' });
      await sweepAfter(days(10));
      expect(await incidents()).toMatchObject([
        { ...open, isOpen: false },
        { kind: 'label_orphaned', isOpen: true },
      ]);
    },
  );
});
