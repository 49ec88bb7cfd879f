import type { VoidLabelAnswer } from '@lading/contract/admin-shipments.ts';
import type { Actor } from '../../../platform/actor.ts';
import { AppError } from '../../../platform/app-error.ts';
import { type Trx, transaction } from '../../../platform/db/database.ts';
import { byActor } from '../../audit/audit.events.ts';
import { recordEvent } from '../../audit/record-event.ts';
import type { ShipmentDeps } from '../shipments.deps.ts';
import { type StoredShipment, selectShipment } from '../shipments.store.ts';
import { currentVoidResult, runVoid } from './void-label.ts';
import { claimVoid } from './voids.store.ts';

/**
 * Voids an unused label without a refund, for example because the client's bank has reversed the charge. The sweep finishes
 * what fails here. A retry returns the current result.
 */
export async function voidShipment(
  deps: ShipmentDeps,
  admin: Actor,
  shipmentId: string,
): Promise<VoidLabelAnswer> {
  const { shipment, claimed } = await transaction(deps.db, (trx) => claim(trx, deps, admin, shipmentId));
  const { status, text } = claimed
    ? await runVoid(deps, claimed, { isShown: true })
    : currentVoidResult(shipment.state);
  if (status === 'refused') throw new AppError('VOID_REFUSED', { message: text });
  return { voided: { status, text } };
}

async function claim(
  trx: Trx,
  { clock, timings }: ShipmentDeps,
  admin: Actor,
  shipmentId: string,
): Promise<{ shipment: StoredShipment; claimed: StoredShipment | undefined }> {
  const request = { by: admin.userId, at: clock.now() };
  const claimed = await claimVoid(trx, shipmentId, timings.leaseMs, request);
  const shipment = claimed ?? (await selectShipment(trx, shipmentId));
  if (!shipment) throw new AppError('SHIPMENT_NOT_FOUND');
  if (!shipment.purchased_at) throw new AppError('VOID_REFUSED', { message: 'This shipment has no label.' });
  if (claimed)
    await recordEvent(trx, clock, admin, {
      type: 'LABEL_VOID_REQUESTED',
      status: 'pending',
      ...byActor(admin),
      details: { shipmentId },
    });
  return { shipment, claimed };
}
