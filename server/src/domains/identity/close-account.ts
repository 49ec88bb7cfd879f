import type { AccountStatus } from '@lading/contract/constants.ts';
import type { Trx } from '../../platform/db/database.ts';
import { newSecret } from '../../platform/ids.ts';
import { SEND_ACCOUNT_NOTICE } from './account-notices.ts';
import { deleteApiKeysOf } from './api-keys.store.ts';
import { deleteEmailChange, deleteEmailLinksOfUser } from './email.store.ts';
import type { IdentityDeps } from './identity.deps.ts';
import {
  deletePasswordResetsOfUser,
  deleteSessionsOfUser,
  erasePerson,
  updateAccount,
} from './identity.store.ts';
import { SEND_RESET_MAIL } from './request-password-reset.ts';
import { SEND_EMAIL_LINK } from './send-email-links.ts';
import { deleteDevicesOfUser } from './sessions.store.ts';

/** Suspending ends all sessions; activating does not restore them. API keys work again after it. */
export async function setAccountStatus(trx: Trx, userId: string, status: AccountStatus): Promise<void> {
  await updateAccount(trx, userId, { status });
  if (status !== 'active') await deleteSessionsOfUser(trx, userId);
}

/** Signs the account out everywhere. */
export const endSessionsOf = (trx: Trx, userId: string) => deleteSessionsOfUser(trx, userId);

interface Erasure {
  now: Date;
  /** The hash of a random password that is not stored. */
  passwordHash: string;
  /** The name that stays on record. Without one, a pseudonym. */
  name?: string;
}

/** Call it before the transaction, so that no connection is held during hashing. */
export const prepareErasure = async ({
  passwords,
  clock,
}: Pick<IdentityDeps, 'passwords' | 'clock'>): Promise<Erasure> => ({
  now: clock.now(),
  passwordHash: await passwords.hash(newSecret(), 'signed-in'),
});

/** Erases the account's personal data: name, email, phone, sessions, API keys, reset links and queued mails. */
export async function eraseAccount(
  trx: Trx,
  { jobs }: Pick<IdentityDeps, 'jobs'>,
  { id, email_key: email }: { id: string; email_key: string },
  erasure: Erasure,
): Promise<void> {
  await deleteSessionsOfUser(trx, id);
  await deleteApiKeysOf(trx, id);
  await deletePasswordResetsOfUser(trx, id);
  await jobs.forget(trx, SEND_RESET_MAIL, { email });
  await jobs.forget(trx, SEND_ACCOUNT_NOTICE, { userId: id });
  await jobs.forget(trx, SEND_EMAIL_LINK, { userId: id });
  await deleteEmailChange(trx, id);
  await deleteEmailLinksOfUser(trx, id);
  await deleteDevicesOfUser(trx, id);
  await erasePerson(trx, id, erasure);
}
