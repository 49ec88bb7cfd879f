import { poll } from '../../platform/poll.ts';
import type { Connection, SourceSecrets } from '../../providers/order-sources/port.ts';
import { decryptJson, encryptJson } from './encrypted-json.ts';
import type { OrderSourceDeps, StoredSource } from './order-sources.deps.ts';
import { claimRenewal, finishRenewal } from './order-sources.store.ts';

/** Decrypts the credentials of a source for a few calls. After a renewal, `source` has those that were used last. */
export async function openConnection(
  deps: Pick<OrderSourceDeps, 'db' | 'sourceSecrets' | 'timings'>,
  source: StoredSource,
): Promise<Connection> {
  if (!source.secrets) throw new Error('The source has no credentials');
  return {
    id: source.id,
    address: source.address,
    secrets: await decryptJson(deps, source.user_id, source.secrets),
    settings: source.settings,
    renew: (make) => renewSecrets(deps, source, make),
  };
}

const ASK_EVERY_MS = 200;

/**
 * One process at a time renews the credentials. A claim in the row takes the place of a lock, because no call to a store
 * may be made inside a transaction. The new credentials are stored before anything uses them.
 */
async function renewSecrets(
  deps: Pick<OrderSourceDeps, 'db' | 'sourceSecrets' | 'timings'>,
  source: StoredSource,
  make: (current: SourceSecrets) => Promise<SourceSecrets>,
): Promise<SourceSecrets> {
  const { db, timings } = deps;
  const { id } = source;
  const claim = await poll(
    () => claimRenewal(db, id, timings.renewLeaseMs),
    (claimed) => claimed !== undefined,
    { everyMs: ASK_EVERY_MS, withinMs: 2 * timings.renewLeaseMs },
  );
  if (!claim?.secrets) throw new Error('The credentials are being renewed, or the source is disconnected');
  const { user_id: userId, secrets: encrypted, renewing_until: until } = claim;
  source.secrets = encrypted;
  let made: SourceSecrets;
  try {
    made = await make(await decryptJson(deps, userId, encrypted));
  } catch (error) {
    await finishRenewal(db, id, until, null);
    throw error;
  }
  const renewed = await encryptJson(deps, userId, made);
  if (!(await finishRenewal(db, id, until, renewed)))
    throw new Error('Renewing the credentials took too long');
  source.secrets = renewed;
  return made;
}
