import { API } from '@lading/contract/routes.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openIncidentsOf, paymentOf } from '../../../test/money-on-record.ts';
import {
  buildFaultyApp,
  call,
  confirm,
  expectConsistentLedger,
  type FaultyApp,
  letTimePass,
  makeShop,
  type Shop,
} from '../../../test/shipping.ts';
import { automaticOf, CARDS, cardsOf, saveCard, startTopUp, topUpOf, turnOn } from '../../../test/top-ups.ts';
import { minutes } from '../../platform/clock.ts';
import { sweep } from '../../sweep.ts';
import { topUpIfNeeded } from './top-up-if-needed.ts';

let faulty: FaultyApp;
let shop: Shop;
beforeAll(async () => {
  faulty = await buildFaultyApp();
});
beforeEach(async () => {
  shop = await makeShop(faulty.test);
});
afterAll(async () => {
  await expectConsistentLedger(faulty.test);
  await faulty.test.close();
});

/** The operator switches to another account, which does not know the client's customer. */
async function loseCustomer(): Promise<void> {
  const { db } = faulty.test.deps;
  // A card that was saved in the same millisecond as a list is read may be missing there.
  faulty.test.clock.advance(1);
  for (const table of ['payment_customers', 'payments'] as const)
    await sql`UPDATE ${sql.table(table)} SET customer_id = 'cus_elsewhere_' || user_id
      WHERE user_id = ${shop.userId} AND customer_id IS NOT NULL`.execute(db);
}

async function sweepAfter(milliseconds: number) {
  const { test } = faulty;
  const { id } = await paymentOf(test, shop);
  await letTimePass(test, milliseconds);
  await sweep(test.deps);
  const { status } = await topUpOf(test, shop, id);
  return { status, incidents: await openIncidentsOf(test, id) };
}

describe('a client whose customer is missing at the payment provider', () => {
  it('can save a card again, which replaces the lost ones', async () => {
    const { test } = faulty;
    await saveCard(test, shop);
    await turnOn(test, shop);
    await loseCustomer();
    const { id } = await saveCard(test, shop, CARDS.asksOnce);
    expect((await cardsOf(test, shop)).map((card) => [card.id, card.isDefault])).toEqual([[id, true]]);
    expect(await topUpIfNeeded(test.deps, shop.userId)).toMatchObject({ status: 'succeeded', card_id: id });
  });

  it('can save the card of a top-up', async () => {
    const { test } = faulty;
    await saveCard(test, shop);
    await loseCustomer();
    const started = await startTopUp(test, shop, { amount: 2_500, saveCard: true, consent: true });
    expect(started.statusCode, started.body).toBe(200);
    await confirm(test, started.json());
    expect(await topUpOf(test, shop, started.json().topUpId)).toMatchObject({ status: 'succeeded' });
    expect(await cardsOf(test, shop)).toHaveLength(1);
  });

  it('keeps no card that expires, so no one is notified', async () => {
    const { test } = faulty;
    const now = test.clock.now();
    await saveCard(test, shop, CARDS.good, {
      expMonth: now.getUTCMonth() + 1,
      expYear: now.getUTCFullYear(),
    });
    await turnOn(test, shop);
    await loseCustomer();
    await sweep(test.deps);
    expect(await cardsOf(test, shop)).toEqual([]);
    expect(await automaticOf(test, shop)).toMatchObject({ paused: 'no_card' });
  });

  it('has no top-up that waits for its intent forever', async () => {
    const { test, gateway } = faulty;
    gateway.failNext('createIntent');
    const started = await startTopUp(test, shop, { amount: 2_500, saveCard: true, consent: true });
    expect(started.statusCode).toBe(502);
    await loseCustomer();
    expect(await sweepAfter(minutes(1))).toEqual({ status: 'canceled', incidents: [] });
  });

  it('has no charge that waits for its answer forever', async () => {
    const { test, gateway } = faulty;
    await saveCard(test, shop);
    await turnOn(test, shop);
    gateway.failNext('charge');
    await expect(topUpIfNeeded(test.deps, shop.userId)).rejects.toThrow();
    await loseCustomer();
    expect(await sweepAfter(minutes(31))).toEqual({ status: 'canceled', incidents: ['payment_abandoned'] });
  });

  it('is not replaced while the payment provider does not answer', async () => {
    const { test, gateway } = faulty;
    await saveCard(test, shop);
    gateway.failNext('list');
    const refused = await call(test, shop, 'POST', API.cardSetups, { consent: true });
    expect(refused.json()).toMatchObject({ error: 'PAYMENT_UNREACHABLE' });
    expect(await cardsOf(test, shop)).toHaveLength(1);
  });
});
