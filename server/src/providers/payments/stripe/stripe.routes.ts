import { Stripe } from 'stripe';
import { AppError } from '../../../platform/app-error.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { HttpServer } from '../../../platform/http/schema-compilers.ts';
import type { PaymentEvent } from '../port.ts';
import { readEvent, type StripeEvent, toPaymentEvent } from './stripe-events.ts';

interface StripeWebhookDeps {
  webhookSecret: string;
  live: boolean;
  clock: Clock;
  /** Resolves when the event is kept. */
  onEvent(event: PaymentEvent): Promise<void>;
  /** An event of the other mode, live or test, which must never be acted on. */
  onForeignMode(eventId: string): Promise<void>;
}

const STRIPE_WEBHOOK = '/api/webhooks/stripe';

const BODY_LIMIT = 1024 * 1024;
const TOLERANCE_SECONDS = 300;
/** Per address: Stripe brings the news of a whole day from a few addresses when it could not bring them for a while. */
const LIMIT = { max: 6000, timeWindow: '1 minute' } as const;

/** Where Stripe brings its news. Its signature is over the bytes, so they are not read as anything before it is checked. */
export function stripeRoutes(app: HttpServer, deps: StripeWebhookDeps): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    scope.post(
      STRIPE_WEBHOOK,
      { bodyLimit: BODY_LIMIT, config: { rateLimit: LIMIT }, schema: { hide: true } },
      async (request) => {
        const event = verified(deps, request.body, request.headers['stripe-signature']);
        if (event.livemode !== deps.live) {
          await deps.onForeignMode(event.id);
          return {};
        }
        // One that cannot be read is brought again, so that a later version can.
        const told = toPaymentEvent(event);
        if (told) await deps.onEvent(told);
        return {};
      },
    );
  });
}

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
