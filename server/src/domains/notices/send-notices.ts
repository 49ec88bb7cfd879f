import * as z from 'zod/mini';
import { days, minutes } from '../../platform/clock.ts';
import { DeferredJob } from '../../platform/jobs/deferred-job.ts';
import type { JobKind } from '../../platform/jobs/jobs.ts';
import type { Mailer } from '../../providers/mail/port.ts';
import { type MailLimitDeps, sendWithinLimits } from '../identity/mail-limits.ts';
import { adjustmentsMail } from './adjustment-mails.ts';
import { selectAdjustmentsNotice } from './adjustment-notices.store.ts';
import { billingMail } from './billing-mails.ts';
import { selectBillingNotice } from './billing-notices.store.ts';
import { batchMail, type MailContext, type NoticeMail, refundMail } from './notice-mails.ts';
import {
  type ClaimState,
  claimNotice,
  deleteOldNotices,
  markNoticeSent,
  type Recipient,
  releaseNotice,
  selectFinishedRuns,
  selectRefundNotice,
} from './notices.store.ts';
import type { NoticeKind } from './notices.tables.ts';
import { sourceRefusedMail } from './order-source-mails.ts';
import { selectSourceRefusedNotice } from './order-source-notices.store.ts';
import { cardExpiryMail, topUpFailureMail } from './top-up-mails.ts';
import { selectExpiringCard, selectTopUpNotice } from './top-up-notices.store.ts';

export interface SendNoticeDeps extends MailLimitDeps {
  mailer: Mailer;
  timeZone: string;
  publicUrl: () => string;
}

/** Longer than sending takes; after that we assume that the sender has crashed. */
export const CLAIM_MS = minutes(2);
/** Longer than the retries of any job that could send the same mail again. */
const RETENTION_MS = days(30);

export const CLEAN_UP_NOTICES: JobKind<object> = {
  name: 'clean-up-notices',
  payload: z.object({}),
  retries: 2,
  schedule: '37 4 * * *',
};

export const cleanUpNotices = ({ db }: Pick<SendNoticeDeps, 'db'>) => deleteOldNotices(db, RETENTION_MS);

/**
 * Refunds of batch rows are reported in the mail about the batch. This job may be the one that completes the
 * batch, for example after the client canceled it.
 */
export async function sendRefundNotice(
  deps: SendNoticeDeps,
  { refundId }: { refundId: string },
): Promise<void> {
  const facts = await selectRefundNotice(deps.db, refundId);
  if (!facts) return;
  if (facts.batch_id !== null && facts.kind !== 'by_admin')
    return sendBatchNotice(deps, { batchId: facts.batch_id });
  await sendOnce(deps, facts, 'refund', refundId, refundMail(facts, contextOf(deps)));
}

/** A batch can have several payments; each is reported once it has no work left. */
export async function sendBatchNotice(deps: SendNoticeDeps, { batchId }: { batchId: string }): Promise<void> {
  for (const facts of await selectFinishedRuns(deps.db, batchId))
    await sendOnce(deps, facts, 'batch', facts.payment_id, batchMail(facts, batchId, contextOf(deps)));
}

/** An automatic top-up failed or waits for the client. */
export async function sendTopUpNotice(
  deps: SendNoticeDeps,
  { paymentId }: { paymentId: string },
): Promise<void> {
  const facts = await selectTopUpNotice(deps.db, paymentId);
  if (facts)
    await sendOnce(deps, facts, 'top_up_failed', paymentId, topUpFailureMail(facts, contextOf(deps)));
}

export async function sendCardExpiryNotice(
  deps: SendNoticeDeps,
  { cardId }: { cardId: string },
): Promise<void> {
  const facts = await selectExpiringCard(deps.db, cardId);
  if (facts) await sendOnce(deps, facts, 'card_expiring', cardId, cardExpiryMail(facts, contextOf(deps)));
}

export async function sendAdjustmentsNotice(
  deps: SendNoticeDeps,
  { noticeId }: { noticeId: string },
): Promise<void> {
  const facts = await selectAdjustmentsNotice(deps.db, noticeId);
  if (facts) await sendOnce(deps, facts, 'adjustments', noticeId, adjustmentsMail(facts, contextOf(deps)));
}

export async function sendBillingNotice(deps: SendNoticeDeps, { runId }: { runId: string }): Promise<void> {
  const facts = await selectBillingNotice(deps.db, runId);
  if (facts) await sendOnce(deps, facts, 'billing_documents', runId, billingMail(facts, contextOf(deps)));
}

export async function sendSourceRefusedNotice(
  deps: SendNoticeDeps,
  { sourceId, refusalId }: { sourceId: string; refusalId: string },
): Promise<void> {
  const facts = await selectSourceRefusedNotice(deps.db, sourceId);
  if (facts)
    await sendOnce(deps, facts, 'order_source_refused', refusalId, sourceRefusedMail(facts, contextOf(deps)));
}

export const contextOf = ({ timeZone, publicUrl }: SendNoticeDeps): MailContext => ({
  timeZone,
  url: publicUrl(),
});

/**
 * Sends a mail once, even when its job runs again or concurrently. After a crash between sending and
 * recording, the mail is sent again with the same Message-ID.
 */
async function sendOnce(
  deps: SendNoticeDeps,
  recipient: Recipient,
  kind: NoticeKind,
  objectId: string,
  mail: NoticeMail,
): Promise<void> {
  const state = await claimNotice(deps.db, kind, objectId, CLAIM_MS);
  await sendClaimed(deps, recipient, { kind, objectId, state }, mail);
}

export async function sendClaimed(
  deps: SendNoticeDeps,
  recipient: Recipient,
  { kind, objectId, state }: { kind: NoticeKind; objectId: string; state: ClaimState },
  mail: NoticeMail,
): Promise<void> {
  const { db } = deps;
  if (state === 'sent') return;
  if (state === 'claimed-elsewhere')
    throw new DeferredJob(`Another process is sending the ${kind} email for ${objectId}`, CLAIM_MS / 1000);
  try {
    await sendMail(deps, recipient, { kind, objectId }, mail);
  } catch (error) {
    await releaseNotice(db, kind, objectId);
    throw error;
  }
  await markNoticeSent(db, kind, objectId);
}

/** Every attempt uses the same ID, so that mail systems can show an email only once even if it was sent twice. */
export const sendMail = (
  deps: SendNoticeDeps,
  { user_id: accountId, email_key: emailKey, verified }: Recipient,
  { kind, objectId }: { kind: NoticeKind; objectId: string },
  mail: NoticeMail,
): Promise<boolean> =>
  sendWithinLimits(deps, { emailKey, verified }, 'notice', () =>
    deps.mailer.send({ ...mail, accountId, id: `${kind}-${objectId}` }),
  );
