import { days } from '../../platform/clock.ts';
import { transaction } from '../../platform/db/database.ts';
import type { Orphan } from '../../platform/db/money-schema.ts';
import { within } from '../../platform/outgoing/within.ts';
import type { CarrierRate, VoidAnswer } from '../../providers/label-providers/port.ts';
import { closeIncident, reportIncident } from '../reconciliation/report-incident.ts';
import type { WatchedAttempt } from './orphans.store.ts';
import type { ShipmentDeps } from './shipments.deps.ts';
import { updateAttempt } from './shipments.store.ts';

/** More than two weeks are usual with some carriers, so a person is told only of what takes longer. */
const USUAL_MS = days(30);

/** A purchase that was given up and exists after all: nobody has its label, so it is voided. */
export async function voidOrphan(deps: ShipmentDeps, attempt: WatchedAttempt): Promise<void> {
  const { db, clock } = deps;
  await updateAttempt(db, attempt.id, { looked_at: clock.now() });
  const orphan = attempt.orphan ?? (await findOrphan(deps, attempt));
  if (orphan) await record(deps, attempt, orphan, await askToVoid(deps, attempt.id, orphan));
}

/** Kept before the carrier is asked to void it: once it has been, the purchase may not be found again. */
async function findOrphan(
  { db, labelProvider, timings }: ShipmentDeps,
  { id, carrier_rate }: WatchedAttempt,
): Promise<Orphan | null> {
  const sought = { key: id, rate: carrier_rate as CarrierRate };
  const found = await within(timings.carrierAnswerMs, labelProvider.findPurchase(sought));
  if (found?.outcome !== 'bought') return null;
  const { transactionId, trackingNumber } = found;
  await updateAttempt(db, id, { orphan: JSON.stringify({ transactionId, trackingNumber }) });
  return { transactionId, trackingNumber };
}

/** A carrier that cannot be asked has said as little as one that thinks about it. */
async function askToVoid(
  { labelProvider, timings, log }: ShipmentDeps,
  attemptId: string,
  { transactionId }: Orphan,
): Promise<VoidAnswer> {
  try {
    return await within(timings.carrierAnswerMs, labelProvider.voidLabel(transactionId));
  } catch (error) {
    log.warn({ err: error, attemptId }, 'the carrier does not say whether it voids a label that nobody has');
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
  const isLate = deps.clock.now().getTime() - started_at.getTime() > USUAL_MS;
  await transaction(deps.db, async (trx) => {
    const here = { ...deps, db: trx };
    await updateAttempt(trx, id, { detail: `${label}: ${answer.outcome}` });
    if (answer.outcome === 'pending') {
      if (isLate) await reportIncident(here, 'label_void_open', id, `${label}: no answer yet`);
      return;
    }
    await closeIncident(here, 'label_void_open', id);
    if (answer.outcome === 'refused')
      return reportIncident(here, 'label_orphaned', id, `${label}: refused: ${answer.text}`);
    await closeIncident(here, 'label_orphaned', id);
    await updateAttempt(trx, id, { state: 'declined', orphan: null });
  });
}
