import type { ApiKeysAnswer, ApiKeysDeletedAnswer } from '@lading/contract/api-keys.ts';
import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/app-error.ts';
import { deleteApiKeysFor, listApiKeys } from '../identity/manage-api-keys.ts';
import { selectClient } from './admin-clients.store.ts';

export type ClientApiKeyDeps = Parameters<typeof deleteApiKeysFor>[0];

export async function listClientApiKeys(deps: ClientApiKeyDeps, id: string): Promise<ApiKeysAnswer> {
  if (!(await selectClient(deps.db, id))) throw new AppError('CLIENT_NOT_FOUND');
  return listApiKeys(deps, id);
}

export async function deleteClientApiKeys(
  deps: ClientApiKeyDeps,
  admin: Actor,
  id: string,
): Promise<ApiKeysDeletedAnswer> {
  if (!(await selectClient(deps.db, id))) throw new AppError('CLIENT_NOT_FOUND');
  return deleteApiKeysFor(deps, admin, id);
}
