import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/app-error.ts';
import { type Handle, type Trx, transaction } from '../../platform/db/database.ts';
import type { JobQueue } from '../../platform/jobs/jobs.ts';
import { type AuditEvents, byActor } from '../audit/audit.events.ts';
import { recordEvent } from '../audit/record-event.ts';
import { eraseAccount, prepareErasure } from '../identity/close-account.ts';
import type { Passwords } from '../identity/passwords.ts';
import type { PaymentDeps } from '../payments/payments.deps.ts';
import {
  cancelUnpaidPayments,
  describeUnsettled,
  erasePaymentTextsOf,
  unsettledMoneyOf,
} from '../payments/unsettled-money.ts';
import { eraseQuotesOf } from '../pricing/erase-quotes.ts';
import { allowLongStatements, deleteProfileOf, lockClient, selectClient } from './admin-clients.store.ts';

export interface EraseDeps extends PaymentDeps {
  jobs: JobQueue;
  passwords: Passwords;
  /** Erases the client's data in the domains that this one does not import. */
  eraseTraces: (trx: Trx, userId: string) => Promise<void>;
}

const STATEMENT_TIMEOUT_MS = 10 * 60_000;

/**
 * Permanently erases the personal data of a client. The ledger keeps a pseudonym, so that every total stays
 * the same. Refused while transactions are in progress; a payment that was started and never paid is canceled
 * instead.
 */
export async function eraseClient(deps: EraseDeps, admin: Actor, id: string): Promise<void> {
  const { db } = deps;
  if (!(await selectClient(db, id))) throw new AppError('CLIENT_NOT_FOUND');
  // Check before canceling anything: a refused deletion must change nothing.
  const unsettled = (await unsettledMoneyOf(db, id)).filter((kind) => kind !== 'unpaid');
  if (unsettled.length > 0) return refuse(deps, admin, id, unsettled);
  await cancelUnpaidPayments(deps, id);
  const erasure = await prepareErasure(deps);
  const stillUnsettled = await transaction(db, async (trx) => {
    await allowLongStatements(trx, STATEMENT_TIMEOUT_MS);
    // From here on no payment can start: it waits for this lock and then finds the account erased.
    const client = await lockClient(trx, id);
    if (!client) throw new AppError('CLIENT_NOT_FOUND');
    const kinds = await unsettledMoneyOf(trx, id);
    if (kinds.length > 0) return kinds;
    await deleteProfileOf(trx, id);
    await eraseQuotesOf(trx, id);
    await erasePaymentTextsOf(trx, id);
    await eraseAccount(trx, deps, client, erasure);
    // Last: triggers allow deleting uploads and labels only once the owner is erased.
    await deps.eraseTraces(trx, id);
    await record(deps, trx, admin, 'success', { clientId: id });
    return [];
  });
  if (stillUnsettled.length > 0) await refuse(deps, admin, id, stillUnsettled);
}

async function refuse(
  deps: EraseDeps,
  admin: Actor,
  clientId: string,
  unsettled: Awaited<ReturnType<typeof unsettledMoneyOf>>,
): Promise<never> {
  const message = `This client still has transactions in progress (${describeUnsettled(unsettled)}). Please try again once they are complete.`;
  await record(deps, deps.db, admin, 'error', { clientId, error: message });
  throw new AppError('MONEY_MOVING', { message });
}

const record = (
  { clock }: EraseDeps,
  db: Handle,
  admin: Actor,
  status: 'success' | 'error',
  details: AuditEvents['DELETE_USER'],
) =>
  recordEvent(db, clock, admin, {
    type: 'DELETE_USER',
    status,
    ...byActor(admin),
    details,
  });
