import { API_KEY_SCOPES, type ApiKeyScope } from '@lading/contract/api-keys.ts';
import type { SignedInActor } from './actor.ts';
import { AppError } from './app-error.ts';

export const includesScope = (given: ApiKeyScope, needed: ApiKeyScope): boolean =>
  API_KEY_SCOPES.indexOf(given) >= API_KEY_SCOPES.indexOf(needed);

/** For routes where the scope depends on what the body asks for. */
export function requireApiKeyScope(
  { apiKeyScope }: Pick<SignedInActor, 'apiKeyScope'>,
  needed: ApiKeyScope,
): void {
  if (apiKeyScope !== null && !includesScope(apiKeyScope, needed)) throw new AppError('API_KEY_NOT_ALLOWED');
}
