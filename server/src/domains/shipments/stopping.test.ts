import { setTimeout as sleep } from 'node:timers/promises';
import { API } from '@lading/contract/routes.ts';
import { expect, it } from 'vitest';
import {
  buildFaultyApp,
  buy,
  call,
  centsOfRate,
  makeShop,
  paidRate,
  pay,
  ratesFor,
} from '../../../test/shipping.ts';

it('calls that wait for a label answer 202 when the server stops', async () => {
  // Longer than the test, so that only the stop ends the wait.
  const { test, labelProvider } = await buildFaultyApp({ requestWaitMs: 600_000 });
  try {
    const shop = await makeShop(test);
    const { rate } = await paidRate(test, shop);
    const [first, second] = await ratesFor(test, shop);
    const rates = [first, second].flatMap((offer) => offer ?? []);
    await pay(
      test,
      shop,
      rates.reduce((sum, offer) => sum + centsOfRate(offer), 0),
    );
    const resume = labelProvider.hang();
    const buying = buy(test, shop, rate.objectId);
    await expect.poll(() => labelProvider.keysBought().length).toBe(1);
    const waiting = buy(test, shop, rate.objectId);
    // No worker runs in this test, so the list waits for its rows.
    const list = call(test, shop, 'POST', API.bulkLabels, {
      shipments: rates.map(({ objectId }) => ({ rateId: objectId })),
    });
    await sleep(500);
    const closing = test.app.close();
    expect((await waiting).statusCode).toBe(202);
    expect((await list).statusCode).toBe(202);
    resume();
    expect((await buying).statusCode).toBe(200);
    await closing;
  } finally {
    await test.close();
  }
});
