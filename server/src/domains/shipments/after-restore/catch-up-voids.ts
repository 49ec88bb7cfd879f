import { runVoid } from '../operator/void-label.ts';
import { claimVoid } from '../operator/voids.store.ts';
import type { ShipmentDeps } from '../shipments.deps.ts';
import { selectPurchasedLabels } from './after-restore.store.ts';

/** Voids the labels that are valid here but voided at the label provider. Returns their number. */
export async function catchUpVoids(deps: ShipmentDeps): Promise<number> {
  const { db, clock, labelProvider, timings } = deps;
  const voided = (await labelProvider.records?.lastVoids()) ?? [];
  let voidedHere = 0;
  for (const { id } of await selectPurchasedLabels(db, labelProvider.name, voided)) {
    const shipment = await claimVoid(db, id, timings.leaseMs, { by: null, at: clock.now() });
    if (!shipment) continue;
    await runVoid(deps, shipment);
    voidedHere += 1;
  }
  return voidedHere;
}
