import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts';
import { makeShop } from '../../../test/shipping.ts';
import { CARDS, cardsOf, saveCard } from '../../../test/top-ups.ts';
import { syncCards } from './sync-cards.ts';

let test: TestApp;
beforeAll(async () => {
  test = await buildTestApp();
});
afterAll(() => test.close());

it('keeps a card that is saved while a list from before is still being stored', async () => {
  const { deps } = test;
  const shop = await makeShop(test);
  const { id: first } = await saveCard(test, shop);
  test.clock.advance(1);
  let second: string | undefined;
  const { name, cards } = deps.paymentProvider;
  const list = async (customerId: string) => {
    const listed = await cards.list(customerId);
    second = (await saveCard(test, shop, CARDS.asksOnce)).id;
    return listed;
  };
  await syncCards({ ...deps, paymentProvider: { name, cards: { list } } as never }, shop.userId);
  expect((await cardsOf(test, shop)).map(({ id }) => id)).toEqual([first, second]);
});
