import type { Trx } from '../../platform/db/database.ts';
import { deleteSetup } from './order-rules.store.ts';

/** Deletes a client's rules and packages. */
export const eraseOrderRules = (trx: Trx, userId: string): Promise<void> => deleteSetup(trx, userId);
