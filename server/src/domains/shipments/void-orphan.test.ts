import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  buy,
  expectSoundBooks,
  letTimePass,
  makeShop,
  paidRate,
  type Shop,
  sweepFor,
} from '../../../test/shipping.ts';
import { attemptsOf, buildUnsureApp, incidentsOf, type UnsureApp } from '../../../test/unsure-purchases.ts';
import { days, minutes } from '../../platform/clock.ts';
import type { VoidAnswer } from '../../providers/label-providers/port.ts';
import { sweep } from '../../sweep.ts';

// Weeks pass in each of these tests, so that each has a time of its own.
let app: UnsureApp;
let shop: Shop;
/** The carrier behind it voids only what is not on its way yet, so it does it at once, whatever is said of it here. */
const says = (answer: VoidAnswer) => async (transactionId: string) => {
  await app.builtin.voidLabel(transactionId);
  return answer;
};

/** A label of which nobody knew turns up when another was bought, and the carrier says this to giving it back. */
beforeEach(async () => {
  app = await buildUnsureApp();
  shop = await makeShop(app.test);
  const { rate } = await paidRate(app.test, shop);
  app.labelProvider.loseAnswer(1);
  app.unsure.lagging = true;
  await buy(app.test, shop, rate.objectId);
  await sweepFor(app.test, minutes(2));
  app.unsure.voidLabel = says({ outcome: 'pending' });
  app.unsure.lagging = false;
  await sweepFor(app.test, minutes(2));
  expect(await states()).toEqual(['abandoned', 'succeeded']);
  // A carrier that thinks about it has the label no more, and not back yet.
  app.unsure.lagging = true;
});
afterEach(async () => {
  app.unsure.voidLabel = says({ outcome: 'voided' });
  await pass(days(9));
  expect(await states()).toEqual(['declined', 'succeeded']);
  expect((await incidents()).filter(({ isOpen }) => isOpen)).toEqual([]);
  await expectSoundBooks(app.test);
  await app.test.close();
});

const states = async () => (await attemptsOf(app.test, shop)).map(([state]) => state);
const incidents = () => incidentsOf(app.test, shop);
const pass = async (milliseconds: number) => {
  await letTimePass(app.test, milliseconds);
  await sweep(app.test.deps);
};

describe('a label that nobody has', () => {
  it('is nobody’s business for a month while the carrier thinks about taking it back', async () => {
    await pass(days(6));
    await pass(days(20));
    expect(await incidents()).toEqual([]);
  });

  it('that is refused after weeks is told to a person', async () => {
    await pass(days(6));
    app.unsure.voidLabel = says({ outcome: 'refused', text: 'The label was used.' });
    await pass(days(14));
    expect(await incidents()).toEqual([
      {
        kind: 'label_orphaned',
        detail: expect.stringMatching(/refused: The label was used\.$/),
        isOpen: true,
      },
    ]);
  });

  it.each([
    ['thinks about it', says({ outcome: 'pending' })],
    ['gives no answer', () => Promise.reject(new Error('no answer'))],
  ])(
    'is told to a person when the carrier %s for more than a month, and again when it refuses',
    async (_, answer) => {
      app.unsure.voidLabel = answer;
      await pass(days(31));
      const open = { kind: 'label_void_open', detail: expect.stringMatching(/: no answer yet$/) };
      expect(await incidents()).toEqual([{ ...open, isOpen: true }]);
      app.unsure.voidLabel = says({ outcome: 'refused', text: 'The label was used.' });
      await pass(days(10));
      expect(await incidents()).toMatchObject([
        { ...open, isOpen: false },
        { kind: 'label_orphaned', isOpen: true },
      ]);
    },
  );
});
