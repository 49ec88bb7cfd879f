import { Stripe } from 'stripe';
import type { Clock } from '../../../platform/clock.ts';
import type { CallObserver } from '../../../platform/outgoing/call-observer.ts';
import { CircuitBreaker } from '../../../platform/outgoing/circuit-breaker.ts';
import { isReplayed } from './stripe-mapping.ts';

const ANSWER_WITHIN_MS = 15_000;

/** Stripe's SDK behind a circuit breaker. */
export function stripeClient(
  secretKey: string,
  baseUrl: string,
  clock: Clock,
  observer?: CallObserver,
): Stripe {
  const { hostname, port, protocol } = new URL(baseUrl);
  return new Stripe(secretKey, {
    apiVersion: Stripe.API_VERSION,
    host: hostname,
    ...(port === '' ? {} : { port }),
    protocol: protocol === 'http:' ? 'http' : 'https',
    timeout: ANSWER_WITHIN_MS,
    // Safe, because every write carries an idempotency key that the retry repeats.
    maxNetworkRetries: 1,
    telemetry: false,
    httpClient: guarded(new CircuitBreaker('Stripe', clock, { observer })),
  });
}

type HttpClient = ReturnType<typeof Stripe.createNodeHttpClient>;

/**
 * A declined card or a rejected request is an answer, not a failure. So is an old failure that Stripe
 * replays.
 */
function guarded(breaker: CircuitBreaker): HttpClient {
  const client = Stripe.createNodeHttpClient();
  return {
    getClientName: () => client.getClientName(),
    makeRequest: (...call) =>
      breaker.run(
        () => client.makeRequest(...call),
        (answer) => answer.getStatusCode() >= 500 && !isReplayed(answer.getHeaders()),
      ),
  };
}
