import type { ShipmentDeps } from '../shipments.deps.ts';
import { runVoid } from './void-label.ts';
import { takeOverVoids } from './voids.store.ts';

/** All are asked at once, so that a carrier which does not answer holds the sweep up for one wait only. */
const BATCH = 10;

/** Drives voids on that were asked for and have not ended. */
export async function sweepVoids(deps: ShipmentDeps): Promise<void> {
  const { db, timings, log } = deps;
  const held = await takeOverVoids(db, timings.leaseMs, BATCH);
  await Promise.all(
    held.map((shipment) =>
      runVoid(deps, shipment).catch((error: unknown) =>
        log.warn({ err: error, shipmentId: shipment.id }, 'a void could not be driven on; it is tried again'),
      ),
    ),
  );
}
