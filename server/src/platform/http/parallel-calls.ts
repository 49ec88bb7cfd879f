import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../app-error.ts';
import { occupyUntilClosed } from './disconnected.ts';

/** The calls of each account that this process is serving, of one route or of several that share a limit. */
export interface ParallelCalls {
  max: number;
  running: Map<string, number>;
}

export const parallelCalls = (max: number): ParallelCalls => ({ max, running: new Map() });

/** Refuses calls of an account that already has the highest number of calls in progress. */
export function limitParallelCalls(
  { max, running }: ParallelCalls,
  accountOf: (request: FastifyRequest) => string,
) {
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
