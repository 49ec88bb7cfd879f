import { Stripe } from 'stripe';
import * as z from 'zod/mini';
import { AppError } from '../../../platform/app-error.ts';
import type { Clock } from '../../../platform/clock.ts';
import { type Route, routesOf } from '../../../platform/http/route.ts';
import type { PaymentEvent } from '../port.ts';
import { readEvent, type StripeEvent, toPaymentEvent } from './stripe-events.ts';

interface StripeWebhookDeps {
  webhookSecret: string;
  live: boolean;
  clock: Clock;
  /** Resolves once the event is stored. */
  onEvent(event: PaymentEvent): Promise<void>;
  /** The event is of the other mode, live or test, and must never be processed. */
  onForeignMode(eventId: string): Promise<void>;
}

const STRIPE_WEBHOOK = '/api/webhooks/stripe';

const BODY_LIMIT = 256 * 1024;
const TOLERANCE_SECONDS = 300;
/** Per IP address. After an outage Stripe delivers a day of events from a few addresses. */
const LIMIT = { max: 6000, timeWindow: '1 minute' } as const;

const route = routesOf('Stripe');

/** Stripe's webhook. Its signature covers the raw bytes, so the body is not parsed before the check. */
export const stripeRoutes = (deps: StripeWebhookDeps): Route[] => [
  route({
    method: 'POST',
    path: STRIPE_WEBHOOK,
    access: 'custom',
    operationId: 'receiveStripeEvent',
    summary: 'Receives an event from Stripe.',
    hidden: true,
    bodyLimit: BODY_LIMIT,
    rateLimit: LIMIT,
    headers: ['stripe-signature'],
    rawBody: true,
    beforeBody: async ({ headers }) => {
      if (headers['stripe-signature'] === undefined) throw new AppError('BAD_REQUEST');
    },
    answer: z.object({}),
    handle: async (_deps, { body, header }) => {
      const event = verified(deps, body, header('stripe-signature'));
      if (event.livemode !== deps.live) {
        await deps.onForeignMode(event.id);
        return {};
      }
      // An event that cannot be read throws: Stripe delivers it again, perhaps to a later version that can.
      const paymentEvent = toPaymentEvent(event);
      if (paymentEvent) await deps.onEvent(paymentEvent);
      return {};
    },
  }),
];

function verified(
  { webhookSecret, clock }: StripeWebhookDeps,
  body: unknown,
  signature: unknown,
): StripeEvent {
  if (!Buffer.isBuffer(body) || typeof signature !== 'string') throw new AppError('BAD_REQUEST');
  try {
    return readEvent(
      Stripe.webhooks.constructEvent(
        body,
        signature,
        webhookSecret,
        TOLERANCE_SECONDS,
        undefined,
        clock.now().getTime(),
      ),
    );
  } catch (cause) {
    throw new AppError('BAD_REQUEST', { cause });
  }
}
