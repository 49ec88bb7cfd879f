import type { Carrier } from '@lading/contract/parcel.ts';
import type { ShipmentDeps } from './shipments.deps.ts';
import { trackShipment } from './track-shipments.ts';

/** The carrier has news of a parcel: it is asked now. A number that is not ours is nobody's business here. */
export async function trackByNumber(
  deps: ShipmentDeps,
  carrier: Carrier,
  trackingNumber: string,
): Promise<void> {
  const shipment = await deps.db
    .selectFrom('shipments')
    .selectAll()
    .where('tracking_number', '=', trackingNumber)
    .where('carrier', '=', carrier)
    .where('provider', '=', deps.carrier.name)
    .where('state', 'in', ['purchased', 'in_transit'])
    .executeTakeFirst();
  if (shipment) await trackShipment(deps, shipment);
}
