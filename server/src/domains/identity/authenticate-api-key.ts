import { API_KEY_PREFIX, type ApiKeyScope } from '@lading/contract/api-keys.ts';
import type { SignedInActor } from '../../platform/actor.ts';
import { includesScope } from '../../platform/api-key-scope.ts';
import { AppError } from '../../platform/app-error.ts';
import { digest } from '../../platform/ids.ts';
import type { Origin } from '../audit/audit.events.ts';
import { findLiveApiKey } from './api-keys.store.ts';
import type { IdentityDeps } from './identity.deps.ts';

const BEARER = new RegExp(`^Bearer (${API_KEY_PREFIX}[A-Za-z0-9_-]{43})$`);

const NEVER = new Date(0);

export interface ApiKeyActor extends SignedInActor {
  sessionId: null;
  apiKeyId: string;
  lastUsedAt: Date | null;
}

/** The API key in an authorization header, or undefined if it holds something else. */
export const apiKeyIn = (authorization: string | undefined): string | undefined =>
  BEARER.exec(authorization ?? '')?.[1];

/** Finds the account of an API key. `needed` is the scope that the route asks for; without one it accepts no keys. */
export async function authenticateApiKey(
  { db }: Pick<IdentityDeps, 'db'>,
  origin: Origin,
  key: string,
  needed: ApiKeyScope | undefined,
): Promise<ApiKeyActor> {
  const found = await findLiveApiKey(db, digest(key));
  if (!found) throw new AppError('API_KEY_INVALID');
  if (!needed || !includesScope(found.scope, needed)) throw new AppError('API_KEY_NOT_ALLOWED');
  return {
    ...origin,
    userId: found.id,
    role: found.role,
    staffRole: null,
    name: found.full_name,
    email: found.email,
    phone: found.phone,
    lastActiveAt: found.last_active_at,
    emailVerifiedAt: found.email_verified_at,
    sessionId: null,
    apiKeyScope: found.scope,
    apiKeyId: found.api_key_id,
    authenticatedAt: NEVER,
    lastUsedAt: found.last_used_at,
  };
}
