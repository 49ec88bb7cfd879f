import { Stripe } from 'stripe';
import { expect } from 'vitest';
import { findViolations } from '../src/domains/reconciliation/invariants.store.ts';
import { type Clock, minutes, systemClock } from '../src/platform/clock.ts';
import { StripePayments } from '../src/providers/payments/stripe/stripe-payments.ts';
import { buildTestApp, type TestApp } from './build-test-app.ts';
import { type StripeDouble, type StripeDoubleOptions, startStripeDouble } from './doubles/stripe-double.ts';
import { GOOD_CARD, type Shop, type StartedPayment, startPayment } from './shipping.ts';

const SECRET_KEY = 'sk_test_double';
const WEBHOOK_SECRET = 'whsec_of_the_tests';

/** Sends a control command to the double; see `doubles/stripe-double-control.ts`. */
export async function atStripe<T>({ url }: StripeDouble, order: string, facts: object): Promise<T> {
  const answer = await fetch(`${url}/double/${order}`, { method: 'POST', body: JSON.stringify(facts) });
  return answer.json() as Promise<T>;
}

export const stripeAt = ({ url: baseUrl }: StripeDouble, clock: Clock = systemClock) =>
  new StripePayments({ secretKey: SECRET_KEY, baseUrl, live: false, clock });

export interface StripeApp {
  test: TestApp;
  double: StripeDouble;
  /** Stripe as in the dashboard. */
  dashboard: Stripe;
  /** Pays with a card like the browser. The server does not know before the events are delivered. */
  pay(shop: Shop, cents: number, rateIds?: string[], card?: string): Promise<StartedPayment>;
  /** The events since the last call, oldest first. */
  events(): Promise<Stripe.Event[]>;
  deliver(event: object, signature?: Partial<Signature>): Promise<number>;
  /** Delivers all events since the last call, in order; all must be accepted. */
  deliverEvents(): Promise<void>;
  expectConsistentLedger(): Promise<void>;
  close(): Promise<void>;
}

interface Signature {
  secret: string;
  ageSeconds: number;
  /** The body to send instead of the signed one. */
  sent: string | Buffer;
}

/** The whole application with the Stripe double. The test decides when and how events are delivered. */
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
    expectConsistentLedger: async () => {
      const scope = { now: test.clock.now(), maxInProgressMs: minutes(45), since: null };
      expect(await findViolations(test.deps.db, scope)).toEqual([]);
    },
    close: async () => {
      await test.close();
      await double.close();
    },
  };
}

/** Signed with the official SDK, at the time of the test clock. */
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
