import { forEachIsolated } from '../../platform/for-each-isolated.ts';
import type { SourceSecrets } from '../../providers/order-sources/port.ts';
import { decryptJson, encryptJson } from './encrypted-json.ts';
import { hookUrl } from './hook-url.ts';
import { overAfter } from './one-turn.ts';
import { adapterOf, type OrderSourceDeps } from './order-sources.deps.ts';
import {
  claimUnsubscriptions,
  deleteUnsubscription,
  retryUnsubscription,
  storeSecrets,
} from './order-unsubscriptions.store.ts';
import { waitAfter } from './source-failures.ts';

/** All at the same time, so that none waits for a slow store while its lease runs. */
const LIMIT = 8;
/** About 20 minutes. Stores switch off webhooks that are not accepted. */
const MAX_TRIES = 7;

/** Asks the stores that were disconnected to send no more webhooks. The copy of the credentials is deleted then. */
export async function unsubscribeSources(deps: OrderSourceDeps): Promise<void> {
  const { db, log, timings } = deps;
  await forEachIsolated(
    await claimUnsubscriptions(db, LIMIT, timings.orderReadLeaseMs),
    {
      concurrency: LIMIT,
      onError: (err, { source_id: sourceId }) =>
        log.warn(
          { event: 'order_sources.unsubscribe_failed', err, sourceId },
          'Unsubscribing from webhooks failed; will retry',
        ),
    },
    (due) => unsubscribe(deps, due),
  );
}

type Due = Awaited<ReturnType<typeof claimUnsubscriptions>>[number];

async function unsubscribe(deps: OrderSourceDeps, due: Due): Promise<void> {
  const { db, log, sourceSecrets, orderSources, timings } = deps;
  const { source_id: id, user_id: userId, address, settings } = due;
  try {
    const adapter = adapterOf(orderSources, due.kind);
    let secrets = await decryptJson<SourceSecrets>(deps, userId, due.secrets);
    const connection = {
      id,
      address,
      secrets,
      settings,
      renew: async (make: (current: SourceSecrets) => Promise<SourceSecrets>) => {
        secrets = await make(secrets);
        await storeSecrets(db, id, await encryptJson(deps, userId, secrets));
        return secrets;
      },
      // The call that is in progress then ends before the lease.
      isOver: overAfter(timings.orderReadLeaseMs / 2),
    };
    const secret = (await sourceSecrets.open(userId, due.webhook_secret)).toString();
    await adapter?.unsubscribe?.(connection, { url: hookUrl(deps, id), secret });
    await deleteUnsubscription(db, id);
  } catch (error) {
    const isFinal = orderSources.problemOf(error)?.kind === 'refused' || due.failures + 1 >= MAX_TRIES;
    if (!isFinal) {
      await retryUnsubscription(db, id, waitAfter(deps, due.failures));
      throw error;
    }
    await deleteUnsubscription(db, id);
    log.warn(
      { event: 'order_sources.unsubscribe_failed', err: error, sourceId: id },
      'Unsubscribing from webhooks failed; gave up',
    );
  }
}
