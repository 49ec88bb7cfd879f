import type { Trx } from '../../platform/db/database.ts';
import { eraseNotes } from './balances.store.ts';

/** The amounts stay for the ledger. */
export const eraseBalanceNotes = (trx: Trx, userId: string): Promise<void> => eraseNotes(trx, userId);
