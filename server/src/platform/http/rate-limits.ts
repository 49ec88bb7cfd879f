import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../app-error.ts';

/** Per address. A route names its own in `config.rateLimit`; everything else shares the general one. */
export const LIMITS = {
  general: { max: 1200, timeWindow: '1 minute' },
  login: { max: 60, timeWindow: '1 minute' },
  signUp: { max: 20, timeWindow: '1 hour' },
  passwordReset: { max: 20, timeWindow: '15 minutes' },
} as const;

export async function installRateLimits(app: FastifyInstance, enabled: boolean): Promise<void> {
  if (!enabled) return;
  await app.register(rateLimit, {
    ...LIMITS.general,
    cache: 20_000,
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
