import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  buildFaultyApp,
  buy,
  type FaultyApp,
  makeShop,
  paidRate,
  type Shop,
} from '../../../test/shipping.ts';
import type { LabelProvider, Purchase } from '../../providers/label-providers/port.ts';

/** Changes what the label provider answers to the next orders. */
let change: (purchase: Purchase) => Purchase = (purchase) => purchase;
const changing = (provider: LabelProvider): LabelProvider =>
  new Proxy(provider, {
    get(target, name: keyof LabelProvider) {
      if (name === 'buyLabel')
        return async (order: Parameters<LabelProvider['buyLabel']>[0]) =>
          change(await target.buyLabel(order));
      const value = target[name];
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });

let faulty: FaultyApp;
let shop: Shop;
beforeAll(async () => {
  faulty = await buildFaultyApp({}, changing);
  shop = await makeShop(faulty.test);
});
afterAll(() => faulty.test.close());

const order = async () => {
  const { rate } = await paidRate(faulty.test, shop);
  return buy(faulty.test, shop, rate.objectId);
};
const rowsOf = async (statement: ReturnType<typeof sql>) =>
  (await statement.execute(faulty.test.deps.db)).rows;

describe('an answer of the label provider', () => {
  it('without an announced document keeps the label and opens an incident', async () => {
    change = (purchase) => ({ ...purchase, missingDocument: 'commercial invoice: its file is not a PDF' });
    const answer = await order();
    expect(answer.statusCode, answer.body).toBe(200);
    expect(answer.json()).toMatchObject({ trackingNumber: expect.stringMatching(/./) });
    expect(await rowsOf(sql`SELECT kind, detail FROM incidents`)).toEqual([
      { kind: 'document_missing', detail: 'commercial invoice: its file is not a PDF' },
    ]);
  });

  it('with a mapped refusal shows our sentence and keeps the carrier’s message in the attempt', async () => {
    const text = 'UPS has no service to this destination.';
    change = () => ({ outcome: 'refused', text, original: 'No rates available for this lane.' });
    const answer = await order();
    expect(answer.json()).toMatchObject({ labelStatus: 'refunded' });
    expect(await rowsOf(sql`SELECT reason FROM refunds`)).toEqual([{ reason: text }]);
    expect(await rowsOf(sql`SELECT detail FROM purchase_attempts WHERE state = 'declined'`)).toEqual([
      { detail: 'No rates available for this lane.' },
    ]);
  });
});
