import { timingSafeEqual } from 'node:crypto';
import type { AuthorizationRefusal } from '@lading/contract/orders/authorize-source.ts';
import type { ConnectedKind } from '@lading/contract/orders/order-sources.ts';
import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/app-error.ts';
import { ago, hours } from '../../platform/clock.ts';
import { forEachIsolated } from '../../platform/for-each-isolated.ts';
import { digest } from '../../platform/ids.ts';
import type { AuthorizationAnswer, AuthorizationFlow } from '../../providers/order-sources/port.ts';
import { connectStore } from './connect-source.ts';
import { decryptJson, encryptJson } from './encrypted-json.ts';
import { forOneTurn } from './one-turn.ts';
import {
  claimAuthorization,
  deleteAuthorizations,
  endAuthorization,
  keepReceived,
  markReturned,
  type OpenAuthorization,
  selectCompleteAuthorizations,
  selectOpenAuthorization,
} from './order-authorizations.store.ts';
import { adapterOf, type OrderSourceDeps } from './order-sources.deps.ts';
import { authorizedUrl, type EncryptedRequest } from './start-authorization.ts';
import { changeSource } from './update-source.ts';

type Query = AuthorizationAnswer['query'];
type Origin = Pick<Actor, 'ip' | 'requestId'>;

/** How it ended: the ID of the source, the reason, or the ID of the authorization while the store has not sent its key. */
export type AuthorizationResult =
  | { connected: string }
  | { refused: AuthorizationRefusal }
  | { waiting: string };

const EXPIRED: AuthorizationResult = { refused: 'expired' };

/**
 * The store sent the browser back. `browserSecretOf` reads the cookie of an authorization. Any request other
 * than the first return of the browser that started the authorization gets the same refusal and changes nothing.
 */
export async function finishAuthorization(
  deps: OrderSourceDeps,
  origin: Origin,
  { query, browserSecretOf }: { query: Query; browserSecretOf: (id: string) => string },
): Promise<AuthorizationResult> {
  const found = await findOpen(deps, query);
  if (!found || !timingSafeEqual(digest(browserSecretOf(found.stored.id)), found.stored.browser_hash))
    return EXPIRED;
  const { flow } = found;
  let { stored } = found;
  if (flow.isComplete && !flow.isComplete(await answerOf(deps, stored, query))) {
    const { db } = deps;
    const encrypted = await encryptJson(deps, stored.user_id, query);
    const updated = await markReturned(db, stored.id, encrypted);
    if (!updated) return EXPIRED;
    if (!updated.received) return { waiting: stored.id };
    stored = { ...stored, ...updated };
  }
  return finish(deps, origin, { stored, flow }, query);
}

/**
 * The store's server sent its key. This only saves the key. The browser connects the store when it returns; if it
 * has already returned, the sweep does.
 */
export async function receiveKey(deps: OrderSourceDeps, query: Query, body: unknown): Promise<void> {
  const found = await findOpen(deps, query);
  if (!found?.flow.isComplete || body === null) throw new AppError('NOT_FOUND');
  const { id, user_id: userId } = found.stored;
  if (!(await keepReceived(deps.db, id, await encryptJson(deps, userId, body))))
    throw new AppError('NOT_FOUND');
}

const LIMIT = 20;
const CONCURRENCY = 8;
/** The browser can ask for the result until then. */
const KEEP_EXPIRED_MS = hours(1);

/** Connects the stores whose key arrived after the browser, and deletes old authorizations. What is left after a turn waits for the next. */
export async function finishAuthorizations(deps: OrderSourceDeps): Promise<void> {
  const { db, clock, log } = deps;
  const turn = forOneTurn(deps);
  await deleteAuthorizations(db, ago(clock, KEEP_EXPIRED_MS));
  await forEachIsolated(
    await selectCompleteAuthorizations(db, clock.now(), LIMIT),
    {
      concurrency: CONCURRENCY,
      onError: (err, { id }) =>
        log.warn({ event: 'order_sources.authorization_failed', err, id }, 'Connecting a store failed'),
    },
    async (stored) => {
      const flow = adapterOf(deps.orderSources, stored.kind)?.authorization;
      if (!flow || !stored.returned || turn.isDraining()) return;
      const query = await decryptJson<Query>(deps, stored.user_id, stored.returned);
      await finish(deps, { ip: null, requestId: null }, { stored, flow }, query);
    },
  );
}

interface Found {
  stored: OpenAuthorization;
  flow: AuthorizationFlow;
}

const stateIn = (query: Query): string => query.find(([name]) => name === 'state')?.[1] ?? '';

async function findOpen({ db, clock, orderSources }: OrderSourceDeps, query: Query): Promise<Found | null> {
  const state = stateIn(query);
  const stored = state === '' ? undefined : await selectOpenAuthorization(db, digest(state), clock.now());
  const flow = stored && adapterOf(orderSources, stored.kind)?.authorization;
  return stored && flow ? { stored, flow } : null;
}

const answerOf = async (
  deps: OrderSourceDeps,
  { user_id: userId, received }: OpenAuthorization,
  query: Query,
): Promise<AuthorizationAnswer> => ({ query, body: received && (await decryptJson(deps, userId, received)) });

/** Exchanges the store's answer for credentials and connects the store. Does not run in a transaction. */
async function finish(
  deps: OrderSourceDeps,
  origin: Origin,
  { stored, flow }: Found,
  query: Query,
): Promise<AuthorizationResult> {
  const { db, clock } = deps;
  if (!(await claimAuthorization(db, stored.id, clock.now()))) return EXPIRED;
  const actor = { userId: stored.user_id, role: stored.role, ...origin };
  try {
    const connectedId = await connect(deps, actor, { stored, flow }, query);
    await endAuthorization(db, stored.id, { connectedId });
    return { connected: connectedId };
  } catch (error) {
    const refusal = refusalOf(deps, error);
    await endAuthorization(db, stored.id, { refusal });
    return { refused: refusal };
  }
}

async function connect(
  deps: OrderSourceDeps,
  actor: Actor,
  { stored, flow }: Found,
  query: Query,
): Promise<string> {
  if (!stored.request) throw new Error('The authorization has ended');
  const request = await decryptJson<EncryptedRequest>(deps, stored.user_id, stored.request);
  const { address, secrets } = await flow.finish(
    { ...request, address: stored.address, state: stateIn(query), redirectUrl: authorizedUrl(deps) },
    await answerOf(deps, stored, query),
  );
  // Only adapters have flows, so Lading can call this kind of store.
  const access = { kind: stored.kind as ConnectedKind, address, secrets };
  const source = stored.source_id
    ? await changeSource(deps, actor, stored.source_id, { access })
    : await connectStore(deps, actor, access, stored.name);
  return source.id;
}

const REFUSALS: Partial<Record<AppError['code'], AuthorizationRefusal>> = {
  ORDER_SOURCE_EXISTS: 'exists',
  ORDER_SOURCE_DIFFERS: 'differs',
  ORDER_SOURCE_NOT_FOUND: 'expired',
  LIMIT_REACHED: 'limit',
};

function refusalOf({ orderSources, log }: OrderSourceDeps, error: unknown): AuthorizationRefusal {
  const known = error instanceof AppError ? REFUSALS[error.code] : undefined;
  if (known) return known;
  const problem = orderSources.problemOf(error instanceof AppError ? error.cause : error);
  if (problem?.kind === 'refused') return problem.code;
  if (!problem)
    log.warn({ event: 'order_sources.authorization_failed', err: error }, 'Connecting a store failed');
  return 'unavailable';
}
