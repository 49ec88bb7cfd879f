import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts';
import { sentStatements } from '../../../test/sent-statements.ts';
import { buy, makeShop, paidRate } from '../../../test/shipping.ts';

let test: TestApp;
let release: (() => void) | null = null;
beforeAll(async () => {
  test = await buildTestApp({}, (deps) => {
    const { labelProvider } = deps;
    const buyLabel = labelProvider.buyLabel.bind(labelProvider);
    labelProvider.buyLabel = async (order) => {
      await new Promise<void>((done) => {
        release = done;
      });
      return buyLabel(order);
    };
  });
});
afterAll(() => test.close());

const isLook = (text: string) => /^select \* from "shipments" where "id"/.test(text);

describe('a request for a label that another request is buying', () => {
  it('is answered when the purchase ends, without querying the database constantly', async () => {
    const shop = await makeShop(test);
    const { rate } = await paidRate(test, shop);
    const first = buy(test, shop, rate.objectId);
    await expect
      .poll(async () => (await test.deps.db.selectFrom('shipments').select('state').execute()).length)
      .toBe(1);
    const begunAt = performance.now();
    const sent = await sentStatements(async (texts) => {
      const second = buy(test, shop, rate.objectId);
      await expect.poll(() => release !== null && texts.some(isLook)).toBe(true);
      await new Promise((done) => setTimeout(done, 400));
      release?.();
      const answers = (await Promise.all([first, second])).map((answer) => answer.json());
      expect(answers[0]).toMatchObject({ labelStatus: 'ready' });
      expect(answers[1].trackingNumber).toBe(answers[0].trackingNumber);
    });
    const looks = sent.filter(isLook);
    // At first, at the end, and twice a second in case the purchase runs in another process.
    const mostLooks = 2 + Math.ceil((performance.now() - begunAt) / 500);
    expect(looks.length).toBeGreaterThanOrEqual(2);
    expect(looks.length).toBeLessThanOrEqual(mostLooks);
  });
});
