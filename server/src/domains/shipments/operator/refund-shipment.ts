import type { RefundAnswer, RefundBody } from '@lading/contract/admin-shipments.ts';
import { SHIPMENTS } from '@lading/contract/messages.ts';
import { centsOf, dollarsOf, formatMoney } from '@lading/contract/money.ts';
import { API } from '@lading/contract/routes.ts';
import type { Actor } from '../../../platform/actor.ts';
import { AppError } from '../../../platform/app-error.ts';
import { type Trx, transaction } from '../../../platform/db/database.ts';
import { requestKey } from '../../../platform/idempotency/request-key.ts';
import { byActor } from '../../audit/audit.events.ts';
import { recordEvent } from '../../audit/record-event.ts';
import { readRefund, requestRefundByAdmin, runRefund } from '../../payments/refund.ts';
import type { ShipmentDeps } from '../shipments.deps.ts';
import { type StoredShipment, selectShipment } from '../shipments.store.ts';
import { currentVoidResult, runVoid, type VoidResult, withdrawVoid } from './void-label.ts';
import { claimVoid } from './voids.store.ts';

interface AdminRefund extends RefundBody {
  shipmentId: string;
  idempotencyKey: string | undefined;
}

type Started =
  | { outcome: 'started'; refundId: string; shipment: StoredShipment; claimed: StoredShipment | undefined }
  | { outcome: 'refused'; text: string };

/**
 * Refunds a bought label to the card and voids the label if requested. Records both in one transaction, then
 * calls the providers. The sweep finishes what fails here. A declined refund keeps the label.
 */
export async function refundShipment(
  deps: ShipmentDeps,
  admin: Actor,
  order: AdminRefund,
): Promise<RefundAnswer> {
  const started = await transaction(deps.db, (trx) => start(trx, deps, admin, order));
  if (started.outcome === 'refused') throw new AppError('REFUND_TOO_LARGE', { message: started.text });
  const { refundId, claimed } = started;
  await runRefund(deps, refundId);
  const { cents, state, detail, leftCents } = await readRefund(deps.db, refundId);
  if (state === 'failed') {
    if (claimed) await withdrawVoid(deps.db, claimed);
    throw new AppError('REFUND_REFUSED', { message: `The payment provider declined this refund: ${detail}` });
  }
  return {
    message: SHIPMENTS.refunded,
    refund: { refundId, amount: dollarsOf(cents), status: state, refundable: dollarsOf(leftCents) },
    voided: order.voidLabel ? await finishVoid(deps, started) : null,
  };
}

const finishVoid = (
  deps: ShipmentDeps,
  { shipment, claimed }: Started & { outcome: 'started' },
): Promise<VoidResult> =>
  claimed ? runVoid(deps, claimed, { isShown: true }) : Promise.resolve(currentVoidResult(shipment.state));

async function start(
  trx: Trx,
  { clock, timings }: ShipmentDeps,
  admin: Actor,
  { shipmentId, idempotencyKey, ...body }: AdminRefund,
): Promise<Started> {
  const found = await selectShipment(trx, shipmentId);
  if (!found) throw new AppError('SHIPMENT_NOT_FOUND');
  const cents = centsOf(body.amount);
  const request = await requestRefundByAdmin(trx, clock, admin, {
    paymentId: found.payment_id,
    userId: found.user_id,
    shipmentId,
    cents,
    reason: body.reason,
    requestedBy: admin.userId,
    key: requestKey(admin.userId, API.adminRefund, idempotencyKey, { shipmentId, ...body }),
  });
  // Read again, because the shipment may have changed while we waited for the payment's lock.
  const shipment = (await selectShipment(trx, shipmentId)) ?? found;
  if (request.outcome !== 'requested') {
    const text =
      request.outcome === 'too-much' ? refusal(shipment, request.leftCents) : REFUSALS[request.outcome];
    await recordEvent(trx, clock, admin, {
      type: 'REFUND_REFUSED',
      status: 'error',
      ...byActor(admin),
      details: { shipmentId, cents, error: text },
    });
    return { outcome: 'refused', text };
  }
  const claim = () =>
    claimVoid(trx, shipmentId, timings.leaseMs, {
      by: admin.userId,
      at: clock.now(),
      waitsFor: request.refundId,
    });
  const claimed = body.voidLabel ? await claim() : undefined;
  return { outcome: 'started', refundId: request.refundId, shipment, claimed };
}

const REFUSALS = {
  disputed:
    'The client has disputed this payment and their bank has reversed the charge, so it cannot be refunded.',
  unreachable:
    'This shipment was paid from the balance of a deleted account, so it cannot be refunded here. Please pay the former client another way.',
};

function refusal({ purchased_at }: StoredShipment, leftCents: number): string {
  if (!purchased_at) return 'This shipment has no label. It is refunded automatically.';
  return leftCents === 0
    ? 'This shipment has already been refunded in full.'
    : `Only ${formatMoney(leftCents)} of this shipment can still be refunded.`;
}
