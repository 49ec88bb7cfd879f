import { AppError } from '../../../platform/app-error.ts';
import { type Trx, transaction } from '../../../platform/db/database.ts';
import { isId } from '../../../platform/ids.ts';
import type { RefundRecord } from '../../../providers/payments/port.ts';
import { SYSTEM_ORIGIN } from '../../audit/audit.events.ts';
import { type RefundRequest, requestRefund, runRefund } from '../../payments/refund.ts';
import { isCreditedTopUp } from '../../payments/top-up-payments.ts';
import { findUnknownRefund, reportOutsideRefund } from '../../payments/unknown-refunds.ts';
import { completeFailureRefund, startFailureRefund } from '../refund-failed-purchase.ts';
import type { ShipmentDeps } from '../shipments.deps.ts';
import { IN_PROGRESS } from '../shipments.states.ts';
import {
  moveFenced,
  type StoredShipment,
  selectLiveAttempt,
  selectShipment,
  updateAttempt,
} from '../shipments.store.ts';
import type { CatchUpDeps } from './after-restore.deps.ts';

/**
 * Records every refund that the payment provider made for us and that is missing here. Returns their number.
 */
export async function catchUpRefunds(deps: CatchUpDeps, made: readonly RefundRecord[]): Promise<number> {
  let recorded = 0;
  for (const refund of made) {
    const payment = await findUnknownRefund(deps, refund);
    if (payment && (await recordRefund(deps, payment, refund))) recorded += 1;
  }
  return recorded;
}

interface RefundedPayment {
  id: string;
  user_id: string;
  purpose: 'labels' | 'top_up';
}

async function recordRefund(
  deps: CatchUpDeps,
  payment: RefundedPayment,
  refund: RefundRecord,
): Promise<boolean> {
  const { key, shipmentId } = refund;
  const shipment = shipmentId && isId(shipmentId) ? await selectShipment(deps.db, shipmentId) : undefined;
  try {
    await transaction(deps.db, (trx) => request(deps, trx, payment, shipment, refund));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    // It contradicts our records, so an admin must decide.
    await reportOutsideRefund(deps, payment.id, refund);
    return false;
  }
  // The payment provider recognizes the key, so this does not refund a second time.
  if (shipment && shipment.purchased_at === null) await completeFailureRefund(deps, shipment.id, key);
  else await runRefund(deps, key);
  return true;
}

async function request(
  deps: CatchUpDeps,
  trx: Trx,
  payment: RefundedPayment,
  shipment: StoredShipment | undefined,
  { key, amountCents: cents, reason }: RefundRecord,
): Promise<void> {
  const { clock } = deps;
  if (shipment && shipment.purchased_at === null) {
    await failWithoutLabel(deps, trx, shipment, cents);
    await startFailureRefund(trx, clock, shipment, reason, key);
    return;
  }
  const order: RefundRequest = {
    paymentId: payment.id,
    userId: payment.user_id,
    shipmentId: shipment?.id ?? null,
    cents,
    kind: shipment ? 'by_admin' : await kindWithoutShipment(trx, payment),
    reason,
    requestedBy: null,
    // The payment provider has paid it, whatever the restored settings say.
    destination: 'card',
  };
  await requestRefund(trx, clock, SYSTEM_ORIGIN, order, key);
  // In the backup, automatic top-ups are as they were before the payout.
  if (order.kind === 'payout') await deps.onPaidOut(trx, payment.user_id);
}

const kindWithoutShipment = async (trx: Trx, payment: RefundedPayment): Promise<RefundRequest['kind']> =>
  (await isCreditedTopUp(trx, payment)) ? 'payout' : 'surplus';

/** The purchase failed and was refunded after the backup was made. */
async function failWithoutLabel(
  { clock }: ShipmentDeps,
  trx: Trx,
  shipment: StoredShipment,
  cents: number,
): Promise<void> {
  const attempt = await selectLiveAttempt(trx, shipment.id);
  if (attempt) await updateAttempt(trx, attempt.id, { state: 'abandoned', ended_at: clock.now() });
  const isFailed =
    cents === shipment.total_cents &&
    (await moveFenced(trx, shipment, IN_PROGRESS, 'purchase_failed', { lease_until: null }));
  if (!isFailed)
    throw new AppError('INTERNAL', { cause: new Error(`Refund does not fit shipment ${shipment.id}`) });
}
