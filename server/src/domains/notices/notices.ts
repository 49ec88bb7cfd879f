import type { Trx } from '../../platform/db/database.ts';
import type { JobQueue } from '../../platform/jobs/jobs.ts';

/** Mails that tell a client what became of their money and their labels. Each is noted in the transaction that made it true. */
export interface NoticeDeps {
  jobs: JobQueue;
}

export async function noteReceipt(_deps: NoticeDeps, _trx: Trx, _paymentId: string): Promise<void> {}

export async function noteRefund(_deps: NoticeDeps, _trx: Trx, _refundId: string): Promise<void> {}

export async function noteBatchDone(_deps: NoticeDeps, _trx: Trx, _batchId: string): Promise<void> {}
