import type { CommissionRule } from '@lading/contract/commission.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Trx } from '../../platform/db/database.ts';
import type { Actor } from '../audit/note-view.ts';
import { recordEvent } from '../audit/record-event.ts';
import { deleteOwnRule, selectOwnRule, upsertOwnRule } from './commission.store.ts';
import { ruleInWords } from './rule-in-words.ts';

/**
 * Gives a client a rule of their own, or none: then the global one holds. False when it was so before. Prices that are quoted stay
 * as they are. The caller holds the lock on the client.
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
    details: { clientId, before: ruleInWords(before), after: ruleInWords(rule) },
  });
  return true;
}
