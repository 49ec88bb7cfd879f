import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../app-error.ts';
import type { Database } from '../db/database.ts';
import { GeneralCounts } from './shared-limits.ts';

export interface RateLimit {
  max: number;
  timeWindow: string;
  /** Counts by account instead of by IP address. */
  perAccount?: true;
}

/** Counted per IP address across all processes. A route without its own limit shares the general one. */
export const LIMITS = {
  general: { max: 1200, timeWindow: '1 minute' },
  login: { max: 60, timeWindow: '1 minute' },
  signUp: { max: 20, timeWindow: '1 hour' },
  passwordReset: { max: 20, timeWindow: '15 minutes' },
  /** Prevents an account from sending spam through us. */
  emailedLabels: { max: 20, timeWindow: '1 hour', perAccount: true },
} as const satisfies Record<string, RateLimit>;

export async function installRateLimits(app: FastifyInstance, db: Database): Promise<void> {
  await app.register(rateLimit, {
    ...LIMITS.general,
    store: class extends GeneralCounts {
      constructor() {
        super(db);
      }
    },
    allowList: (request) => !request.url.startsWith('/api/'),
    addHeadersOnExceeding: {
      'x-ratelimit-limit': false,
      'x-ratelimit-remaining': false,
      'x-ratelimit-reset': false,
    },
    errorResponseBuilder: (_request, context) =>
      new AppError('TOO_MANY_REQUESTS', { retryAfterSeconds: Math.ceil(context.ttl / 1000) }),
  });
}
