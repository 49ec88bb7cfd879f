import type { Carrier } from '@lading/contract/parcel.ts';
import type { ShipmentDeps } from './shipments.deps.ts';
import { setNextTrackingByNumber } from './tracking.store.ts';

/** Sorts before every parcel that is due. */
const FIRST = new Date(0);

/**
 * Handles a tracking webhook by making the parcel the next one to track. We do not trust the webhook's
 * content, and the sweep keeps to the provider's rate limit no matter how many webhooks arrive. Ignores numbers that
 * are not ours.
 */
export const trackByNumber = (
  { db, labelProvider: provider }: Pick<ShipmentDeps, 'db' | 'labelProvider'>,
  carrier: Carrier,
  trackingNumber: string,
): Promise<void> => setNextTrackingByNumber(db, { provider: provider.name, carrier, trackingNumber }, FIRST);
