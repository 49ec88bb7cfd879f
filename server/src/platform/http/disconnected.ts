import type { FastifyReply } from 'fastify';
import { AppError } from '../app-error.ts';

/** Whether the caller has gone. If that happened during an earlier hook, no event reports it anymore. */
export const hasDisconnected = ({ raw }: FastifyReply): boolean => raw.closed || raw.destroyed;

/** Calls `release` when the request has ended. Refuses a caller who has gone, for whom that would never happen. */
export function occupyUntilClosed(reply: FastifyReply, occupy: () => void, release: () => void): void {
  if (hasDisconnected(reply)) throw new AppError('REQUEST_TIMEOUT');
  occupy();
  reply.raw.once('close', release);
}
