import type { Actor } from '../../platform/actor.ts';
import { transaction } from '../../platform/db/database.ts';
import { recordEvent } from '../audit/record-event.ts';
import { closeIncident } from '../reconciliation/report-incident.ts';
import { lockSource } from './find-source.ts';
import { adapterOf, type OrderSourceDeps } from './order-sources.deps.ts';
import { disconnect } from './order-sources.store.ts';
import { insertUnsubscription } from './order-unsubscriptions.store.ts';

/**
 * Deletes the credentials. The orders stay, and so do reports that a new connection can still send. The sweep removes the
 * webhooks, with a copy of the credentials that is deleted afterward.
 */
export async function disconnectSource(
  { db, clock, orderSources }: Pick<OrderSourceDeps, 'db' | 'clock' | 'orderSources'>,
  actor: Actor,
  id: string,
): Promise<void> {
  await transaction(db, async (trx) => {
    const { kind, state, secrets, webhook_secret } = await lockSource(trx, actor, id);
    await disconnect(trx, id, clock.now());
    await closeIncident(trx, clock, 'orders_missing', id);
    if (secrets && webhook_secret && state !== 'refused' && adapterOf(orderSources, kind)?.unsubscribe)
      await insertUnsubscription(trx, {
        source_id: id,
        user_id: actor.userId,
        secrets,
        webhook_secret,
        created_at: clock.now(),
      });
    await recordEvent(trx, clock, actor, {
      type: 'ORDER_SOURCE_DISCONNECTED',
      status: 'success',
      userId: actor.userId,
      userRole: actor.role,
      details: { sourceId: id, kind },
    });
  });
}
