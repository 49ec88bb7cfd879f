import { formatMoney } from '@lading/contract/money.ts';
import type { Trx } from '../../platform/db/database.ts';
import { lockWhetherErased } from '../balances/balance-standing.ts';
import { bookBalance } from '../balances/book-balance.ts';
import { bookings, post } from '../ledger/ledger.ts';
import { closeIncident, reportIncidentIn } from '../reconciliation/report-incident.ts';
import { type DisputedSums, selectDisputedSums } from './disputes.store.ts';
import type { PaymentDeps } from './payments.deps.ts';
import { lockPayment, type StoredPayment } from './payments.store.ts';
import { isCreditedTopUp } from './top-up-payments.ts';

/**
 * What a disputed payment put into the client's balance can't be spent. If it was, the client owes it. Won: the client
 * has the money again. Lost: what was held covers the loss. Nothing is taken from an erased client, who will never pay
 * it. Call it after a dispute or refund of the payment changes; `changedId` is the ID of that dispute or refund.
 */
export async function holdDisputed(
  deps: PaymentDeps,
  trx: Trx,
  paymentId: string,
  changedId: string,
): Promise<void> {
  // A dispute and a refund at the same time would each miss the other.
  const payment = await lockPayment(trx, paymentId);
  const sums = await selectDisputedSums(trx, paymentId);
  if (!payment || !sums) return;
  await bookHold(deps, trx, payment, sums, changedId);
  await flagDoubleRefund(deps, trx, payment, sums);
}

async function bookHold(
  { clock }: PaymentDeps,
  trx: Trx,
  payment: StoredPayment,
  sums: DisputedSums,
  changedId: string,
): Promise<void> {
  const isTopUp = await isCreditedTopUp(trx, payment);
  const dueFor = (disputedCents: number) =>
    isTopUp ? disputedCents : hasTwice(payment, sums, disputedCents);
  const isErased = await lockWhetherErased(trx, payment.user_id);
  const dueCents = dueFor(sums.disputed_cents);
  const toTake = isErased ? Math.min(dueCents, sums.taken_cents) : dueCents;
  const takenCents = toTake - sums.taken_cents;
  const coveredCents = Math.min(dueFor(sums.lost_cents), toTake) - sums.covered_cents;
  if (takenCents === 0 && coveredCents === 0) return;
  const reasonKey = `${reasonOf(takenCents, coveredCents)}:${changedId}`;
  const entries = bookings.creditDisputed(takenCents, coveredCents);
  if (takenCents === 0) return post(trx, clock, reasonKey, entries);
  const { user_id: userId, id: paymentId } = payment;
  await bookBalance(trx, clock, { userId, reasonKey, kind: 'dispute', entries, paymentId });
}

/** The part of the refunds to the balance that the client's bank refunds as well. The rest of the charge bought labels. */
const hasTwice = (
  { amount_cents: paid }: StoredPayment,
  { refunded_cents: refunded, to_balance_cents: toBalance }: DisputedSums,
  disputedCents: number,
) => Math.max(0, Math.min(toBalance, disputedCents + refunded - paid));

/** A dispute or a refund causes each of them at most once. */
function reasonOf(takenCents: number, coveredCents: number): string {
  if (coveredCents !== 0) return coveredCents > 0 ? 'dispute-covered' : 'dispute-uncovered';
  return takenCents > 0 ? 'dispute-held' : 'dispute-released';
}

/**
 * A bank may charge back a payment that we have already refunded. The client then has the money twice. What is not in
 * the balance, only an admin can recover.
 */
async function flagDoubleRefund(
  deps: PaymentDeps,
  trx: Trx,
  { id, amount_cents: paid, refund_reserved_cents: refunded }: StoredPayment,
  { disputed_cents: disputed }: DisputedSums,
): Promise<void> {
  if (disputed + refunded <= paid) return closeIncident(trx, deps.clock, 'refunded_and_disputed', id);
  const detail = `${formatMoney(refunded)} refunded and ${formatMoney(disputed)} disputed of ${formatMoney(paid)}`;
  await reportIncidentIn(trx, deps, 'refunded_and_disputed', id, detail);
}
