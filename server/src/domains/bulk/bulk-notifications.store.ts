import type { BatchWork } from '@lading/contract/bulk.ts';
import { sql } from 'kysely';
import type { Handle, Trx } from '../../platform/db/database.ts';
import { BATCH_CHANNEL, WORK_CHANNEL } from './bulk.deps.ts';

/** Tells every process that a batch changed, once the transaction commits. */
export async function notifyBatchChanged(trx: Trx, id: string): Promise<void> {
  await sql`SELECT pg_notify(${BATCH_CHANNEL}, ${id})`.execute(trx);
}

/** Wakes the workers of every process for one kind of work, or for all kinds. */
export async function wakeWorkers(db: Handle, work: BatchWork | null): Promise<void> {
  await sql`SELECT pg_notify(${WORK_CHANNEL}, ${work ?? ''})`.execute(db);
}
