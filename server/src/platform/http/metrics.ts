import { setTimeout as sleep } from 'node:timers/promises';
import type { ErrorCode } from '@lading/contract/errors.ts';
import type { FastifyInstance } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { AppError } from '../app-error.ts';
import { isSameSecret } from '../ids.ts';

const READ_TIMEOUT_MS = 2_000;

export class Metrics {
  readonly registry = new Registry();
  readonly #requests: Histogram<'method' | 'route' | 'status'>;
  readonly #refusals: Counter<'code'>;

  constructor() {
    collectDefaultMetrics({ register: this.registry, prefix: 'lading_' });
    this.#requests = new Histogram({
      name: 'lading_http_request_seconds',
      help: 'Request duration by route pattern',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      registers: [this.registry],
    });
    this.#refusals = new Counter({
      name: 'lading_refused_requests_total',
      help: 'Requests that were refused because of what they contain, by error code',
      labelNames: ['code'],
      registers: [this.registry],
    });
  }

  countRefusal(code: ErrorCode): void {
    this.#refusals.inc({ code });
  }

  observeRequest(method: string, route: string, status: number, seconds: number): void {
    this.#requests.observe({ method, route, status: String(status) }, seconds);
  }

  /**
   * A gauge that is read on each scrape. A failed or slow read becomes NaN and does not affect other metrics.
   */
  gauge(name: string, help: string, read: () => number | Promise<number>): void {
    new Gauge({
      name: `lading_${name}`,
      help,
      registers: [this.registry],
      async collect() {
        const timedOut = sleep(READ_TIMEOUT_MS, Number.NaN, { ref: false });
        this.set(await Promise.race([Promise.resolve(read()).catch(() => Number.NaN), timedOut]));
      },
    });
  }
}

/** Answers 404 without the configured token. */
export function installMetricsRoute(app: FastifyInstance, metrics: Metrics, token: string | null): void {
  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    if (token === null || !isSameSecret(request.headers.authorization ?? '', `Bearer ${token}`))
      throw new AppError('NOT_FOUND');
    return reply
      .header('cache-control', 'no-store')
      .type(metrics.registry.contentType)
      .send(await metrics.registry.metrics());
  });
}
