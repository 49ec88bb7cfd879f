import { ago } from '../../../platform/clock.ts';
import { forEachIsolated } from '../../../platform/for-each-isolated.ts';
import { readRefund } from '../../payments/refund.ts';
import type { ShipmentDeps } from '../shipments.deps.ts';
import type { StoredShipment } from '../shipments.store.ts';
import { VOID_WAITS_FOR_REFUND_MS } from '../shipments.timings.ts';
import { runVoid, withdrawVoid } from './void-label.ts';
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
    (shipment) => continueVoid(deps, shipment),
  );
}

/** If the process was killed before it sent the void, the refund decides: a declined one keeps the label. */
async function continueVoid(deps: ShipmentDeps, shipment: StoredShipment): Promise<void> {
  const { void_waits_for: refundId, void_requested_at: requestedAt } = shipment;
  const refund = refundId === null ? 'succeeded' : (await readRefund(deps.db, refundId)).state;
  if (refund === 'failed') await withdrawVoid(deps.db, shipment);
  else if (refund === 'succeeded' || isOlder(requestedAt, ago(deps.clock, VOID_WAITS_FOR_REFUND_MS)))
    await runVoid(deps, shipment);
}

const isOlder = (time: Date | null, than: Date): boolean => time === null || time < than;
