import type { Database } from '../../platform/db/database.ts';
import { foldLedger } from './money.store.ts';

/** Keeps transactions short, and limits the share of each clean-up that adds bookings from before an upgrade. */
const BATCH_SIZE = 5_000;
const MAX_BATCHES = 20;

/** Adds the ledger transactions since the last run to the lines and totals. */
export async function foldMoney(
  { db }: { db: Database },
  { batchSize, maxBatches } = { batchSize: BATCH_SIZE, maxBatches: MAX_BATCHES },
): Promise<void> {
  for (let batch = 0; batch < maxBatches; batch += 1) if ((await foldLedger(db, batchSize)) === 0) return;
}
