import { Stripe } from 'stripe';
import { expect } from 'vitest';
import { findViolations } from '../src/domains/reconciliation/invariants.store.ts';
import { minutes, systemClock } from '../src/platform/clock.ts';
import { StripePayments } from '../src/providers/payments/stripe/stripe-payments.ts';
import { buildTestApp, type TestApp } from './build-test-app.ts';
import { type StripeDouble, type StripeDoubleOptions, startStripeDouble } from './doubles/stripe-double.ts';
import { GOOD_CARD, type Shop, type StartedPayment, startPayment } from './shipping.ts';

const SECRET_KEY = 'sk_test_double';
const WEBHOOK_SECRET = 'whsec_of_the_tests';

/** What the customer, their bank and Stripe itself do; the orders are in `doubles/stripe-double-control.ts`. */
export async function atStripe<T>({ url }: StripeDouble, order: string, facts: object): Promise<T> {
  const answer = await fetch(`${url}/double/${order}`, { method: 'POST', body: JSON.stringify(facts) });
  return answer.json() as Promise<T>;
}

export const stripeAt = ({ url: baseUrl }: StripeDouble) =>
  new StripePayments({ secretKey: SECRET_KEY, baseUrl, live: false, clock: systemClock });

export interface StripeApp {
  test: TestApp;
  double: StripeDouble;
  /** Stripe as its owner sees it, in the dashboard. */
  dashboard: Stripe;
  /** Pays with a card, as the browser does. Nobody hears of it before the news are delivered. */
  pay(shop: Shop, cents: number, rateIds?: string[], card?: string): Promise<StartedPayment>;
  /** The events since the last time, oldest first. */
  events(): Promise<Stripe.Event[]>;
  deliver(event: object, signature?: Partial<Signature>): Promise<number>;
  /** All news since the last time, in their order; every one must be taken. */
  deliverEvents(): Promise<void>;
  expectSoundBooks(): Promise<void>;
  close(): Promise<void>;
}

interface Signature {
  secret: string;
  ageSeconds: number;
  /** What goes out instead of what was signed. */
  sent: string | Buffer;
}

/** The whole application with Stripe's double for its cards. Its news are delivered by the test, which decides when and how. */
export async function buildStripeApp(
  options: StripeDoubleOptions = {},
  settings: Record<string, string> = {},
): Promise<StripeApp> {
  const double = await startStripeDouble(options);
  const test = await buildTestApp({
    PAYMENT_PROVIDER: 'stripe',
    STRIPE_SECRET_KEY: SECRET_KEY,
    STRIPE_PUBLISHABLE_KEY: 'pk_test_double',
    STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
    STRIPE_BASE_URL: double.url,
    ...settings,
  });
  const { hostname: host, port } = new URL(double.url);
  const dashboard = new Stripe(SECRET_KEY, { host, port, protocol: 'http', telemetry: false });
  const told = new Set<string>();

  const events = async () => {
    const all = await dashboard.events.list({ limit: 100 }).autoPagingToArray({ limit: 1000 });
    const fresh = all.filter(({ id }) => !told.has(id)).reverse();
    for (const { id } of fresh) told.add(id);
    return fresh;
  };
  const deliver: StripeApp['deliver'] = async (event, signature = {}) => {
    const payload = JSON.stringify(event);
    const answer = await postEvent(test, signature.sent ?? payload, signed(test, payload, signature));
    return answer.statusCode;
  };
  return {
    test,
    double,
    dashboard,
    pay: async (shop, cents, rateIds, card = GOOD_CARD) => {
      const payment = await startPayment(test, shop, cents, rateIds);
      await atStripe(double, 'confirm', { intentId: payment.paymentIntentId, card });
      return payment;
    },
    events,
    deliver,
    deliverEvents: async () => {
      for (const event of await events()) expect(await deliver(event), event.type).toBe(200);
    },
    expectSoundBooks: async () => {
      const scope = { now: test.clock.now(), maxInProgressMs: minutes(45), since: null };
      expect(await findViolations(test.deps.db, scope)).toEqual([]);
    },
    close: async () => {
      await test.close();
      await double.close();
    },
  };
}

/** By Stripe's own program, at the time of the test. */
export const signed = (
  { clock }: TestApp,
  payload: string,
  { secret = WEBHOOK_SECRET, ageSeconds = 0 }: Partial<Signature> = {},
) =>
  Stripe.webhooks.generateTestHeaderString({
    payload,
    secret,
    timestamp: Math.floor(clock.now().getTime() / 1000) - ageSeconds,
  });

export const postEvent = (
  { inject }: TestApp,
  payload: string | Buffer,
  signature: string | null,
  headers: Record<string, string> = {},
) =>
  inject({
    method: 'POST',
    url: '/api/webhooks/stripe',
    payload,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      ...(signature === null ? {} : { 'stripe-signature': signature }),
      ...headers,
    },
  });
