import { centsOf } from '@lading/contract/money.ts';
import { API } from '@lading/contract/routes.ts';
import type { LabelAnswer, Rate } from '@lading/contract/shipments.ts';
import { TEST_GATEWAY_CONFIRM } from '@lading/contract/test-gateway.ts';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { findViolations } from '../src/domains/reconciliation/invariants.store.ts';
import { minutes } from '../src/platform/clock.ts';
import type { LabelProvider } from '../src/providers/label-providers/port.ts';
import type { TestGateway } from '../src/providers/payments/test-gateway/test-gateway.ts';
import { cleanUp, sweep } from '../src/sweep.ts';
import type { Timings } from '../src/timings.ts';
import { buildTestApp, type TestApp } from './build-test-app.ts';
import { bearer, logInAs, makeUser } from './factories.ts';
import { FaultyGateway } from './faulty-gateway.ts';
import { FaultyLabelProvider } from './faulty-label-provider.ts';
import { findDifferences } from './provider-journals.ts';

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
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
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

export function centsOfRate(rate: Rate | undefined): number {
  if (!rate) throw new Error('No such rate');
  return centsOf(rate.amount);
}

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

/** Pays with a card, like the browser. Also waits for the payment event, so that the outcome is recorded. */
export async function confirm(test: TestApp, payment: StartedPayment, number = GOOD_CARD) {
  const answer = await test.inject({
    method: 'POST',
    url: TEST_GATEWAY_CONFIRM.replace(':intentId', payment.paymentIntentId),
    payload: {
      clientSecret: payment.clientSecret,
      card: { number, expMonth: 12, expYear: 2030, cvc: '123' },
    },
  });
  await test.paymentEvents();
  return answer;
}

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
  if (!rate) throw new Error('No rate');
  await pay(test, shop, centsOfRate(rate), [rate.objectId]);
  const answer = await buy(test, shop, rate.objectId);
  expect(answer.statusCode, answer.body).toBe(200);
  return { ...answer.json(), cents: centsOfRate(rate) };
}

/** A rate that is paid for but not bought yet. */
export async function paidRate(
  test: TestApp,
  shop: Shop,
): Promise<{ rate: Rate; cents: number; payment: StartedPayment }> {
  const [rate] = await ratesFor(test, shop);
  if (!rate) throw new Error('No rate');
  const cents = centsOfRate(rate);
  return { rate, cents, payment: await pay(test, shop, cents, [rate.objectId]) };
}

export interface FaultyApp {
  test: TestApp;
  labelProvider: FaultyLabelProvider;
  gateway: FaultyGateway;
  /** The payment provider without faults. */
  cards: TestGateway;
}

/** The whole application with faults on demand at both providers. */
export async function buildFaultyApp(
  timings: Partial<Timings> = {},
  labelProviderBehind: (builtin: LabelProvider) => LabelProvider = (builtin) => builtin,
): Promise<FaultyApp> {
  const parts: Partial<FaultyApp> = {};
  const test = await buildTestApp({}, (deps) => {
    parts.cards = deps.paymentProvider as TestGateway;
    deps.timings = { ...deps.timings, ...timings };
    deps.labelProvider = parts.labelProvider = new FaultyLabelProvider(
      labelProviderBehind(deps.labelProvider),
    );
    deps.paymentProvider = parts.gateway = new FaultyGateway(deps.paymentProvider);
  });
  return { ...(parts as FaultyApp), test };
}

/** Advances our clock and the times in the database for leases and next lookups. */
export async function letTimePass({ deps, clock }: TestApp, milliseconds: number): Promise<void> {
  clock.advance(milliseconds);
  const passed = sql`${milliseconds} * interval '1 millisecond'`;
  await sql`
    UPDATE payments SET next_check_at = next_check_at - ${passed} WHERE status IN ('created', 'processing')`.execute(
    deps.db,
  );
  await sql`
    UPDATE refunds SET next_check_at = next_check_at - ${passed} WHERE state IN ('requested', 'submitted')`.execute(
    deps.db,
  );
  await sql`UPDATE processor_reads SET next_read_at = next_read_at - ${passed}`.execute(deps.db);
  await sql`UPDATE shipments SET lease_until = lease_until - ${passed} WHERE lease_until IS NOT NULL`.execute(
    deps.db,
  );
}

const SWEEP_EVERY_MS = 15_000;
const MAX_SWEEPS = 16;

/** Runs the sweeps that are due in the given time. Over a long time most would find nothing, so it runs fewer. */
export async function sweepFor(
  test: TestApp,
  milliseconds: number,
  every = Math.max(SWEEP_EVERY_MS, milliseconds / MAX_SWEEPS),
): Promise<void> {
  for (let passed = 0; passed <= milliseconds; passed += every) {
    await sweep(test.deps);
    await letTimePass(test, every);
  }
  await cleanUp(test.deps);
}

/** Checks that the ledger balances and matches the journals of both providers. */
export async function expectConsistentLedger(test: TestApp): Promise<void> {
  const { db, clock } = test.deps;
  const scope = { now: clock.now(), maxInProgressMs: minutes(45), since: null };
  expect(await findViolations(db, scope)).toEqual([]);
  expect(await findDifferences(db)).toEqual([]);
}
