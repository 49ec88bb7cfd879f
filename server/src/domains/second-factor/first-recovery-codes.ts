import type { Trx } from '../../platform/db/database.ts';
import { replaceCodes, selectCodesLeft } from './recovery-codes.store.ts';
import { newRecoveryCodes, normalizeRecoveryCode } from './recovery-codes.ts';
import type { SecondFactorDeps } from './second-factor.deps.ts';

interface HashedCodes {
  codes: string[];
  hashes: string[];
}

/** Outside the transaction, so that no connection is held during hashing. */
export async function hashedRecoveryCodes({ passwords }: SecondFactorDeps): Promise<HashedCodes> {
  const codes = newRecoveryCodes();
  const hashes = await Promise.all(
    codes.map((code) => passwords.hash(normalizeRecoveryCode(code), 'signed-in')),
  );
  return { codes, hashes };
}

/** Stores the codes with the first factor of an account. Returns null for later factors, which share them. */
export async function addFirstRecoveryCodes(
  { clock }: SecondFactorDeps,
  trx: Trx,
  userId: string,
  { codes, hashes }: HashedCodes,
): Promise<string[] | null> {
  if (await selectCodesLeft(trx, userId)) return null;
  await replaceCodes(trx, userId, { hashes, now: clock.now() });
  return codes;
}
