import { runVoid } from '../operator/void-label.ts';
import { claimVoid } from '../operator/voids.store.ts';
import type { ShipmentDeps } from '../shipments.deps.ts';
import { selectGoodLabels } from './after-restore.store.ts';

/** Labels that we hold for good and that were given back to the carrier; how many there were. */
export async function catchUpVoids(deps: ShipmentDeps): Promise<number> {
  const { db, labelProvider, timings } = deps;
  const voided = (await labelProvider.books?.lastVoids()) ?? [];
  let written = 0;
  for (const { id } of await selectGoodLabels(db, labelProvider.name, voided)) {
    const shipment = await claimVoid(db, id, timings.leaseMs);
    if (!shipment) continue;
    await runVoid(deps, shipment);
    written += 1;
  }
  return written;
}
