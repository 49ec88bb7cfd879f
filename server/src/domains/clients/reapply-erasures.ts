import * as z from 'zod/mini';
import { AppError } from '../../platform/app-error.ts';
import { transaction } from '../../platform/db/database.ts';
import type { JobKind } from '../../platform/jobs/jobs.ts';
import { SYSTEM_ORIGIN } from '../audit/audit.events.ts';
import { recordEvent } from '../audit/record-event.ts';
import { setAccountStatus } from '../identity/close-account.ts';
import { type EraseDeps, erasePersonalData } from './erase-personal-data.ts';
import { selectErasures, selectUnerased } from './erasures.store.ts';

/** Runs at every start and then hourly, for clients who still had transactions in progress. */
export const REAPPLY_ERASURES: JobKind<object> = {
  name: 'reapply-erasures',
  payload: z.object({}),
  retries: 2,
  schedule: '47 * * * *',
};

/**
 * Makes the database and the file of erasures agree. A client who is listed in the file but not erased comes
 * from a backup that is older than the erasure, and is erased again.
 */
export async function reapplyErasures(deps: EraseDeps): Promise<void> {
  const [listed, stored] = [await deps.erasureFile.read(), await selectErasures(deps.db)];
  const listedIds = new Set(listed.map(({ userId }) => userId));
  await deps.erasureFile.append(stored.filter(({ userId }) => !listedIds.has(userId)));
  for (const id of await selectUnerased(deps.db, [...listedIds])) await eraseAgain(deps, id);
}

async function eraseAgain(deps: EraseDeps, clientId: string): Promise<void> {
  const { clock, db, log } = deps;
  try {
    await erasePersonalData(deps, clientId, {
      subject: 'This client',
      record: async (handle, status) => {
        if (status === 'success')
          await recordEvent(handle, clock, SYSTEM_ORIGIN, {
            type: 'DELETE_USER',
            status,
            userId: null,
            userRole: null,
            details: { clientId, by: 'restored' },
          });
      },
    });
    log.warn(
      { event: 'erasures.applied_again', clientId },
      'A restore had brought back an erased client; erased it again',
    );
  } catch (error) {
    // Another process has already erased it.
    if (error instanceof AppError && error.code === 'CLIENT_NOT_FOUND') return;
    await transaction(db, (trx) => setAccountStatus(trx, clientId, 'inactive'));
    // Not thrown: one client must not prevent startup.
    const isExpected = error instanceof AppError;
    log[isExpected ? 'warn' : 'error'](
      { event: 'erasures.waiting', clientId, ...(isExpected ? { reason: error.message } : { err: error }) },
      'A restore brought back an erased client; deactivated it until the erasure can be repeated',
    );
  }
}
