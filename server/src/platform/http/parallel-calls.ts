import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../app-error.ts';
import { hasDisconnected, occupyUntilClosed } from './disconnected.ts';

/** The calls of each account that this process is serving, of one route or of several that share a limit. */
export interface ParallelCalls {
  max: number;
  running: Map<string, number>;
}

export const parallelCalls = (max: number): ParallelCalls => ({ max, running: new Map() });

const works = new WeakMap<FastifyRequest, Promise<unknown>>();

/** Runs a call that is limited. It stays counted until its work ends, because work continues when its caller disconnects. */
export function runLimited<T>(
  request: FastifyRequest,
  reply: FastifyReply,
  work: () => Promise<T>,
): Promise<T> {
  // It may no longer be counted.
  if (hasDisconnected(reply)) throw new AppError('REQUEST_TIMEOUT');
  const result = work();
  works.set(request, result);
  return result;
}

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
    const releaseAfterWork = () => {
      const work = works.get(request);
      if (work) work.then(release, release);
      else release();
    };
    occupyUntilClosed(reply, () => running.set(account, others + 1), releaseAfterWork);
  };
}
