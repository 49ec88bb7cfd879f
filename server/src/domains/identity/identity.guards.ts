import type { FastifyRequest } from 'fastify';
import { AppError } from '../../platform/app-error.ts';
import { originOf } from '../../platform/http/origin.ts';
import { recordEvent } from '../audit/record-event.ts';
import type { Actor } from './actor.ts';
import { authenticate } from './authenticate.ts';
import type { IdentityDeps } from './identity.deps.ts';

const actors = new WeakMap<FastifyRequest, Actor>();

/** The person whom a guard let in. A route that asks without a guard is a mistake of ours, and fails closed. */
export function actorOf(request: FastifyRequest): Actor {
  const actor = actors.get(request);
  if (!actor) throw new AppError('NOT_AUTHENTICATED');
  return actor;
}

type GuardDeps = Pick<IdentityDeps, 'db' | 'clock'>;

/** Guards for `preValidation`: who may not call learns nothing about what the call expects. */
export const requireUser = (deps: GuardDeps) => async (request: FastifyRequest) => {
  actors.set(request, await authenticate(deps, originOf(request), request.headers.authorization));
};

export const requireAdmin = (deps: GuardDeps) => async (request: FastifyRequest) => {
  const actor = await authenticate(deps, originOf(request), request.headers.authorization);
  if (actor.role !== 'admin') {
    await recordEvent(deps.db, deps.clock, actor, {
      type: 'ACCESS_DENIED',
      status: 'error',
      userId: actor.userId,
      userRole: actor.role,
      details: { method: request.method, path: request.routeOptions.url ?? '' },
    });
    throw new AppError('ADMIN_REQUIRED');
  }
  actors.set(request, actor);
};
