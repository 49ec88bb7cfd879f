import { forEachIsolated } from '../../../platform/for-each-isolated.ts';
import type { ShipmentDeps } from '../shipments.deps.ts';
import { runVoid } from './void-label.ts';
import { takeOverVoids } from './voids.store.ts';

/** Concurrent, so that a label provider that does not answer delays the sweep only once. */
const CONCURRENCY = 10;

/** Retries voids that have no result yet. */
export async function sweepVoids(deps: ShipmentDeps): Promise<void> {
  const { db, timings, log } = deps;
  const held = await takeOverVoids(db, timings.leaseMs, CONCURRENCY);
  await forEachIsolated(
    held,
    {
      concurrency: CONCURRENCY,
      onError: (error, { id }) =>
        log.warn({ event: 'void.sweep_failed', err: error, shipmentId: id }, 'Void sweep failed; will retry'),
    },
    (shipment) => runVoid(deps, shipment),
  );
}
