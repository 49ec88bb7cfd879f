import type { FastifyReply } from 'fastify';
import { AppError } from '../app-error.ts';

/** Whether the caller has disconnected. After a disconnection during an earlier hook, no `close` event follows. */
export const hasDisconnected = ({ raw }: FastifyReply): boolean => raw.closed || raw.destroyed;

/** Calls `release` when the request ends. Refuses a caller who has disconnected, because `release` would never be called. */
export function occupyUntilClosed(reply: FastifyReply, occupy: () => void, release: () => void): void {
  if (hasDisconnected(reply)) throw new AppError('REQUEST_TIMEOUT');
  occupy();
  reply.raw.once('close', release);
}
