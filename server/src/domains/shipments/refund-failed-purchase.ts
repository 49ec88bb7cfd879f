import type { Clock } from '../../platform/clock.ts';
import { cutTo } from '../../platform/cut-to.ts';
import type { Trx } from '../../platform/db/database.ts';
import { SYSTEM_ORIGIN } from '../audit/audit.events.ts';
import { recordEvent } from '../audit/record-event.ts';
import { type RefundRequest, requestRefund, runRefund } from '../payments/refund.ts';
import type { ShipmentDeps } from './shipments.deps.ts';
import { moveShipment, type StoredShipment } from './shipments.store.ts';

/**
 * Requests the refund of a failed purchase. Call it in the transaction that marks the purchase failed. `refundId` is
 * given if the payment provider has already refunded the card.
 */
export async function startFailureRefund(
  trx: Trx,
  clock: Clock,
  shipment: StoredShipment,
  text: string,
  refundId?: string,
): Promise<string> {
  await moveShipment(trx, shipment.id, ['purchase_failed'], 'refunding');
  await recordEvent(trx, clock, SYSTEM_ORIGIN, {
    type: 'LABEL_FAILED',
    status: 'error',
    userId: shipment.user_id,
    userRole: 'client',
    details: { shipmentId: shipment.id, cents: shipment.total_cents, error: text },
  });
  const request: RefundRequest = {
    paymentId: shipment.payment_id,
    userId: shipment.user_id,
    shipmentId: shipment.id,
    cents: shipment.total_cents,
    kind: 'failed_purchase',
    reason: cutTo(500, text),
    requestedBy: null,
    ...(refundId === undefined ? {} : { destination: 'card' }),
  };
  return requestRefund(trx, clock, SYSTEM_ORIGIN, request, refundId);
}

/** Sends the refund. If it does not succeed now, the sweep retries it. */
export async function completeFailureRefund(
  deps: ShipmentDeps,
  shipmentId: string,
  refundId: string,
): Promise<void> {
  if (await runRefund(deps, refundId)) await moveShipment(deps.db, shipmentId, ['refunding'], 'refunded');
}
