import { formatMoney } from '@lading/contract/money.ts';
import { isId } from '../../platform/ids.ts';
import type { RefundRecord } from '../../providers/payments/port.ts';
import { reportIncident } from '../reconciliation/report-incident.ts';
import type { PaymentDeps } from './payments.deps.ts';
import { type StoredPayment, selectPaymentByIntent } from './payments.store.ts';
import { selectRefundOfPayment } from './refunds.store.ts';

/**
 * Finds the payment of a refund that is missing from our database; undefined if we have it or it is not ours.
 */
export async function findUnknownRefund(
  { db, paymentProvider }: PaymentDeps,
  { key, intentId }: RefundRecord,
): Promise<StoredPayment | undefined> {
  if (!isId(key)) return undefined;
  const payment = await selectPaymentByIntent(db, paymentProvider.name, intentId);
  return payment && (await selectRefundOfPayment(db, payment.id, key)) ? undefined : payment;
}

export const reportOutsideRefund = (
  deps: PaymentDeps,
  paymentId: string,
  { key, amountCents }: Pick<RefundRecord, 'key' | 'amountCents'>,
): Promise<void> =>
  reportIncident(deps, 'refund_unknown', key, `${formatMoney(amountCents)} of payment ${paymentId}`);
