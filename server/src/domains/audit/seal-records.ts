import type { Database } from '../../platform/db/database.ts';
import type { Log } from '../../platform/log.ts';
import type { SealAnchors } from './seal-anchors.ts';
import { sealAuditLogs } from './seals.store.ts';

const BATCH_SIZE = 5_000;

/** Puts its seal on every record that has none. */
export async function sealRecords({ db }: { db: Database }): Promise<void> {
  let sealed = BATCH_SIZE;
  while (sealed === BATCH_SIZE) sealed = await sealAuditLogs(db, BATCH_SIZE);
}

/** For the end of the process: what cannot be sealed now is sealed after the next start. */
export async function sealTheRest(
  { db, log }: { db: Database; log: Log },
  anchors: SealAnchors,
): Promise<void> {
  try {
    await sealRecords({ db });
    await anchors.keep();
  } catch (error) {
    log.warn({ err: error }, 'the last audit records could not be sealed; that is done after the next start');
  }
}
