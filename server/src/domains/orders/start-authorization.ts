import type { AuthorizeSourceBody, StoreToAuthorize } from '@lading/contract/orders/authorize-source.ts';
import { SOURCE_SENTENCES } from '@lading/contract/orders/order-sources.ts';
import { API } from '@lading/contract/routes.ts';
import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/app-error.ts';
import { later, minutes } from '../../platform/clock.ts';
import { digest, newId, newSecret } from '../../platform/ids.ts';
import type {
  AuthorizationFlow,
  AuthorizationRequest,
  SourceSecrets,
} from '../../providers/order-sources/port.ts';
import { requireRoomForSource } from './connect-source.ts';
import { encryptJson } from './encrypted-json.ts';
import { findSource } from './find-source.ts';
import { insertAuthorization } from './order-authorizations.store.ts';
import { adapterOf, type OrderSourceDeps } from './order-sources.deps.ts';

export const AUTHORIZATION_MS = minutes(15);

/** What `request` of an authorization contains. */
export type EncryptedRequest = Pick<AuthorizationRequest, 'entered' | 'codeVerifier'>;

interface StartedAuthorization {
  id: string;
  /** The store's page. */
  url: string;
  /** For a cookie: only the browser that started may finish. */
  browserSecret: string;
}

/** Makes the address at which the client signs in, at the store's own site. Calls no store. */
export async function startAuthorization(
  deps: OrderSourceDeps,
  actor: Actor,
  { store, name, sourceId }: AuthorizeSourceBody,
): Promise<StartedAuthorization> {
  const { db, clock } = deps;
  const source = sourceId === undefined ? null : await findSource(db, actor, sourceId);
  if (source && source.kind !== store.kind) throw new AppError('ORDER_SOURCE_DIFFERS');
  if (!source) await requireRoomForSource(db, actor.userId);
  const flow = adapterOf(deps.orderSources, store.kind)?.authorization;
  if (!flow) throw invalid('store.kind', 'This kind of store does not support signing in.');
  const [id, state, browserSecret, codeVerifier] = [newId(), newSecret(), newSecret(), newSecret()];
  const address = source?.address ?? ('address' in store ? store.address : '');
  const entered = enteredIn(store, flow);
  const request = { address, entered, state, codeVerifier, redirectUrl: authorizedUrl(deps) };
  const url = addressOf(deps, flow, request);
  const now = clock.now();
  await insertAuthorization(db, {
    id,
    user_id: actor.userId,
    kind: store.kind,
    source_id: source?.id ?? null,
    name,
    address,
    state_hash: digest(state),
    browser_hash: digest(browserSecret),
    request: await encryptJson(deps, actor.userId, { entered, codeVerifier } satisfies EncryptedRequest),
    created_at: now,
    expires_at: later(now, AUTHORIZATION_MS),
  });
  return { id, url, browserSecret };
}

/** Where the store sends the browser, and its key. */
export const authorizedUrl = ({ publicUrl }: Pick<OrderSourceDeps, 'publicUrl'>): string =>
  `${publicUrl()}${API.orderSourceAuthorized}`;

function enteredIn(store: StoreToAuthorize, { hasOperatorApp }: AuthorizationFlow): SourceSecrets {
  if (hasOperatorApp || store.kind === 'shopify' || store.kind === 'woocommerce') return {};
  if (!store.app) throw invalid('store.app', 'Please enter the credentials of your app.');
  const given = Object.entries(store.app).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  return Object.fromEntries(given);
}

function addressOf(
  { orderSources }: OrderSourceDeps,
  flow: AuthorizationFlow,
  request: AuthorizationRequest,
): string {
  try {
    return flow.start(request);
  } catch (error) {
    const problem = orderSources.problemOf(error);
    if (problem?.kind !== 'refused') throw error;
    throw invalid('store.address', SOURCE_SENTENCES[problem.code], error);
  }
}

const invalid = (path: string, message: string, cause?: unknown): AppError =>
  new AppError('VALIDATION_FAILED', { message, fields: [{ path, message }], cause });
