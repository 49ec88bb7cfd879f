import type { Trx } from '../../platform/db/database.ts';
import { queueAccountNotice } from '../identity/account-notices.ts';
import { findAccount } from './accounts.store.ts';
import type { SecondFactorDeps } from './second-factor.deps.ts';

type FactorNotice =
  | 'factor-added'
  | 'factor-removed'
  | 'recovery-codes-created'
  | 'recovery-code-used'
  | 'factors-reset'
  | 'codes-refused';

const NAMES = { totp: 'authenticator app', passkey: 'passkey' };

/** Queues an email to the owner of the account, in the transaction of the change that it reports. */
export async function notifyOwner(
  deps: Pick<SecondFactorDeps, 'jobs' | 'clock'>,
  trx: Trx,
  userId: string,
  notice: FactorNotice,
  factor?: keyof typeof NAMES,
): Promise<void> {
  const account = await findAccount(trx, userId);
  if (!account || account.erased_at !== null) return;
  await queueAccountNotice(deps, trx, account, notice, factor ? [`Second factor: ${NAMES[factor]}`] : []);
}
