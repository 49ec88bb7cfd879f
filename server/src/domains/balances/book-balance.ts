import type { Clock } from '../../platform/clock.ts';
import type { Trx } from '../../platform/db/database.ts';
import { type Entries, post } from '../ledger/ledger.ts';
import { changeBalance } from './balances.store.ts';
import type { BalanceEntryKind } from './balances.tables.ts';

interface BalanceBooking {
  userId: string;
  /** The key of the ledger transaction. */
  reasonKey: string;
  kind: BalanceEntryKind;
  /** With a line for `client_balances`. */
  entries: Entries;
  paymentId?: string;
  refundId?: string;
  shipmentId?: string;
  note?: string;
}

/** Changes a client's balance and posts the change to the ledger, without checking the credit limit. Returns the new balance. */
export async function bookBalance(trx: Trx, clock: Clock, booking: BalanceBooking): Promise<number> {
  const balance = await book(trx, clock, booking, false);
  if (balance === null) throw new Error(`balance entry ${booking.reasonKey} was not written`);
  return balance;
}

/** Like `bookBalance`. Writes nothing and returns null if the client would owe more than the credit limit. */
export const spendBalance = (trx: Trx, clock: Clock, booking: BalanceBooking): Promise<number | null> =>
  book(trx, clock, booking, true);

async function book(
  trx: Trx,
  clock: Clock,
  booking: BalanceBooking,
  withinLimit: boolean,
): Promise<number | null> {
  const { userId, reasonKey, kind, entries } = booking;
  const cents = -(entries.client_balances ?? 0);
  if (cents === 0) throw new Error(`ledger transaction ${reasonKey} does not change a balance`);
  const entry = {
    userId,
    reasonKey,
    kind,
    cents,
    paymentId: booking.paymentId ?? null,
    refundId: booking.refundId ?? null,
    shipmentId: booking.shipmentId ?? null,
    note: booking.note ?? '',
  };
  const entered = await changeBalance(trx, entry, { now: clock.now(), withinLimit });
  if (!entered) return null;
  await post(trx, clock, reasonKey, entries);
  return entered.balance_cents;
}
