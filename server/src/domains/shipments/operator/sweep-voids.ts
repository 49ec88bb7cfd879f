import { forEachIsolated } from '../../../platform/for-each-isolated.ts';
import type { ShipmentDeps } from '../shipments.deps.ts';
import { runVoid } from './void-label.ts';
import { takeOverVoids } from './voids.store.ts';

/** All at the same time, so that a silent label provider delays the sweep only once. */
const CONCURRENCY = 10;

/** Continues voids that were requested and have no result yet. */
export async function sweepVoids(deps: ShipmentDeps): Promise<void> {
  const { db, timings, log } = deps;
  const held = await takeOverVoids(db, timings.leaseMs, CONCURRENCY);
  await forEachIsolated(
    held,
    {
      concurrency: CONCURRENCY,
      onError: (error, { id }) =>
        log.warn(
          { event: 'void.sweep_failed', err: error, shipmentId: id },
          'A void could not be swept; retrying',
        ),
    },
    (shipment) => runVoid(deps, shipment),
  );
}
