import { AppError } from '../../../platform/app-error.ts';
import { type Trx, transaction } from '../../../platform/db/database.ts';
import { isId } from '../../../platform/ids.ts';
import type { BookedRefund } from '../../../providers/payments/port.ts';
import { OURSELVES } from '../../audit/audit.events.ts';
import { type RefundRequest, requestRefund, runRefund } from '../../payments/refund.ts';
import { findUnknownRefund, reportOutsideRefund } from '../../payments/unknown-refunds.ts';
import { beginRefund, finishRefund } from '../purchase.ts';
import type { ShipmentDeps } from '../shipments.deps.ts';
import {
  type StoredShipment,
  selectLiveAttempt,
  selectShipment,
  updateAttempt,
  updateFenced,
} from '../shipments.store.ts';

const WITHOUT_LABEL = ['paid', 'purchasing', 'purchase_unknown'] as const;

/** Writes down every refund that the card provider made for us and that we know nothing of; how many there were. */
export async function catchUpRefunds(deps: ShipmentDeps, made: readonly BookedRefund[]): Promise<number> {
  let written = 0;
  for (const refund of made) {
    const payment = await findUnknownRefund(deps, refund);
    if (payment && (await writeDown(deps, payment, refund))) written += 1;
  }
  return written;
}

async function writeDown(
  deps: ShipmentDeps,
  payment: { id: string; user_id: string },
  refund: BookedRefund,
): Promise<boolean> {
  const { key, shipmentId } = refund;
  const shipment = shipmentId && isId(shipmentId) ? await selectShipment(deps.db, shipmentId) : undefined;
  try {
    await transaction(deps.db, (trx) => request(deps, trx, payment, shipment, refund));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    // It does not fit what we have on record: a person has to look.
    await reportOutsideRefund(deps, payment.id, refund);
    return false;
  }
  // The card provider finds it again by its key, and nothing goes back a second time.
  if (shipment && shipment.purchased_at === null) await finishRefund(deps, shipment.id, key);
  else await runRefund(deps, key);
  return true;
}

async function request(
  deps: ShipmentDeps,
  trx: Trx,
  payment: { id: string; user_id: string },
  shipment: StoredShipment | undefined,
  { key, amountCents: cents, reason }: BookedRefund,
): Promise<string> {
  const { clock } = deps;
  if (shipment && shipment.purchased_at === null) {
    await failWithoutLabel(deps, trx, shipment, cents);
    return beginRefund(trx, clock, shipment, reason, key);
  }
  const order: RefundRequest = {
    paymentId: payment.id,
    userId: payment.user_id,
    shipmentId: shipment?.id ?? null,
    cents,
    kind: shipment ? 'by_admin' : 'surplus',
    reason,
    requestedBy: null,
  };
  return requestRefund(trx, clock, OURSELVES, order, key);
}

/** Its purchase failed after our records end, and the money went back. */
async function failWithoutLabel(
  { clock }: ShipmentDeps,
  trx: Trx,
  shipment: StoredShipment,
  cents: number,
): Promise<void> {
  const attempt = await selectLiveAttempt(trx, shipment.id);
  if (attempt) await updateAttempt(trx, attempt.id, { state: 'abandoned', ended_at: clock.now() });
  const failed = { state: 'purchase_failed', lease_until: null } as const;
  if (cents !== shipment.total_cents || !(await updateFenced(trx, shipment, WITHOUT_LABEL, failed)))
    throw new AppError('INTERNAL', { cause: new Error(`shipment ${shipment.id} cannot have that refund`) });
}
