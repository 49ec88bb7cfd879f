import type { Trx } from '../../platform/db/database.ts';
import { newId } from '../../platform/ids.ts';
import type { CarrierRate } from '../../providers/label-providers/port.ts';
import type { ShipmentDeps } from './shipments.deps.ts';
import { claimPaid, type StoredShipment } from './shipments.store.ts';

/** A claim to buy one label. The attempt's ID is the idempotency key at the label provider. */
export interface PurchaseClaim {
  shipment: StoredShipment;
  attemptId: string;
  rate: CarrierRate;
}

/** Null when the account is not active or another worker has claimed the shipment. */
export async function claimForPurchase(
  trx: Trx,
  { clock, timings }: Pick<ShipmentDeps, 'clock' | 'timings'>,
  shipmentId: string,
  rate: CarrierRate,
  attemptId = newId(),
): Promise<PurchaseClaim | null> {
  const attempt = { id: attemptId, startedAt: clock.now() };
  const shipment = await claimPaid(trx, shipmentId, timings.leaseMs, attempt);
  return shipment ? { shipment, attemptId, rate } : null;
}
