import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../app-error.ts';
import type { Database } from '../db/database.ts';
import { GeneralCounts } from './shared-limits.ts';

/** Per address, at all processes together. A route names its own in `config.rateLimit`; everything else shares the general one. */
export const LIMITS = {
  general: { max: 1200, timeWindow: '1 minute' },
  login: { max: 60, timeWindow: '1 minute' },
  signUp: { max: 20, timeWindow: '1 hour' },
  passwordReset: { max: 20, timeWindow: '15 minutes' },
  /** Per account: whoever has one could otherwise have us write to the whole world. */
  emailedLabels: { max: 20, timeWindow: '1 hour' },
} as const;

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
