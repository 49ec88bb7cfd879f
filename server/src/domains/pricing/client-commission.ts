import type { CommissionRule } from '@lading/contract/commission.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Trx } from '../../platform/db/database.ts';
import { recordEvent } from '../audit/record-event.ts';
import { deleteOwnRule, selectOwnRule, upsertOwnRule } from './commission.store.ts';
import { formatCommission } from './format-commission.ts';

/**
 * Sets the client's own commission; null restores the global one. False when nothing changed. Existing quotes
 * keep their price. The caller must hold the lock on the client.
 */
export async function setCommissionOfClient(
  trx: Trx,
  clock: Clock,
  admin: Actor,
  clientId: string,
  rule: CommissionRule | null,
): Promise<boolean> {
  const before = (await selectOwnRule(trx, clientId)) ?? null;
  if (before?.type === rule?.type && before?.value === rule?.value) return false;
  if (rule) await upsertOwnRule(trx, clientId, rule, clock.now());
  else await deleteOwnRule(trx, clientId);
  await recordEvent(trx, clock, admin, {
    type: 'UPDATE_PRICING',
    status: 'success',
    userId: admin.userId,
    userRole: admin.role,
    details: { clientId, before: formatCommission(before), after: formatCommission(rule) },
  });
  return true;
}
