import type { Handle, Trx } from '../../platform/db/database.ts';
import { newId } from '../../platform/ids.ts';
import type { Origin } from '../audit/audit.events.ts';
import { recordEvent } from '../audit/record-event.ts';
import type { PaymentDeps } from './payments.deps.ts';
import type { StoredPayment } from './payments.store.ts';
import {
  claimUncharged,
  hasUncreditedAutomatic,
  insertTopUp,
  isUncredited,
  selectAutomaticInProgress,
  selectAutomaticOfMonth,
  selectLastCharge,
  selectTopUp,
} from './top-up-payments.store.ts';

export type TopUpPayment = StoredPayment;

interface TopUpOrder {
  userId: string;
  cents: number;
  automatic: boolean;
  /** The stored card to charge. */
  cardId: string | null;
  /** The client's customer at the payment provider, to charge or to save a card. */
  customerId: string | null;
  savesCard: boolean;
}

/** Inserts the payment of a top-up in the caller's transaction. Charge it, or create its intent, after the commit. */
export async function startTopUpPayment(
  trx: Trx,
  { clock, paymentProvider, timings }: PaymentDeps,
  origin: Origin,
  order: TopUpOrder,
  id = newId(),
): Promise<TopUpPayment> {
  const { userId, cents, automatic } = order;
  const payment = await insertTopUp(
    trx,
    {
      id,
      user_id: userId,
      provider: paymentProvider.name,
      amount_cents: cents,
      description: automatic ? 'Automatic top-up' : 'Top-up',
      automatic,
      card_id: order.cardId,
      customer_id: order.customerId,
      saves_card: order.savesCard,
      created_at: clock.now(),
    },
    order.cardId === null ? 0 : timings.cardAnswerMs + timings.checkAgainMs,
  );
  await recordEvent(trx, clock, origin, {
    type: 'PAYMENT_STARTED',
    status: 'pending',
    userId,
    userRole: 'client',
    details: { paymentId: id, cents },
  });
  return payment;
}

/** A top-up of this client. */
export const findTopUp = (db: Handle, userId: string, id: string): Promise<TopUpPayment | undefined> =>
  selectTopUp(db, userId, id);

export const automaticTopUpInProgress = (db: Handle, userId: string): Promise<TopUpPayment | undefined> =>
  selectAutomaticInProgress(db, userId);

export const automaticTopUpsOfMonth = (
  { clock, timeZone }: Pick<PaymentDeps, 'clock' | 'timeZone'>,
  db: Handle,
  userId: string,
) => selectAutomaticOfMonth(db, userId, { now: clock.now(), timeZone });

/** Whether a paid payment is in the client's balance. A top-up with a charge that is not ours is refunded instead. */
export const isCreditedTopUp = async (
  db: Handle,
  { id, purpose }: Pick<StoredPayment, 'id' | 'purpose'>,
): Promise<boolean> => purpose === 'top_up' && !(await isUncredited(db, id));

/** Whether an automatic top-up that started since then was refunded instead of credited. */
export const automaticTopUpRefunded = (db: Handle, userId: string, since: Date): Promise<boolean> =>
  hasUncreditedAutomatic(db, userId, since);

export const lastChargeOfStoredCard = (db: Handle, userId: string, since: Date): Promise<Date | null> =>
  selectLastCharge(db, userId, since);

export const claimUnchargedTopUps = ({ db, timings }: PaymentDeps, limit: number): Promise<TopUpPayment[]> =>
  claimUncharged(db, timings.checkAgainMs, limit);
