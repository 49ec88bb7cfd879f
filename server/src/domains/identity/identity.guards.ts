import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../platform/app-error.ts';
import { later, minutes } from '../../platform/clock.ts';
import { ifWritable } from '../../platform/db/read-only.ts';
import { originOf } from '../../platform/http/origin.ts';
import { RepeatedProblems } from '../../platform/log.ts';
import { permissionProblem } from '../../platform/permission.ts';
import { namesForeignObject } from '../audit/names-foreign-object.ts';
import type { Refusals } from '../audit/refusals.ts';
import { touchApiKey } from './api-keys.store.ts';
import { authenticate, type Session } from './authenticate.ts';
import { type ApiKeyActor, apiKeyIn, authenticateApiKey } from './authenticate-api-key.ts';
import type { IdentityDeps } from './identity.deps.ts';
import { touchLastActive } from './identity.store.ts';
import { touchSession } from './sessions.store.ts';

type Caller = Session | ApiKeyActor;

const actors = new WeakMap<FastifyRequest, Caller>();

/** The account that a guard accepted. Throws on a route without a guard. */
export function actorOf(request: FastifyRequest): Caller {
  const actor = actors.get(request);
  if (!actor) throw new AppError('NOT_AUTHENTICATED');
  return actor;
}

/** For the log. */
export const accountOf = (request: FastifyRequest): string | null => actors.get(request)?.userId ?? null;

type GuardDeps = Pick<
  IdentityDeps,
  'db' | 'clock' | 'security' | 'sessionLimits' | 'sessionCache' | 'secondFactors'
>;

const isRead = ({ method }: FastifyRequest) => method === 'GET' || method === 'HEAD';

/**
 * Forgets all lookups before the answer to a request that may have ended a session or changed an account.
 * `leavesSessions` names the frequent routes that never do.
 */
export function installSessionCache(
  app: FastifyInstance,
  { sessionCache }: Pick<GuardDeps, 'sessionCache'>,
  leavesSessions: (path: string) => boolean,
): void {
  app.addHook('onSend', (request, _reply, _payload, done) => {
    if (!isRead(request) && !leavesSessions(request.routeOptions.url ?? '')) sessionCache.clear();
    done();
  });
}

export const requireUser = (deps: GuardDeps) => async (request: FastifyRequest) => {
  const { authorization } = request.headers;
  const key = apiKeyIn(authorization);
  const actor = key
    ? await authenticateApiKey(deps, originOf(request), key, request.routeOptions.config.apiKey)
    : await authenticate(deps, originOf(request), authorization, isRead(request));
  await accept(deps, request, actor);
};

/** The browser sent it without user action. Lying about it can only end the session earlier. */
const isBackground = (request: FastifyRequest) =>
  request.routeOptions.config.background === true ||
  (isRead(request) && request.headers['x-background'] === '1');

/** Writes at most once a minute for each session or API key. */
const TOUCH_EVERY_MS = minutes(1);

/** Checks what else the route requires, and marks session or API key and account as used. */
async function accept(deps: GuardDeps, request: FastifyRequest, actor: Caller): Promise<void> {
  await requireSetUp(deps, request, actor);
  requireProof(deps, request, actor);
  requireVerifiedEmail(deps, request, actor);
  actors.set(request, actor);
  const now = deps.clock.now();
  const isUse = isKey(actor) || !isBackground(request);
  const touchedAt = isUse ? actor.lastUsedAt : actor.lastActiveAt;
  if (touchedAt !== null && touchedAt > later(now, -TOUCH_EVERY_MS)) return;
  await ifWritable(isUse ? touch(deps, actor, now) : touchLastActive(deps.db, actor.userId, now));
  // Otherwise the next reads would see the old times and write again.
  if (!isKey(actor)) deps.sessionCache.forget(actor.tokenHash);
}

const isKey = (actor: Caller): actor is ApiKeyActor => actor.sessionId === null;

const touch = ({ db }: GuardDeps, actor: Caller, now: Date): Promise<void> =>
  isKey(actor)
    ? touchApiKey(db, { id: actor.apiKeyId, userId: actor.userId, now })
    : touchSession(db, { sessionId: actor.sessionId, userId: actor.userId, ip: actor.ip, now });

