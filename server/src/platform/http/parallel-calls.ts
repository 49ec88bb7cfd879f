import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../app-error.ts';
import { occupyUntilClosed } from './disconnected.ts';

/** Refuses calls of an account that already has `max` calls of the route in progress. */
export function limitParallelCalls(max: number, accountOf: (request: FastifyRequest) => string) {
  const running = new Map<string, number>();
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const account = accountOf(request);
    const others = running.get(account) ?? 0;
    if (others >= max) throw new AppError('TOO_MANY_REQUESTS', { retryAfterSeconds: 1 });
    const release = () => {
      const left = (running.get(account) ?? 1) - 1;
      if (left > 0) running.set(account, left);
      else running.delete(account);
    };
    occupyUntilClosed(reply, () => running.set(account, others + 1), release);
  };
}
