import { type Database, transaction } from '../../platform/db/database.ts';
import type { Log } from '../../platform/log.ts';
import { NotSentError } from '../../platform/outgoing/not-sent.ts';
import { receiptMail } from './notice-mails.ts';
import { type NoticeDeps, SEND_RECEIPT } from './notices.ts';
import {
  type ClaimedReceipt,
  claimNewReceipts,
  claimReceipt,
  endFirstTries,
  releaseFirstTries,
} from './receipts.store.ts';
import { CLAIM_MS, contextOf, type SendNoticeDeps, sendClaimed, sendMail } from './send-notices.ts';

interface SendReceiptDeps extends SendNoticeDeps, NoticeDeps {
  db: Database;
  log: Log;
  /** Whether the process is about to stop. */
  isDraining: () => boolean;
}

/** After a crash, up to this many may be sent again. */
const CLAIM_SIZE = 10;
/** Then the others are claimed again, because an account may have been changed or erased meanwhile. */
const SEND_WITHIN_MS = 2_000;

/**
 * Sends the receipts of payments that were paid since the last call. One that cannot be sent becomes a job, which
 * retries it for about a day.
 */
export async function sendNewReceipts(deps: SendReceiptDeps): Promise<void> {
  while (!deps.isDraining() && (await sendSome(deps)));
}

/** Returns whether more receipts may be waiting. */
async function sendSome(deps: SendReceiptDeps): Promise<boolean> {
  const { db, isDraining } = deps;
  const claimed = await claimNewReceipts(db, CLAIM_SIZE, CLAIM_MS);
  const endsAt = performance.now() + SEND_WITHIN_MS;
  const waiting = [...claimed];
  const sent: ClaimedReceipt[] = [];
  let isPaused = false;
  try {
    for (let next = waiting[0]; next && !isPaused; next = waiting[0]) {
      if (isDraining() || performance.now() > endsAt) break;
      const outcome = await tryToSend(deps, next);
      isPaused = outcome === 'paused';
      if (!isPaused) waiting.shift();
      if (outcome === 'sent') sent.push(next);
    }
  } finally {
    await endFirstTries(db, sent, { sent: true });
    await releaseFirstTries(db, waiting);
  }
  return !isPaused && claimed.length === CLAIM_SIZE;
}

/** `paused`: the mail server failed repeatedly, so nothing is sent for a while. */
async function tryToSend(
  deps: SendReceiptDeps,
  receipt: ClaimedReceipt,
): Promise<'sent' | 'failed' | 'paused'> {
  const { payment_id: paymentId, facts } = receipt;
  // An erased account gets no receipt.
  if (!facts) return 'sent';
  try {
    const mail = receiptMail(facts, paymentId, contextOf(deps));
    await sendMail(deps, facts, { kind: 'receipt', objectId: paymentId }, mail);
    return 'sent';
  } catch (error) {
    if (error instanceof NotSentError) return 'paused';
    deps.log.warn(
      { event: 'notices.receipt_not_sent', reason: (error as Error).message, paymentId },
      'A receipt could not be sent; a job will retry it',
    );
    await queueJob(deps, receipt);
    return 'failed';
  }
}

const queueJob = ({ db, jobs }: SendReceiptDeps, receipt: ClaimedReceipt): Promise<void> =>
  transaction(db, async (trx) => {
    const isOurs = await endFirstTries(trx, [receipt], { sent: false });
    if (isOurs) await jobs.enqueue(trx, SEND_RECEIPT, { paymentId: receipt.payment_id });
  });

/** Retries a receipt that could not be sent. */
export async function sendReceipt(deps: SendNoticeDeps, { paymentId }: { paymentId: string }): Promise<void> {
  const receipt = await claimReceipt(deps.db, paymentId, CLAIM_MS);
  if (!receipt) return;
  const { facts, state } = receipt;
  const mail = receiptMail(facts, paymentId, contextOf(deps));
  await sendClaimed(deps, facts, { kind: 'receipt', objectId: paymentId, state }, mail);
}
