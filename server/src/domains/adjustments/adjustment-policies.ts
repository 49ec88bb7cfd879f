import type { AdjustmentPolicy, ClientPolicyAnswer } from '@lading/contract/adjustments.ts';
import { formatMoney } from '@lading/contract/money.ts';
import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/app-error.ts';
import { type Handle, type Trx, transaction } from '../../platform/db/database.ts';
import { byActor } from '../audit/audit.events.ts';
import { recordEvent } from '../audit/record-event.ts';
import { isClient, lockIfClient } from '../balances/balance-standing.ts';
import { deletePolicyOf, selectPolicy, upsertPolicy } from './adjustment-policies.store.ts';
import type { AdjustmentDeps } from './adjustments.deps.ts';

type PolicyDeps = Pick<AdjustmentDeps, 'db' | 'clock'>;

/** Who pays adjustments of clients without a policy of their own. */
export const showDefaultPolicy = ({ db }: PolicyDeps): Promise<AdjustmentPolicy> => defaultPolicy(db);

export async function showClientPolicy({ db }: PolicyDeps, clientId: string): Promise<ClientPolicyAnswer> {
  if (!(await isClient(db, clientId))) throw new AppError('CLIENT_NOT_FOUND');
  return policyOf(db, clientId);
}

export async function changeDefaultPolicy(
  { db, clock }: PolicyDeps,
  admin: Actor,
  policy: AdjustmentPolicy,
): Promise<AdjustmentPolicy> {
  await transaction(db, async (trx) => {
    const before = await defaultPolicy(trx);
    if (isSame(before, policy)) return;
    await upsertPolicy(trx, null, policy, clock.now());
    await noteChange(trx, clock, admin, { before: describe(before), after: describe(policy) });
  });
  return policy;
}

/** Without a policy, the client follows the default again. */
export async function changeClientPolicy(
  { db, clock }: PolicyDeps,
  admin: Actor,
  clientId: string,
  policy: AdjustmentPolicy | null,
): Promise<ClientPolicyAnswer> {
  return transaction(db, async (trx) => {
    if (!(await lockIfClient(trx, clientId))) throw new AppError('CLIENT_NOT_FOUND');
    const own = await selectPolicy(trx, clientId);
    if (!isSame(own, policy)) {
      if (policy) await upsertPolicy(trx, clientId, policy, clock.now());
      else await deletePolicyOf(trx, clientId);
      const [before, after] = [own, policy].map((one) => (one ? describe(one) : DEFAULT)) as [string, string];
      await noteChange(trx, clock, admin, { clientId, before, after });
    }
    return policyOf(trx, clientId);
  });
}

const DEFAULT = 'default';

/** The threshold and the fee count even while they are not used: they apply again once adjustments are passed on. */
const isSame = (one: AdjustmentPolicy | null | undefined, other: AdjustmentPolicy | null | undefined) =>
  one?.mode === other?.mode && one?.threshold === other?.threshold && one?.fee === other?.fee;

const describe = ({ mode, threshold, fee }: AdjustmentPolicy): string =>
  mode === 'absorb'
    ? 'absorb'
    : `pass on above ${formatMoney(threshold)}${fee > 0 ? ` with a fee of ${formatMoney(fee)}` : ''}`;

async function defaultPolicy(db: Handle): Promise<AdjustmentPolicy> {
  const policy = await selectPolicy(db, null);
  if (!policy) throw new Error('There is no default policy for adjustments');
  return policy;
}

async function policyOf(db: Handle, clientId: string): Promise<ClientPolicyAnswer> {
  const own = await selectPolicy(db, clientId);
  return { policy: own ?? (await defaultPolicy(db)), isDefault: own === undefined };
}

const noteChange = (
  trx: Trx,
  clock: AdjustmentDeps['clock'],
  admin: Actor,
  details: { clientId?: string; before: string; after: string },
) =>
  recordEvent(trx, clock, admin, {
    type: 'UPDATE_ADJUSTMENT_POLICY',
    status: 'success',
    ...byActor(admin),
    details,
  });
