import type { RefundAnswer } from '@lading/contract/admin-shipments.ts';
import { ago, minutes } from '../../../platform/clock.ts';
import { type Handle, type Trx, transaction } from '../../../platform/db/database.ts';
import { within } from '../../../platform/outgoing/within.ts';
import type { VoidAnswer } from '../../../providers/label-providers/port.ts';
import { holdAdjustments, takeBackCredit } from '../../adjustments/take-back-credit.ts';
import { SYSTEM_ORIGIN } from '../../audit/audit.events.ts';
import { recordEvent } from '../../audit/record-event.ts';
import { bookings, post } from '../../ledger/ledger.ts';
import {
  closeIncident,
  hasIncident,
  reportIncident,
  reportIncidentIn,
} from '../../reconciliation/report-incident.ts';
import type { ShipmentDeps } from '../shipments.deps.ts';
import { moveFenced, type StoredShipment } from '../shipments.store.ts';
import type { ShipmentState } from '../shipments.tables.ts';
import { VOID_EXPECTED_WITHIN_MS } from '../shipments.timings.ts';
import { notePending, noteSending } from './voids.store.ts';

export type VoidResult = NonNullable<RefundAnswer['voided']>;

/** A carrier may take days to confirm a void. */
const RETRY_AFTER_MS = minutes(10);

const VOIDED: VoidResult = { status: 'voided', text: 'The label was voided.' };
const PENDING: VoidResult = {
  status: 'pending',
  text: 'The carrier has not confirmed yet. The label will be voided when it does.',
};

/**
 * Sends a claimed void to the label provider and records the result. Safe to retry. A refusal opens an incident unless it
 * `isShown` to the admin who asked.
 */
export async function runVoid(
  deps: ShipmentDeps,
  shipment: StoredShipment,
  { isShown = false }: { isShown?: boolean } = {},
): Promise<VoidResult> {
  if (shipment.void_waits_for !== null && !(await noteSending(deps.db, shipment))) return PENDING;
  const answer = await requestVoid(deps, shipment);
  switch (answer?.outcome) {
    case 'voided':
      await recordVoided(deps, shipment);
      return VOIDED;
    case 'refused':
      await recordRefused(deps, shipment, answer.text, isShown);
      return { status: 'refused', text: answer.text };
    case 'pending':
      await notePending(deps.db, shipment, { now: deps.clock.now(), retryAfterMs: RETRY_AFTER_MS });
      await reportLate(deps, shipment);
      return PENDING;
    default:
      await reportLate(deps, shipment);
      return PENDING;
  }
}

async function reportLate(
  deps: ShipmentDeps,
  { id, tracking_number, void_requested_at: requestedAt }: StoredShipment,
): Promise<void> {
  if (!requestedAt || requestedAt >= ago(deps.clock, VOID_EXPECTED_WITHIN_MS)) return;
  if (await hasIncident(deps.db, 'label_void_open', id)) return;
  await reportIncident(deps, 'label_void_open', id, `label ${tracking_number}: no answer yet`);
}

/** Null when the call failed. The sweep retries when the lease expires. */
async function requestVoid(
  { labelProvider, timings, log }: ShipmentDeps,
  { id, transaction_id }: StoredShipment,
): Promise<VoidAnswer | null> {
  try {
    return await within(timings.labelProviderTimeoutMs, labelProvider.voidLabel(transaction_id ?? ''));
  } catch (error) {
    log.warn(
      { event: 'void.unconfirmed', err: error, shipmentId: id },
      'The label provider did not confirm a void; will retry',
    );
    return null;
  }
}

async function recordVoided(deps: ShipmentDeps, shipment: StoredShipment): Promise<void> {
  const { db, clock } = deps;
  await transaction(db, async (trx) => {
    await holdAdjustments(trx, shipment.id);
    if (!(await moveFenced(trx, shipment, ['void_requested'], 'voided', { lease_until: null }))) return;
    await post(trx, clock, `void:${shipment.id}`, bookings.voided(shipment.actual_cost_cents ?? 0));
    await takeBackCredit(trx, deps, shipment.id);
    await recordResult(trx, clock, shipment);
    await closeIncident(trx, clock, 'label_void_open', shipment.id);
    await closeIncident(trx, clock, 'void_refused', shipment.id);
  });
}

async function recordRefused(
  deps: ShipmentDeps,
  shipment: StoredShipment,
  error: string,
  isShown: boolean,
): Promise<void> {
  const { db, clock } = deps;
  await transaction(db, async (trx) => {
    if (!(await withdrawVoid(trx, shipment))) return;
    await recordResult(trx, clock, shipment, error);
    await closeIncident(trx, clock, 'label_void_open', shipment.id);
    if (!isShown) await reportIncidentIn(trx, deps, 'void_refused', shipment.id, error);
  });
}

/** Makes the label valid again. */
export const withdrawVoid = (db: Handle, shipment: StoredShipment): Promise<boolean> =>
  moveFenced(db, shipment, ['void_requested'], 'purchased', { lease_until: null, void_waits_for: null });

async function recordResult(
  trx: Trx,
  clock: ShipmentDeps['clock'],
  { id: shipmentId, void_requested_by: userId }: StoredShipment,
  error?: string,
): Promise<void> {
  await recordEvent(trx, clock, SYSTEM_ORIGIN, {
    type: 'LABEL_VOIDED',
    status: error === undefined ? 'success' : 'error',
    userId,
    userRole: 'admin',
    details: { shipmentId, ...(error === undefined ? {} : { error }) },
  });
}

/** The result for a label that could not be claimed for voiding. */
export function currentVoidResult(state: ShipmentState): VoidResult {
  if (state === 'voided') return VOIDED;
  if (state === 'void_requested') return PENDING;
  return {
    status: 'refused',
    text: 'The carrier already has the package, so this label can no longer be voided.',
  };
}
