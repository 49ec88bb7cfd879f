import type { FastifyRequest } from 'fastify';
import { AppError } from '../../platform/app-error.ts';
import { originOf } from '../../platform/http/origin.ts';
import { Refusals } from '../audit/refusals.ts';
import { authenticate, type Session } from './authenticate.ts';
import type { IdentityDeps } from './identity.deps.ts';

const actors = new WeakMap<FastifyRequest, Session>();

/** The account that a guard accepted. Throws on a route without a guard. */
export function actorOf(request: FastifyRequest): Session {
  const actor = actors.get(request);
  if (!actor) throw new AppError('NOT_AUTHENTICATED');
  return actor;
}

type GuardDeps = Pick<IdentityDeps, 'db' | 'clock'>;

export const requireUser = (deps: GuardDeps) => async (request: FastifyRequest) => {
  actors.set(request, await authenticate(deps, originOf(request), request.headers.authorization));
};

/** Records every refusal, with or without a session. */
export const requireAdmin = (deps: GuardDeps) => {
  const refusals = new Refusals(deps);
  return async (request: FastifyRequest) => {
    const origin = originOf(request);
    const what = { method: request.method, path: request.routeOptions.url ?? '' };
    let actor: Session;
    try {
      actor = await authenticate(deps, origin, request.headers.authorization);
    } catch (error) {
      if (error instanceof AppError)
        await refusals.note({ ...origin, ...what, userId: null, role: null, error: error.message });
      throw error;
    }
    if (actor.role !== 'admin') {
      await refusals.note({ ...origin, ...what, userId: actor.userId, role: actor.role });
      throw new AppError('ADMIN_REQUIRED');
    }
    actors.set(request, actor);
  };
};
