import { API } from '@lading/contract/routes.ts';
import type { LabelAnswer, Rate } from '@lading/contract/shipments.ts';
import { TEST_GATEWAY_CONFIRM } from '@lading/contract/test-gateway.ts';
import { expect } from 'vitest';
import { findViolations } from '../src/domains/reconciliation/invariants.ts';
import { minutes } from '../src/platform/clock.ts';
import type { TestApp } from './build-test-app.ts';
import { bearer, logInAs, makeUser } from './factories.ts';

/** A client who ships, calling the API as the specification writes it. */
export interface Shop {
  userId: string;
  token: string;
}

export async function makeShop(test: TestApp): Promise<Shop> {
  const user = await makeUser(test);
  return { userId: user.id, token: (await logInAs(test, user)).token };
}

const SENDER = {
  fullName: 'Ada Park',
  address: '1120 SW 5th Ave',
  address2: '',
  city: 'Portland',
  state: 'OR',
  zipCode: '97204',
  country: 'US',
  phone: '5035550142',
  email: 'ada@shop.example',
};
const RECEIVER = {
  fullName: 'Dana Reyes',
  address: '500 W 2nd St Apt 1900',
  address2: '',
  city: 'Austin',
  state: 'TX',
  zipCode: '78701',
  country: 'US',
  phone: '5125550188',
  email: 'dana@home.example',
};

export const aShipment = (changes: Record<string, unknown> = {}) => ({
  sender: SENDER,
  receiver: RECEIVER,
  package: {
    length: 12,
    width: 9,
    height: 4,
    weight: 2,
    distance_unit: 'in',
    mass_unit: 'lb',
    type: 'package',
  },
  shippingDate: '2026-11-17',
  ...changes,
});

export const call = (
  test: TestApp,
  shop: Shop,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  url: string,
  payload?: object,
  headers: Record<string, string> = {},
) =>
  test.inject({
    method,
    url,
    headers: { ...bearer(shop.token), ...headers },
    ...(payload === undefined ? {} : { payload }),
  });

export async function ratesFor(test: TestApp, shop: Shop, shipment = aShipment()): Promise<Rate[]> {
  const answer = await call(test, shop, 'POST', API.rates, shipment);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
}

export const centsOfRate = (rate: Rate) => Math.round(rate.amount * 100);

export interface StartedPayment {
  clientSecret: string;
  paymentIntentId: string;
  amount: number;
}

export async function startPayment(
  test: TestApp,
  shop: Shop,
  amount: number,
  rateIds?: string[],
): Promise<StartedPayment> {
  const body = { amount, description: 'A label', ...(rateIds ? { rateIds } : {}) };
  const answer = await call(test, shop, 'POST', API.createPaymentIntent, body);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
}

export const GOOD_CARD = '4242424242424242';

export const confirm = (test: TestApp, payment: StartedPayment, number = GOOD_CARD) =>
  test.inject({
    method: 'POST',
    url: TEST_GATEWAY_CONFIRM.replace(':intentId', payment.paymentIntentId),
    payload: {
      clientSecret: payment.clientSecret,
      card: { number, expMonth: 12, expYear: 2030, cvc: '123' },
    },
  });

/** A payment that succeeded. */
export async function pay(
  test: TestApp,
  shop: Shop,
  amount: number,
  rateIds?: string[],
): Promise<StartedPayment> {
  const payment = await startPayment(test, shop, amount, rateIds);
  const answer = await confirm(test, payment);
  expect(answer.json()).toMatchObject({ status: 'succeeded' });
  return payment;
}

export const buy = (
  test: TestApp,
  shop: Shop,
  rateId: string,
  extra: Record<string, unknown> = {},
  headers: Record<string, string> = {},
) => call(test, shop, 'POST', API.label, { ...aShipment(), rateId, ...extra }, headers);

export async function boughtLabel(test: TestApp, shop: Shop): Promise<LabelAnswer & { cents: number }> {
  const [rate] = await ratesFor(test, shop);
  if (!rate) throw new Error('there is no rate');
  await pay(test, shop, centsOfRate(rate), [rate.objectId]);
  const answer = await buy(test, shop, rate.objectId);
  expect(answer.statusCode, answer.body).toBe(200);
  return { ...answer.json(), cents: centsOfRate(rate) };
}

/** The books add up, and the carrier's and the card provider's own journals say the same. */
export async function expectSoundBooks(test: TestApp): Promise<void> {
  const { db, clock } = test.deps;
  const scope = { now: clock.now(), passingMs: minutes(45), since: null };
  expect(await findViolations(db, scope)).toEqual([]);
}