function requireVerifiedEmail({ security }: GuardDeps, request: FastifyRequest, actor: Caller): void {
  if (security !== 'strict' || request.routeOptions.config.verifiedEmail !== true) return;
  if (actor.emailVerifiedAt === null) throw new AppError('EMAIL_NOT_VERIFIED');
}

/** Long enough for a series of changes, short enough that an unattended browser is of little use. */
const PROOF_LIFE_MS = minutes(10);

/** Sensitive routes need a recent proof of identity: some in `strict` only, others always. */
function requireProof({ security, clock }: GuardDeps, request: FastifyRequest, actor: Caller): void {
  const { proof } = request.routeOptions.config;
  if (proof === undefined || (proof === 'recent' && security !== 'strict')) return;
  if (actor.authenticatedAt < later(clock.now(), -PROOF_LIFE_MS)) throw new AppError('PROOF_REQUIRED');
}

/** Until a required second factor exists, a session can only set one up. */
async function requireSetUp(deps: GuardDeps, request: FastifyRequest, actor: Caller): Promise<void> {
  if (request.routeOptions.config.beforeSecondFactor) return;
  if (await deps.secondFactors.isMissing(actor)) throw new AppError('SECOND_FACTOR_SETUP_REQUIRED');
}

/** Refusals that may be part of an attack, and the events that record them. */
const NOTED = new Map<string, 'RATE_LIMITED' | 'ACCESS_DENIED'>([
  ['TOO_MANY_REQUESTS', 'RATE_LIMITED'],
  ['TOO_MANY_ATTEMPTS', 'RATE_LIMITED'],
  ['RESET_LINK_INVALID', 'ACCESS_DENIED'],
]);

const isNotFound = (error: FastifyError) => error instanceof AppError && error.status === 404;

/** Records them for any route. A failure to record changes nothing for the caller. */
export const noteRefusals = (deps: GuardDeps, refusals: Refusals) => {
  const failures = new RepeatedProblems();
  return async (request: FastifyRequest, _reply: FastifyReply, error: FastifyError) => {
    const { userId = null, role = null } = actors.get(request) ?? {};
    const note = (event: 'RATE_LIMITED' | 'ACCESS_DENIED') => {
      const { method, routeOptions } = request;
      const refusal = { ...originOf(request), method, path: routeOptions.url ?? '', userId, role };
      return refusals.note({ ...refusal, error: error.message }, event);
    };
    const { params, query, body } = request;
    try {
      const event = NOTED.get(error.code);
      if (event) await note(event);
      else if (role === 'client' && userId !== null && isNotFound(error))
        if (await namesForeignObject(deps.db, userId, params, query, body)) await note('ACCESS_DENIED');
    } catch (cause) {
      failures.note('refusal', (times) =>
        request.log.warn(
          { event: 'audit.refusal_not_recorded', err: cause, requestId: request.id, times },
          'A refusal could not be recorded',
        ),
      );
    }
  };
};

/** Records every refusal, with or without a session. */
export const requireAdmin = (deps: GuardDeps, refusals: Refusals) => async (request: FastifyRequest) => {
  const origin = originOf(request);
  const what = { method: request.method, path: request.routeOptions.url ?? '' };
  let actor: Session;
  try {
    actor = await authenticate(deps, origin, request.headers.authorization, isRead(request));
  } catch (error) {
    if (error instanceof AppError)
      await refusals.note({ ...origin, ...what, userId: null, role: null, error: error.message });
    throw error;
  }
  if (actor.role !== 'admin') {
    await refusals.note({ ...origin, ...what, userId: actor.userId, role: actor.role });
    throw new AppError('ADMIN_REQUIRED');
  }
  const { permission } = request.routeOptions.config;
  if (!permission) throw new Error(`${what.method} ${what.path} has no permission`);
  const problem = permissionProblem(actor, permission);
  if (problem) {
    const { userId, role } = actor;
    await refusals.note({ ...origin, ...what, userId, role, error: problem.message });
    throw problem;
  }
  await accept(deps, request, actor);
};
