import { DELETION_LIMIT_MS } from '@lading/contract/constants.ts';
import { AppError } from '../../platform/app-error.ts';
import { type Handle, longTransaction, type Trx } from '../../platform/db/database.ts';
import type { JobQueue } from '../../platform/jobs/jobs.ts';
import type { Mailer } from '../../providers/mail/port.ts';
import { eraseAccount, prepareErasure } from '../identity/close-account.ts';
import type { Passwords } from '../identity/passwords.ts';
import { isPayableInFull } from '../payments/pay-out.ts';
import type { PaymentDeps } from '../payments/payments.deps.ts';
import {
  cancelUnpaidPayments,
  erasePaymentTextsOf,
  explainUnsettled,
  settleOpenPayments,
  unsettledMoneyOf,
} from '../payments/unsettled-money.ts';
import { eraseQuotesOf } from '../pricing/erase-quotes.ts';
import { deleteProfileOf, lockClient, selectClient } from './admin-clients.store.ts';
import type { ErasureFile } from './erasure-file.ts';
import { insertErasure } from './erasures.store.ts';

export interface EraseDeps extends PaymentDeps {
  jobs: JobQueue;
  passwords: Passwords;
  mailer: Mailer;
  /** Erases the client's data in the domains that this one does not import. */
  eraseTraces: (trx: Trx, userId: string) => Promise<void>;
  /** Pays out the balance and removes the stored cards. */
  closeBalance: (userId: string) => Promise<void>;
  erasureFile: Pick<ErasureFile, 'append' | 'check' | 'read'>;
}

/** Who asked for the erasure. */
interface ErasureRequest {
  /** How the error message refers to the client. */
  subject: 'This client' | 'Your account';
  record(db: Handle, status: 'success' | 'error', error?: string): Promise<void>;
  /** Called under the lock on the account: throws if the request no longer holds. */
  checkAgain?(trx: Trx): Promise<void>;
}

/** Kinds of money that are not settled. */
type Unsettled = Awaited<ReturnType<typeof unsettledMoneyOf>>;

/**
 * Permanently erases the personal data of a client. The ledger keeps a pseudonym, so that every total stays
 * the same. Refused while transactions are in progress; a payment that was started and never paid is canceled
 * instead.
 */
export async function erasePersonalData(deps: EraseDeps, id: string, request: ErasureRequest): Promise<void> {
  const { db, clock } = deps;
  if (!(await selectClient(db, id))) throw new AppError('CLIENT_NOT_FOUND');
  const blocking = await cancelUnlessBlocked(deps, id);
  if (blocking.length > 0) return refuse(deps, id, request, blocking);
  await deps.closeBalance(id);
  // The client may have started another payment in the meantime.
  await cancelUnpaidPayments(deps, id);
  const erasure = await prepareErasure(deps);
  // Erasing a client with very many shipments takes minutes.
  const stillUnsettled = await longTransaction(db, DELETION_LIMIT_MS, async (trx) => {
    // From here on no payment can start: it waits for this lock and then finds the account erased.
    const client = await lockClient(trx, id);
    if (!client) throw new AppError('CLIENT_NOT_FOUND');
    await request.checkAgain?.(trx);
    const kinds = await unsettledMoneyOf(trx, id);
    if (kinds.length > 0) return kinds;
    await deleteProfileOf(trx, id);
    await eraseQuotesOf(trx, id);
    await erasePaymentTextsOf(trx, id);
    await eraseAccount(trx, deps, client, erasure);
    // Last: triggers allow deleting uploads and labels only once the owner is erased.
    await deps.eraseTraces(trx, id);
    await insertErasure(trx, id, clock.now());
    await request.record(trx, 'success');
    // In the transaction: if it fails, nothing is erased and the call can be repeated.
    await deps.mailer.forget?.({ id, email: client.email });
    return [];
  });
  if (stillUnsettled.length > 0) return refuse(deps, id, request, stillUnsettled);
  await noteInFile(deps, id);
}

/**
 * Cancels the unpaid payments unless something else blocks the erasure. Returns what blocks it: a refused deletion must
 * change nothing, and above all neither the balance nor the cards.
 */
async function cancelUnlessBlocked(deps: EraseDeps, id: string): Promise<Unsettled> {
  await settleOpenPayments(deps, id);
  const moving = await unsettledMoneyOf(deps.db, id);
  const inProgress = moving.filter((kind) => kind !== 'unpaid' && kind !== 'balance');
  if (inProgress.length > 0) return inProgress;
  if (!(await isPayableInFull(deps, deps.db, id))) return ['balance'];
  await cancelUnpaidPayments(deps, id);
  return (await unsettledMoneyOf(deps.db, id)).filter((kind) => kind !== 'balance');
}

/** The erasure is complete without it; the hourly job adds what is missing in the file. */
async function noteInFile({ erasureFile, clock, log }: EraseDeps, userId: string): Promise<void> {
  await erasureFile
    .append([{ userId, erasedAt: clock.now() }])
    .catch((error: unknown) =>
      log.error({ event: 'erasures.file_failed', err: error }, 'Could not write the list of erased clients'),
    );
}

async function refuse(
  deps: EraseDeps,
  id: string,
  request: ErasureRequest,
  unsettled: Unsettled,
): Promise<never> {
  const message = await explainUnsettled(deps.db, id, request.subject, unsettled);
  await request.record(deps.db, 'error', message);
  throw new AppError('MONEY_MOVING', { message });
}
