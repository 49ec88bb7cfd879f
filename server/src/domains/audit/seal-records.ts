import type { Database } from '../../platform/db/database.ts';
import type { Log } from '../../platform/log.ts';
import type { SealAnchors } from './seal-anchors.ts';
import { sealAuditLogs } from './seals.store.ts';

const BATCH_SIZE = 5_000;

/** Seals every record that has no seal. */
export async function sealRecords({ db }: { db: Database }): Promise<void> {
  let sealed = BATCH_SIZE;
  while (sealed === BATCH_SIZE) sealed = await sealAuditLogs(db, BATCH_SIZE);
}

/** For shutdown. Records that cannot be sealed now are sealed after the next start. */
export async function sealOnShutdown(
  { db, log }: { db: Database; log: Log },
  anchors: SealAnchors,
): Promise<void> {
  try {
    await sealRecords({ db });
    await anchors.keep();
  } catch (error) {
    log.warn(
      { event: 'audit.seal_failed', err: error },
      'The last audit records could not be sealed; the next start will seal them',
    );
  }
}
