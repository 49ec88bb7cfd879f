import {
  API_KEY_PREFIX,
  type ApiKey,
  type ApiKeyCreatedAnswer,
  type ApiKeysAnswer,
  type ApiKeysDeletedAnswer,
  type CreateApiKeyBody,
  MAX_API_KEYS,
} from '@lading/contract/api-keys.ts';
import type { Actor, SignedInActor } from '../../platform/actor.ts';
import { AppError } from '../../platform/app-error.ts';
import { type Trx, transaction } from '../../platform/db/database.ts';
import { digest, newId, newSecret } from '../../platform/ids.ts';
import { byActor, type Origin } from '../audit/audit.events.ts';
import { recordEvent } from '../audit/record-event.ts';
import { queueAccountNotice } from './account-notices.ts';
import {
  countApiKeysOf,
  deleteApiKeyOf,
  deleteApiKeysOf,
  insertApiKey,
  listApiKeysOf,
  type StoredApiKey,
} from './api-keys.store.ts';
import type { IdentityDeps } from './identity.deps.ts';
import { findUserById, lockActive } from './identity.store.ts';

const ENDING_LENGTH = 4;

const shownKey = ({ id, name, scope, ending, created_at, last_used_at }: StoredApiKey): ApiKey => ({
  id,
  name,
  scope,
  ending,
  createdAt: created_at.toISOString(),
  lastUsedAt: last_used_at?.toISOString() ?? null,
});

export const listApiKeys = async (
  { db }: Pick<IdentityDeps, 'db'>,
  userId: string,
): Promise<ApiKeysAnswer> => ({ apiKeys: (await listApiKeysOf(db, userId)).map(shownKey) });

/** The key itself is not part of what is stored. */
export function newApiKey(
  userId: string,
  { name, scope }: CreateApiKeyBody,
  now: Date,
): { key: string; stored: StoredApiKey } {
  const key = `${API_KEY_PREFIX}${newSecret()}`;
  const stored = {
    id: newId(),
    user_id: userId,
    name,
    scope,
    key_hash: digest(key),
    ending: key.slice(-ENDING_LENGTH),
    created_at: now,
    last_used_at: null,
  };
  return { key, stored };
}

/** Returns the key, which cannot be shown again, and notifies the owner of the account. */
export async function createApiKey(
  deps: Pick<IdentityDeps, 'db' | 'clock' | 'jobs'>,
  actor: SignedInActor,
  body: CreateApiKeyBody,
): Promise<ApiKeyCreatedAnswer> {
  if (actor.role !== 'client') throw new AppError('API_KEYS_FOR_CLIENTS');
  const { key, stored } = newApiKey(actor.userId, body, deps.clock.now());
  await transaction(deps.db, async (trx) => {
    const user = await findUserById(trx, actor.userId);
    if (!user || !(await lockActive(trx, user))) throw new AppError('NOT_AUTHENTICATED');
    if ((await countApiKeysOf(trx, user.id)) >= MAX_API_KEYS) throw new AppError('TOO_MANY_API_KEYS');
    await insertApiKey(trx, stored);
    await recordEvent(trx, deps.clock, actor, {
      type: 'API_KEY_CREATED',
      status: 'success',
      ...byActor(actor),
      details: { apiKeyId: stored.id, scope: stored.scope },
    });
    await queueAccountNotice(deps, trx, user, 'api-key-created');
  });
  return { apiKey: shownKey(stored), key };
}

export const deleteApiKey = (
  { db, clock }: Pick<IdentityDeps, 'db' | 'clock'>,
  actor: SignedInActor,
  id: string,
): Promise<void> =>
  transaction(db, async (trx) => {
    if (!(await deleteApiKeyOf(trx, actor.userId, id))) throw new AppError('API_KEY_NOT_FOUND');
    await recordEvent(trx, clock, actor, {
      type: 'API_KEY_DELETED',
      status: 'success',
      ...byActor(actor),
      details: { apiKeyId: id },
    });
  });

/** For an account whose owner was never verified: a stranger may have created its keys. */
export async function deleteUnprovenApiKeys(
  { clock }: Pick<IdentityDeps, 'clock'>,
  trx: Trx,
  origin: Origin,
  userId: string,
): Promise<void> {
  const deleted = await deleteApiKeysOf(trx, userId);
  if (deleted === 0) return;
  await recordEvent(trx, clock, origin, {
    type: 'API_KEYS_DELETED',
    status: 'success',
    userId: null,
    userRole: null,
    details: { userId, deleted },
  });
}

/** Deletes all keys of another account, on behalf of an admin, and notifies its owner. */
export const deleteApiKeysFor = (
  deps: Pick<IdentityDeps, 'db' | 'clock' | 'jobs'>,
  admin: Actor,
  userId: string,
): Promise<ApiKeysDeletedAnswer> =>
  transaction(deps.db, async (trx) => {
    const deleted = await deleteApiKeysOf(trx, userId);
    const user = await findUserById(trx, userId);
    if (deleted === 0 || !user) return { deleted };
    await recordEvent(trx, deps.clock, admin, {
      type: 'API_KEYS_DELETED',
      status: 'success',
      ...byActor(admin),
      details: { userId, deleted },
    });
    await queueAccountNotice(deps, trx, user, 'api-keys-deleted');
    return { deleted };
  });
