import type { Actor } from '../../platform/actor.ts';
import { transaction } from '../../platform/db/database.ts';
import { recordEvent } from '../audit/record-event.ts';
import { findSource } from './find-source.ts';
import type { OrderSourceDeps } from './order-sources.deps.ts';
import { disconnect } from './order-sources.store.ts';

/** Deletes the credentials. The orders stay, and so do reports that a new connection can still send. */
export async function disconnectSource(
  { db, clock }: Pick<OrderSourceDeps, 'db' | 'clock'>,
  actor: Actor,
  id: string,
): Promise<void> {
  await transaction(db, async (trx) => {
    const { kind } = await findSource(trx, actor, id);
    await disconnect(trx, id, clock.now());
    await recordEvent(trx, clock, actor, {
      type: 'ORDER_SOURCE_DISCONNECTED',
      status: 'success',
      userId: actor.userId,
      userRole: actor.role,
      details: { sourceId: id, kind },
    });
  });
}
