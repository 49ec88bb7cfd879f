import { transaction } from '../../platform/db/database.ts';
import { bookBalance } from '../balances/book-balance.ts';
import { bookings, reversed } from '../ledger/ledger.ts';
import type { PaymentDeps } from './payments.deps.ts';
import { moveOpenPayment, type StoredPayment } from './payments.store.ts';

/** Cancels an open payment and releases the part that its balance holds. */
export async function cancelPayment({ db, clock }: PaymentDeps, payment: StoredPayment): Promise<void> {
  const { id, user_id: userId, balance_cents: heldCents } = payment;
  await transaction(db, async (trx) => {
    if (!(await moveOpenPayment(trx, id, { status: 'canceled' })) || heldCents === 0) return;
    await bookBalance(trx, clock, {
      userId,
      reasonKey: `balance-released:${id}`,
      kind: 'released',
      entries: reversed(bookings.balanceHeld(heldCents)),
      paymentId: id,
    });
  });
}
