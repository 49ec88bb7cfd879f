import * as z from 'zod/mini';
import type { Trx } from '../../platform/db/database.ts';
import type { Condition, StatementPart } from '../../platform/db/statement-parts.ts';
import { type JobKind, type JobQueue, MAIL_RETRIES } from '../../platform/jobs/jobs.ts';
import { newReceiptPart } from './receipts.store.ts';

/** Emails about a client's payments, refunds and labels. Each is queued in the transaction that it reports. */
export interface NoticeDeps {
  jobs: JobQueue;
}

export interface ReceiptDeps {
  /** False while demo data is created, because its clients do not exist. */
  sendsReceipts: boolean;
}

const PaymentSchema = z.object({ paymentId: z.string() });
export const SEND_RECEIPT: JobKind<z.infer<typeof PaymentSchema>> = {
  name: 'send-receipt',
  payload: PaymentSchema,
  retries: MAIL_RETRIES,
};

const RefundSchema = z.object({ refundId: z.string() });
export const SEND_REFUND_NOTICE: JobKind<z.infer<typeof RefundSchema>> = {
  name: 'send-refund-notice',
  payload: RefundSchema,
  retries: MAIL_RETRIES,
};

const BatchSchema = z.object({ batchId: z.string() });
export const SEND_BATCH_NOTICE: JobKind<z.infer<typeof BatchSchema>> = {
  name: 'send-batch-notice',
  payload: BatchSchema,
  retries: MAIL_RETRIES,
};

export const SEND_TOP_UP_NOTICE: JobKind<z.infer<typeof PaymentSchema>> = {
  name: 'send-top-up-notice',
  payload: PaymentSchema,
  retries: MAIL_RETRIES,
};

const CardSchema = z.object({ cardId: z.string() });
export const SEND_CARD_EXPIRY_NOTICE: JobKind<z.infer<typeof CardSchema>> = {
  name: 'send-card-expiry-notice',
  payload: CardSchema,
  retries: MAIL_RETRIES,
};

const AdjustmentsSchema = z.object({ noticeId: z.string() });
export const SEND_ADJUSTMENTS_NOTICE: JobKind<z.infer<typeof AdjustmentsSchema>> = {
  name: 'send-adjustments-notice',
  payload: AdjustmentsSchema,
  retries: MAIL_RETRIES,
};

const BillingRunSchema = z.object({ runId: z.string() });
export const SEND_BILLING_NOTICE: JobKind<z.infer<typeof BillingRunSchema>> = {
  name: 'send-billing-notice',
  payload: BillingRunSchema,
  retries: MAIL_RETRIES,
};

const SourceRefusalSchema = z.object({ sourceId: z.string(), refusalId: z.string() });
export const SEND_SOURCE_REFUSED_NOTICE: JobKind<z.infer<typeof SourceRefusalSchema>> = {
  name: 'send-source-refused-notice',
  payload: SourceRefusalSchema,
  retries: MAIL_RETRIES,
};

/**
 * Queues the receipt of a payment, as steps of the statement that marks it paid. A job for each payment would cost as
 * much as the statement itself, so only receipts that could not be sent get one.
 */
export const queueReceipt = (
  { sendsReceipts }: ReceiptDeps,
  paymentId: string,
  when: Condition,
): StatementPart[] => (sendsReceipts ? [newReceiptPart(paymentId, when)] : []);

export const queueRefundNotice = ({ jobs }: NoticeDeps, trx: Trx, refundId: string): Promise<void> =>
  jobs.enqueue(trx, SEND_REFUND_NOTICE, { refundId });

export const queueBatchNotice = ({ jobs }: NoticeDeps, trx: Trx, batchId: string): Promise<void> =>
  jobs.enqueue(trx, SEND_BATCH_NOTICE, { batchId });

/** An automatic top-up failed or needs the client's confirmation. */
export const queueTopUpNotice = ({ jobs }: NoticeDeps, trx: Trx, paymentId: string): Promise<void> =>
  jobs.enqueue(trx, SEND_TOP_UP_NOTICE, { paymentId });

export const queueCardExpiryNotice = ({ jobs }: NoticeDeps, trx: Trx, cardId: string): Promise<void> =>
  jobs.enqueue(trx, SEND_CARD_EXPIRY_NOTICE, { cardId });

/** A carrier's invoice has adjustments that the client pays or gets. */
export const queueAdjustmentsNotice = ({ jobs }: NoticeDeps, trx: Trx, noticeId: string): Promise<void> =>
  jobs.enqueue(trx, SEND_ADJUSTMENTS_NOTICE, { noticeId });

/** One email about all documents of a client's month. */
export const queueBillingNotice = ({ jobs }: NoticeDeps, trx: Trx, runId: string): Promise<void> =>
  jobs.enqueue(trx, SEND_BILLING_NOTICE, { runId });

/** A shop no longer accepts its credentials. `refusalId` is new for every refusal, because a source can be refused again. */
export const queueSourceRefusedNotice = (
  { jobs }: NoticeDeps,
  trx: Trx,
  refusal: z.infer<typeof SourceRefusalSchema>,
): Promise<void> => jobs.enqueue(trx, SEND_SOURCE_REFUSED_NOTICE, refusal);
