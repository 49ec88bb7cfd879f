import { formatMoney } from '@lading/contract/money.ts';
import { AppError } from '../../platform/app-error.ts';
import { later } from '../../platform/clock.ts';
import { type Handle, type Trx, transaction } from '../../platform/db/database.ts';
import { failpoint } from '../../platform/failpoints.ts';
import { findFirstResult, rememberRequest } from '../../platform/idempotency/idempotency.ts';
import type { RequestKey } from '../../platform/idempotency/request-key.ts';
import type { Origin } from '../audit/audit.events.ts';
import { lockStanding, readStanding } from '../balances/balance-standing.ts';
import type { PaymentDeps } from './payments.deps.ts';
import { requestRefund, runRefund } from './refund.ts';
import {
  lockPayableTopUps,
  selectLastPayoutAt,
  selectPayableCents,
  selectPayout,
} from './top-up-payments.store.ts';

/** A refund of one top-up. */
interface PaidOut {
  refundId: string;
  paymentId: string;
  cents: number;
}

interface PayoutOrder {
  userId: string;
  /** Null pays out everything that can be paid out. */
  cents: number | null;
  reason: string;
  key: RequestKey | null;
  /** Runs in the transaction of the payout, with the balance that is left. */
  onPaidOut: (trx: Trx, balanceCents: number) => Promise<void>;
}

/** What can be paid out to cards: at most the balance, and at most what the top-ups still have. */
export async function payableCents(
  { paymentProvider }: Pick<PaymentDeps, 'paymentProvider'>,
  db: Handle,
  userId: string,
): Promise<number> {
  const [{ cents }, topUps] = [
    await readStanding(db, userId),
    await selectPayableCents(db, userId, paymentProvider.name),
  ];
  return Math.max(0, Math.min(cents, topUps));
}

/** Whether nothing of the balance would remain after a payout. A debt always remains. */
export const isPayableInFull = async (
  deps: Pick<PaymentDeps, 'paymentProvider'>,
  db: Handle,
  userId: string,
): Promise<boolean> => (await readStanding(db, userId)).cents === (await payableCents(deps, db, userId));

/** Refunds top-ups to their cards, newest first. The money leaves the balance immediately. */
export async function payOut(deps: PaymentDeps, origin: Origin, order: PayoutOrder): Promise<PaidOut[]> {
  const { paidOut, isNew } = await transaction(deps.db, (trx) => requestPayout(trx, deps, origin, order));
  failpoint('payout-requested');
  if (isNew) for (const { refundId } of paidOut) await runRefund(deps, refundId);
  return paidOut;
}

async function requestPayout(
  trx: Trx,
  { clock, paymentProvider }: PaymentDeps,
  origin: Origin,
  { userId, cents, reason, key, onPaidOut }: PayoutOrder,
): Promise<{ paidOut: PaidOut[]; isNew: boolean }> {
  const now = clock.now();
  // Payments before balances, as everywhere.
  const topUps = await lockPayableTopUps(trx, userId, paymentProvider.name);
  const { cents: balance } = await lockStanding(trx, userId, now);
  const earlier = await findFirstResult(trx, key);
  if (earlier) return { paidOut: await readPayout(trx, earlier), isNew: false };
  const payable = Math.max(
    0,
    Math.min(
      balance,
      topUps.reduce((sum, { left_cents: left }) => sum + left, 0),
    ),
  );
  const wanted = cents ?? payable;
  if (payable === 0) throw new AppError('NOTHING_TO_PAY_OUT');
  if (wanted > payable)
    throw new AppError('PAYOUT_TOO_LARGE', {
      message: `At most ${formatMoney(payable)} can be paid out to your cards.`,
    });
  // All refunds of a payout have the same time, by which `selectPayout` finds them, and no other payout has it.
  const last = await selectLastPayoutAt(trx, userId);
  const at = last === null || last < now ? now : later(last, 1);
  const paidOut: PaidOut[] = [];
  const frozen = { now: () => at };
  for (const part of shares(topUps, wanted)) {
    const request = { ...part, userId, shipmentId: null, kind: 'payout', reason, requestedBy: null } as const;
    paidOut.push({ ...part, refundId: await requestRefund(trx, frozen, origin, request) });
  }
  await onPaidOut(trx, balance - wanted);
  await rememberRequest(trx, clock, key, paidOut[0]?.refundId ?? '');
  return { paidOut, isNew: true };
}

/** As much of each top-up as it still has, until `cents` are reached. */
function shares(topUps: readonly { id: string; left_cents: number }[], cents: number) {
  let open = cents;
  return topUps.flatMap(({ id: paymentId, left_cents: left }) => {
    const part = Math.min(left, open);
    open -= part;
    return part > 0 ? { paymentId, cents: part } : [];
  });
}

const readPayout = async (db: Handle, refundId: string): Promise<PaidOut[]> =>
  (await selectPayout(db, refundId)).map(({ id, payment_id: paymentId, cents }) => ({
    refundId: id,
    paymentId,
    cents,
  }));
