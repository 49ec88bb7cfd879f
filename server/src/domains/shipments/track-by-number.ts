import type { Carrier } from '@lading/contract/parcel.ts';
import type { ShipmentDeps } from './shipments.deps.ts';

/** Before everybody whose hour has merely come. */
const FIRST = new Date(0);

/**
 * The carrier has news of a parcel: it is the next to be asked about. What the news say is not believed, and asking is left to the sweep, which
 * does it at the carrier's pace however many of them come. A number that is not ours is nobody's business here.
 */
export async function trackByNumber(
  { db, labelProvider: provider }: Pick<ShipmentDeps, 'db' | 'labelProvider'>,
  carrier: Carrier,
  trackingNumber: string,
): Promise<void> {
  await db
    .updateTable('shipments')
    .set({ next_track_at: FIRST })
    .where('tracking_number', '=', trackingNumber)
    .where('carrier', '=', carrier)
    .where('provider', '=', provider.name)
    .where('state', 'in', ['purchased', 'in_transit'])
    .execute();
}
