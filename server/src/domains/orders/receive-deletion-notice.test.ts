import { API } from '@lading/contract/routes.ts';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { PUBLIC_URL } from '../../../test/build-test-app.ts';
import { EBAY_OPERATOR_APP, type EbayAtDouble, ebayAtDouble } from '../../../test/ebay-at-double.ts';
import { buildShopApp, orderOf, type ShopApp } from '../../../test/order-sources.ts';
import { makeShop } from '../../../test/shipping.ts';
import { anOrder, aRecipient, makeSource, save } from '../../../test/shop-orders.ts';

let app: ShopApp;
let ebay: EbayAtDouble;
beforeAll(async () => {
  app = await buildShopApp();
  ebay = await ebayAtDouble({ app: EBAY_OPERATOR_APP });
});
afterAll(async () => {
  await app.test.close();
  await ebay.close();
});

const deliver = ({ headers, body }: { headers: Record<string, string>; body: Buffer }) =>
  app.test.inject({ method: 'POST', url: API.ebayDeletionNotices, headers, payload: body });
const challenge = (query: string) => app.test.inject({ url: `${API.ebayDeletionNotices}?${query}` });

it("the endpoint for deletion notices does not exist without the operator's app", async () => {
  expect((await challenge('challenge_code=x')).statusCode).toBe(404);
  expect((await deliver(ebay.double.notices.delivery({ username: 'ada_p' }))).statusCode).toBe(404);
});

it('the endpoint for deletion notices proves to eBay that the address is ours, and erases the buyer’s data everywhere', async () => {
  const { test } = app;
  const { adapters } = test.deps.orderSources;
  const { ebay: withoutApp } = adapters;
  Object.assign(adapters, { ebay: ebay.source });
  onTestFinished(() => {
    Object.assign(adapters, { ebay: withoutApp });
  });
  const endpoint = `${PUBLIC_URL}${API.ebayDeletionNotices}`;
  expect(
    await ebay.double.notices.challenge(endpoint, async (query) => (await challenge(query)).json()),
  ).toBe(true);
  expect((await challenge('')).statusCode).toBe(400);

  const [one, other] = [await makeShop(test), await makeShop(test)];
  const sources = [
    await makeSource(test, one.userId, 'ebay'),
    await makeSource(test, other.userId, 'ebay'),
    await makeSource(test, one.userId, 'woocommerce'),
  ];
  const ofBuyer = (externalId: string, buyer: string) =>
    anOrder({ externalId, buyerNote: 'Ring twice', recipient: aRecipient(), reporting: { buyer } });
  for (const source of sources)
    await save(test, source, ofBuyer('a', 'ada_p'), ofBuyer('b', 'u-77'), ofBuyer('c', 'bob'));
  const notice = ebay.double.notices.delivery({ username: 'ada_p', userId: 'u-77' });

  const forged = { ...notice, body: Buffer.from(notice.body.toString().replace('ada_p', 'bob')) };
  const refused = await deliver(forged);
  expect([refused.statusCode, refused.json().error]).toEqual([412, 'NOTICE_REFUSED']);
  ebay.double.behavior.everyAnswer = { status: 503, body: '' };
  expect((await deliver(ebay.double.notices.delivery({}, { kid: 'new-key' }))).statusCode).toBe(502);
  ebay.double.behavior.everyAnswer = null;
  const names = async () =>
    Promise.all(
      sources.flatMap(({ id }) =>
        ['a', 'b', 'c'].map(
          async (externalId) => (await orderOf(test, id, externalId))?.shop_recipient?.name,
        ),
      ),
    );
  expect(new Set(await names())).toEqual(new Set(['Dana Reyes']));

  // eBay may deliver a notice more than once.
  for (let time = 0; time < 2; time += 1) expect((await deliver(notice)).statusCode).toBe(204);
  expect(await names()).toEqual(['', '', 'Dana Reyes', '', '', 'Dana Reyes', ...Array(3).fill('Dana Reyes')]);
  expect(await orderOf(test, sources[0]?.id ?? '', 'a')).toMatchObject({
    status: 'attention',
    notes: { buyer: '' },
    reporting: {},
    shop_recipient: { line1: '', email: '', city: 'Austin' },
    erased_at: expect.any(Date),
  });
  expect((await deliver(ebay.double.notices.delivery({}, { topic: 'OTHER' }))).statusCode).toBe(204);
});
