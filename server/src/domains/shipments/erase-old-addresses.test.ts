import { API, path } from '@lading/contract/routes.ts';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts';
import { begunBatch, goodCells, work } from '../../../test/bulk.ts';
import { aDeclaration } from '../../../test/declared-goods.ts';
import { logInAs, makeUser, type TestUser } from '../../../test/factories.ts';
import { tablesIn, tracesOf } from '../../../test/personal-traces.ts';
import {
  aShipment,
  buy,
  call,
  centsOfRate,
  expectConsistentLedger,
  pay,
  ratesFor,
  type Shop,
} from '../../../test/shipping.ts';
import { days } from '../../platform/clock.ts';
import { eraseOldAddresses } from './erase-old-addresses.ts';

let test: TestApp;
let shop: Shop;
let user: TestUser;
beforeEach(async () => {
  test = await buildTestApp({ RETENTION_SHIPMENT_MONTHS: '2' });
  user = await makeUser(test);
  await signIn();
});
afterEach(() => test.close());

async function signIn(): Promise<void> {
  shop = { userId: user.id, token: (await logInAs(test, user)).token };
}

async function buyFor(fullName: string): Promise<void> {
  const shipment = aShipment();
  const shippingDate = test.clock.now().toISOString().slice(0, 10);
  const customs = aDeclaration({ signer: `Signer of ${fullName}` });
  const order = { ...shipment, shippingDate, receiver: { ...shipment.receiver, fullName }, customs };
  const [rate] = await ratesFor(test, shop, order);
  const rateId = rate?.objectId ?? '';
  await pay(test, shop, centsOfRate(rate), [rateId]);
  const answer = await buy(test, shop, rateId, order);
  expect(answer.statusCode, answer.body).toBe(200);
}
const deliverAll = () =>
  test.deps.db
    .updateTable('shipments')
    .set({ state: 'delivered', delivered_at: test.clock.now() })
    .where('state', '=', 'purchased')
    .execute();
const traces = (mark: string) => tracesOf(test.ownerUrl, [mark]).then(tablesIn);

it('the clean-up erases parcels that are no longer tracked, even if they were never delivered', async () => {
  await buyFor('Ulla Unusedmark');
  test.clock.advance(days(65));
  expect(await eraseOldAddresses(test.deps)).toBe(0);
  expect(await traces('unusedmark')).toContain('public.shipments');
  await test.deps.db.updateTable('shipments').set({ next_track_at: null }).execute();
  expect(await eraseOldAddresses(test.deps)).toBe(1);
  expect(await traces('unusedmark')).toEqual([]);
});

it('the clean-up erases names, addresses and labels of finished shipments after the period, and nothing else', async () => {
  await buyFor('Olga Oldmark');
  const { id } = await begunBatch(test, shop, [goodCells(1, { receiver_fullname: 'Otto Oldmark' })]);
  await work(test);
  await deliverAll();
  await buyFor('Tina Transitmark');
  test.clock.advance(days(40));
  await signIn();
  await buyFor('Nora Newmark');
  await test.deps.db
    .updateTable('shipments')
    .set({ state: 'delivered', delivered_at: test.clock.now() })
    .where('search_text', 'like', '%newmark%')
    .execute();
  expect(await eraseOldAddresses(test.deps)).toBe(0);
  expect(await traces('signer of olga oldmark')).toEqual(['public.quote_requests', 'public.shipments']);
  expect(await traces('oldmark')).toEqual([
    'public.bulk_rows',
    'public.quote_requests',
    'public.shipment_labels',
    'public.shipments',
    'sandbox.carrier_purchases',
  ]);
  test.clock.advance(days(25));
  expect(await eraseOldAddresses(test.deps, 1)).toBe(2);
  expect(await eraseOldAddresses(test.deps)).toBe(0);
  expect(await traces('oldmark')).toEqual([]);
  expect(await traces('transitmark')).toContain('public.shipments');
  expect(await traces('newmark')).toContain('public.shipment_labels');
  expect(await traces('signer of nora newmark')).toContain('public.shipments');
  await expectConsistentLedger(test);

  // The pages of such shipments stay readable.
  await signIn();
  const history = await call(test, shop, 'GET', API.history);
  expect(history.statusCode, history.body).toBe(200);
  for (const route of [API.batch, API.batchRows]) {
    const answer = await call(test, shop, 'GET', path(route, { id }));
    expect(answer.statusCode, answer.body).toBe(200);
  }
});
