import type { RefundAnswer, RefundBody } from '@lading/contract/admin-shipments.ts';
import { SHIPMENTS } from '@lading/contract/messages.ts';
import { centsOf, dollarsOf, formatMoney } from '@lading/contract/money.ts';
import { API } from '@lading/contract/routes.ts';
import { AppError } from '../../../platform/app-error.ts';
import { type Trx, transaction } from '../../../platform/db/database.ts';
import type { Actor } from '../../audit/note-view.ts';
import { recordEvent } from '../../audit/record-event.ts';
import { requestKey } from '../../payments/idempotency.ts';
import { readRefund, requestRefundByAdmin, runRefund } from '../../payments/refund.ts';
import { type StoredShipment, selectShipment } from '../shipments.store.ts';
import type { OperatorDeps } from './operator.deps.ts';
import { runVoid, type VoidResult, voidStanding, withdrawVoid } from './void-label.ts';
import { claimVoid } from './voids.store.ts';

interface Wish extends RefundBody {
  shipmentId: string;
  idempotencyKey: string | undefined;
}

type Begun =
  | { outcome: 'begun'; refundId: string; shipment: StoredShipment; claimed: StoredShipment | undefined }
  | { outcome: 'refused'; text: string };

/**
 * Gives money of a bought label back to the card, and asks the carrier to take the label back where that is wished. Both are begun in
 * one transaction and then brought to the providers; what does not end here is driven on by the sweep.
 */
export async function refundShipment(deps: OperatorDeps, admin: Actor, wish: Wish): Promise<RefundAnswer> {
  const begun = await transaction(deps.db, (trx) => begin(trx, deps, admin, wish));
  if (begun.outcome === 'refused') throw new AppError('REFUND_TOO_LARGE', { message: begun.text });
  const { refundId, claimed } = begun;
  await runRefund(deps, refundId);
  const { cents, state, detail, leftCents } = await readRefund(deps.db, refundId);
  if (state === 'failed') {
    if (claimed) await withdrawVoid(deps.db, claimed);
    throw new AppError('REFUND_REFUSED', { message: `The card provider refused this refund: ${detail}` });
  }
  return {
    message: SHIPMENTS.refunded,
    refund: { refundId, amount: dollarsOf(cents), status: state, refundable: dollarsOf(leftCents) },
    voided: wish.voidLabel ? await endVoid(deps, begun) : null,
  };
}

const endVoid = (
  deps: OperatorDeps,
  { shipment, claimed }: Begun & { outcome: 'begun' },
): Promise<VoidResult> => (claimed ? runVoid(deps, claimed) : Promise.resolve(voidStanding(shipment.state)));

async function begin(
  trx: Trx,
  { clock, timings }: OperatorDeps,
  admin: Actor,
  { shipmentId, idempotencyKey, ...body }: Wish,
): Promise<Begun> {
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
  // Read again: it may have moved while others held the payment.
  const shipment = (await selectShipment(trx, shipmentId)) ?? found;
  if (request.outcome !== 'requested') {
    const text = request.outcome === 'disputed' ? DISPUTED : refusal(shipment, request.leftCents);
    await recordEvent(trx, clock, admin, {
      type: 'REFUND_REFUSED',
      status: 'error',
      userId: admin.userId,
      userRole: admin.role,
      details: { shipmentId, cents, error: text },
    });
    return { outcome: 'refused', text };
  }
  const claimed = body.voidLabel ? await claimVoid(trx, shipmentId, timings.leaseMs) : undefined;
  return { outcome: 'begun', refundId: request.refundId, shipment, claimed };
}

const DISPUTED =
  'The client disputes this payment, and their bank has taken the money back. It cannot be refunded as well.';

function refusal({ purchased_at }: StoredShipment, leftCents: number): string {
  if (!purchased_at) return 'This shipment has no label, so its money goes back by itself.';
  return leftCents === 0
    ? 'This shipment was refunded in full already.'
    : `Only ${formatMoney(leftCents)} of this shipment can still be refunded.`;
}
