import * as z from 'zod/mini';
import { days, minutes } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import type { JobKind } from '../../platform/jobs/jobs.ts';
import type { Mail, Mailer } from '../../providers/mail/port.ts';
import { batchMail, type MailContext, receiptMail, refundMail } from './notice-mails.ts';
import {
  deleteOldNotices,
  holdNotice,
  noteSent,
  releaseNotice,
  selectFinishedRuns,
  selectReceipt,
  selectRefundNotice,
} from './notices.store.ts';
import type { NoticeKind } from './notices.tables.ts';

export interface SendNoticeDeps {
  db: Database;
  mailer: Mailer;
  timeZone: string;
  publicUrl: () => string;
}

/** Longer than any mail takes; after that its sender is taken for dead. */
const HELD_MS = minutes(2);
const KEPT_MS = days(30);

/** What tells that a mail was sent outlives every job that could send it again, and no more. */
export const CLEAN_UP_NOTICES: JobKind<object> = {
  name: 'clean-up-notices',
  payload: z.object({}),
  retries: 2,
  schedule: '37 4 * * *',
};

export const cleanUpNotices = ({ db }: Pick<SendNoticeDeps, 'db'>) => deleteOldNotices(db, KEPT_MS);

export async function sendReceipt(deps: SendNoticeDeps, { paymentId }: { paymentId: string }): Promise<void> {
  const facts = await selectReceipt(deps.db, paymentId);
  if (facts) await sendOnce(deps, 'receipt', paymentId, receiptMail(facts, paymentId, contextOf(deps)));
}

/**
 * What rows of a batch give back is told with the batch, in one mail: this one may be the last, where a run ended without its last
 * label, as when the client stopped it.
 */
export async function sendRefundNotice(
  deps: SendNoticeDeps,
  { refundId }: { refundId: string },
): Promise<void> {
  const facts = await selectRefundNotice(deps.db, refundId);
  if (!facts) return;
  if (facts.batch_id !== null && facts.kind !== 'by_admin')
    return sendBatchNotice(deps, { batchId: facts.batch_id });
  await sendOnce(deps, 'refund', refundId, refundMail(facts, contextOf(deps)));
}

/** A batch may be paid in parts and run more than once: each payment is told of when nothing is left to do with it. */
export async function sendBatchNotice(deps: SendNoticeDeps, { batchId }: { batchId: string }): Promise<void> {
  for (const facts of await selectFinishedRuns(deps.db, batchId))
    await sendOnce(deps, 'batch', facts.payment_id, batchMail(facts, batchId, contextOf(deps)));
}

const contextOf = ({ timeZone, publicUrl }: SendNoticeDeps): MailContext => ({ timeZone, url: publicUrl() });

/**
 * However often its job runs, and beside whomever. A crash between the mail server's yes and our note of it sends the mail again,
 * under the same name.
 */
async function sendOnce(
  { db, mailer }: SendNoticeDeps,
  kind: NoticeKind,
  objectId: string,
  mail: Omit<Mail, 'id'>,
): Promise<void> {
  const state = await holdNotice(db, kind, objectId, HELD_MS);
  if (state === 'sent') return;
  if (state === 'in-other-hands') throw new Error(`the ${kind} of ${objectId} is in other hands`);
  try {
    await mailer.send({ ...mail, id: `${kind}-${objectId}` });
  } catch (error) {
    await releaseNotice(db, kind, objectId);
    throw error;
  }
  await noteSent(db, kind, objectId);
}
