import { ago } from '../../platform/clock.ts';
import { transaction } from '../../platform/db/database.ts';
import { within } from '../../platform/outgoing/within.ts';
import type { CarrierRate, VoidAnswer } from '../../providers/label-providers/port.ts';
import { closeIncident, reportIncidentIn } from '../reconciliation/report-incident.ts';
import type { WatchedAttempt } from './orphans.store.ts';
import type { ShipmentDeps } from './shipments.deps.ts';
import { isTransactionTaken, updateAttempt } from './shipments.store.ts';
import type { Orphan } from './shipments.tables.ts';
import { VOID_EXPECTED_WITHIN_MS } from './shipments.timings.ts';
import { orphanOf } from './usable-purchase.ts';

/** Looks for the label of an abandoned purchase and voids it, because no client has it. */
export async function voidOrphan(deps: ShipmentDeps, attempt: WatchedAttempt): Promise<void> {
  const { db, clock } = deps;
  await updateAttempt(db, attempt.id, { looked_at: clock.now() });
  const orphan = attempt.orphan ?? (await findOrphan(deps, attempt));
  if (orphan) await record(deps, attempt, orphan, await requestVoid(deps, attempt.id, orphan));
}

/** Stores the label before we void it, because the provider may not find a voided purchase. */
async function findOrphan(
  { db, labelProvider, timings }: ShipmentDeps,
  { id, shipment_id, carrier_rate }: WatchedAttempt,
): Promise<Orphan | null> {
  const sought = { key: id, rate: carrier_rate as CarrierRate };
  const found = await within(timings.labelProviderTimeoutMs, labelProvider.findPurchase(sought));
  if (found?.outcome !== 'bought') return null;
  // A label of another shipment is not an orphan, whatever the provider says.
  if (await isTransactionTaken(db, { id: shipment_id, provider: labelProvider.name }, found.transactionId))
    return null;
  const orphan = orphanOf(found);
  await updateAttempt(db, id, { orphan: JSON.stringify(orphan) });
  return orphan;
}

/** A failed call counts as pending. */
async function requestVoid(
  { labelProvider, timings, log }: ShipmentDeps,
  attemptId: string,
  { transactionId }: Orphan,
): Promise<VoidAnswer> {
  try {
    return await within(timings.labelProviderTimeoutMs, labelProvider.voidLabel(transactionId));
  } catch (error) {
    log.warn(
      { event: 'orphan.void_failed', err: error, attemptId },
      'An orphaned label could not be voided; will retry',
    );
    return { outcome: 'pending' };
  }
}

async function record(
  deps: ShipmentDeps,
  { id, started_at }: WatchedAttempt,
  { trackingNumber }: Orphan,
  answer: VoidAnswer,
): Promise<void> {
  const label = `label ${trackingNumber}`;
  const isLate = started_at < ago(deps.clock, VOID_EXPECTED_WITHIN_MS);
  await transaction(deps.db, async (trx) => {
    await updateAttempt(trx, id, { detail: `${label}: ${answer.outcome}` });
    if (answer.outcome === 'pending') {
      if (isLate) await reportIncidentIn(trx, deps, 'label_void_open', id, `${label}: no answer yet`);
      return;
    }
    await closeIncident(trx, deps.clock, 'label_void_open', id);
    if (answer.outcome === 'refused')
      return reportIncidentIn(trx, deps, 'label_orphaned', id, `${label}: refused: ${answer.text}`);
    await closeIncident(trx, deps.clock, 'label_orphaned', id);
    await updateAttempt(trx, id, { state: 'declined', orphan: null });
  });
}
