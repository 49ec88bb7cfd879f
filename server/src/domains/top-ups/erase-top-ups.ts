import type { Trx } from '../../platform/db/database.ts';
import { deleteSettingsOf } from './automatic-top-ups.store.ts';
import { deleteCardsOf } from './stored-cards.store.ts';

/** Deletes the client's cards, consents and settings. Payments stay for the ledger. */
export async function eraseTopUpsOf(trx: Trx, userId: string): Promise<void> {
  await deleteSettingsOf(trx, userId);
  await deleteCardsOf(trx, userId);
}
