import { API, path } from '@lading/contract/routes.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  buildFaultyApp,
  call,
  expectConsistentLedger,
  type FaultyApp,
  makeShop,
  type Shop,
  sweepFor,
} from '../../../test/shipping.ts';
import {
  automaticOf,
  automaticPayments,
  CARDS,
  saveCard,
  startTopUp,
  topUp,
  turnOn,
} from '../../../test/top-ups.ts';
import { minutes } from '../../platform/clock.ts';
import { newId } from '../../platform/ids.ts';
import type { DisputeEvent } from '../../providers/payments/port.ts';
import { receiveEvent } from '../payments/receive-event.ts';

const DISPUTED_CARD = '4000000000000259';

let faulty: FaultyApp;
let shop: Shop;
const test = () => faulty.test;
beforeAll(async () => {
  faulty = await buildFaultyApp();
});
beforeEach(async () => {
  shop = await makeShop(test());
});
afterEach(() => expectConsistentLedger(test()));
afterAll(() => test().close());

async function disputeOf(paymentId: string, disputeId = `dp_${newId()}`) {
  const { intent_id: intentId, amount_cents: cents } = await test()
    .deps.db.selectFrom('payments')
    .select(['intent_id', 'amount_cents'])
    .where('id', '=', paymentId)
    .executeTakeFirstOrThrow();
  return (status: DisputeEvent['status']) =>
    receiveEvent(test().deps, {
      kind: 'dispute',
      eventId: newId(),
      intentId: intentId ?? '',
      dispute: { disputeId, cents, status, reason: 'fraudulent' },
    });
}

const charges = async () => (await automaticPayments(test(), shop)).length;

describe('automatic top-ups', () => {
  it('charge a card once if each of its charges is disputed', async () => {
    await saveCard(test(), shop, DISPUTED_CARD);
    await turnOn(test(), shop);
    await sweepFor(test(), minutes(2));
    expect(await charges()).toBe(1);
    expect(await automaticOf(test(), shop)).toMatchObject({ enabled: true, paused: 'disputed' });
  });

  it('are paused after a dispute of any payment, until the client saves the settings again', async () => {
    await saveCard(test(), shop);
    const { topUpId } = await topUp(test(), shop, 2_500);
    await turnOn(test(), shop);
    const deliver = await disputeOf(topUpId);
    await deliver('open');
    await sweepFor(test(), minutes(1));
    await deliver('lost');
    await sweepFor(test(), minutes(1));
    expect(await charges()).toBe(0);

    await turnOn(test(), shop);
    await sweepFor(test(), minutes(1));
    expect(await charges()).toBe(1);
    expect(await automaticOf(test(), shop)).toMatchObject({ paused: null });
  });

  it('stay paused after the client tops up with a stored card', async () => {
    const { topUpId } = await topUp(test(), shop, 2_500);
    await saveCard(test(), shop, CARDS.declinesLater);
    await turnOn(test(), shop, { threshold: 5_000 });
    await sweepFor(test(), minutes(1));
    expect(await automaticOf(test(), shop)).toMatchObject({ paused: 'retry_tomorrow' });
    const deliver = await disputeOf(topUpId);
    await deliver('open');
    test().clock.advance(minutes(1));
    const { id: cardId } = await saveCard(test(), shop);
    const answer = await startTopUp(test(), shop, { amount: 500, cardId });
    expect(answer.json()).toMatchObject({ status: 'succeeded' });
    await sweepFor(test(), minutes(2));
    expect(await automaticOf(test(), shop)).toMatchObject({ paused: 'disputed' });
    expect(await charges()).toBe(1);
  });

  it('stay paused when another card becomes the default', async () => {
    const { id: cardId } = await saveCard(test(), shop);
    const { topUpId } = await topUp(test(), shop, 500);
    await saveCard(test(), shop);
    await turnOn(test(), shop);
    const deliver = await disputeOf(topUpId);
    await deliver('open');
    test().clock.advance(minutes(1));
    const changed = await call(test(), shop, 'PUT', path(API.defaultCard, { id: cardId }));
    expect(changed.statusCode).toBe(200);
    await sweepFor(test(), minutes(1));
    expect(await automaticOf(test(), shop)).toMatchObject({ paused: 'disputed' });
    expect(await charges()).toBe(0);
  });

  it('continue after a dispute is won', async () => {
    await saveCard(test(), shop);
    const { topUpId } = await topUp(test(), shop, 500);
    await turnOn(test(), shop);
    const deliver = await disputeOf(topUpId);
    await deliver('open');
    await sweepFor(test(), minutes(1));
    expect(await charges()).toBe(0);
    await deliver('won');
    await sweepFor(test(), minutes(1));
    expect(await charges()).toBe(1);
  });
});
