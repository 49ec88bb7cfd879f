import { normalizeEmail } from '@lading/contract/identity.ts';
import { SYSTEM_ORIGIN } from '../audit/audit.events.ts';
import { findAccountByEmail } from './accounts.store.ts';
import { resetSecondFactors } from './reset-second-factors.ts';
import type { SecondFactorDeps } from './second-factor.deps.ts';

/** For the operator on the command line. Returns the number of removed factors, or null without such an account. */
export async function resetFactorsByEmail(
  deps: Pick<SecondFactorDeps, 'db' | 'clock' | 'jobs'>,
  email: string,
): Promise<number | null> {
  const account = await findAccountByEmail(deps.db, normalizeEmail(email));
  if (!account) return null;
  return (await resetSecondFactors(deps, null, SYSTEM_ORIGIN, account.id)).removed;
}
