import { sql } from 'kysely';
import { AppError } from '../../platform/app-error.ts';
import { type Handle, type Trx, transaction } from '../../platform/db/database.ts';
import type { JobQueue } from '../../platform/jobs/jobs.ts';
import type { AuditEvents } from '../audit/audit.events.ts';
import type { Actor } from '../audit/note-view.ts';
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
import { deleteThingsOf, lockClient, selectClient } from './admin-clients.store.ts';

export interface EraseDeps extends PaymentDeps {
  jobs: JobQueue;
  passwords: Passwords;
  /** What the other domains know of a person is erased by them; this one does not know where. */
  eraseTraces: (trx: Trx, userId: string) => Promise<void>;
}

/** A client with very many shipments takes longer than any statement of daily work may. */
const ERASING_MS = 10 * 60_000;

/**
 * The person is erased for good, and the books stay under a pseudonym, so that every total is as it was. Refused while money moves;
 * a payment that was begun and never paid does not count as that, and is ended.
 */
export async function eraseClient(deps: EraseDeps, admin: Actor, id: string): Promise<void> {
  const { db } = deps;
  if (!(await selectClient(db, id))) throw new AppError('CLIENT_NOT_FOUND');
  // Before anything is ended, whether it is of any use.
  const moving = (await unsettledMoneyOf(db, id)).filter((kind) => kind !== 'unpaid');
  if (moving.length > 0) return refuse(deps, admin, id, moving);
  await cancelUnpaidPayments(deps, id);
  const erasure = await prepareErasure(deps);
  const stillMoving = await transaction(db, async (trx) => {
    await sql`SET LOCAL statement_timeout = ${sql.lit(ERASING_MS)}`.execute(trx);
    // From here on no payment begins: whoever begins one waits for this lock, and then finds the account erased.
    const client = await lockClient(trx, id);
    if (!client) throw new AppError('CLIENT_NOT_FOUND');
    const kinds = await unsettledMoneyOf(trx, id);
    if (kinds.length > 0) return kinds;
    await deleteThingsOf(trx, id);
    await eraseQuotesOf(trx, id);
    await erasePaymentTextsOf(trx, id);
    await eraseAccount(trx, deps, client, erasure);
    // Last: uploads and labels go only with an owner who is erased.
    await deps.eraseTraces(trx, id);
    await record(deps, trx, admin, 'success', { clientId: id });
    return [];
  });
  if (stillMoving.length > 0) await refuse(deps, admin, id, stillMoving);
}

async function refuse(
  deps: EraseDeps,
  admin: Actor,
  clientId: string,
  unsettled: Awaited<ReturnType<typeof unsettledMoneyOf>>,
): Promise<never> {
  const message = `This client still has transactions in progress (${describeUnsettled(unsettled)}). Please try again when they are complete.`;
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
    userId: admin.userId,
    userRole: admin.role,
    details,
  });
