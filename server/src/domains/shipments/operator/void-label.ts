import type { RefundAnswer } from '@lading/contract/admin-shipments.ts';
import { minutes } from '../../../platform/clock.ts';
import { type Handle, type Trx, transaction } from '../../../platform/db/database.ts';
import type { ShipmentState } from '../../../platform/db/money-schema.ts';
import { within } from '../../../platform/outgoing/within.ts';
import type { VoidAnswer } from '../../../providers/label-providers/port.ts';
import { OURSELVES } from '../../audit/audit.events.ts';
import { recordEvent } from '../../audit/record-event.ts';
import { bookings, post } from '../../payments/ledger.ts';
import type { ShipmentDeps } from '../shipments.deps.ts';
import { rest, type StoredShipment, updateFenced } from '../shipments.store.ts';
import { selectVoider } from './voids.store.ts';

export type VoidResult = NonNullable<RefundAnswer['voided']>;

/** A carrier may think about it for days. */
const ASK_AGAIN_MS = minutes(10);

const VOIDED: VoidResult = { status: 'voided', text: 'The label was voided.' };
const PENDING: VoidResult = {
  status: 'pending',
  text: 'The carrier has not answered yet. The label is voided as soon as it does.',
};

/** Brings a claimed void to the carrier and records its end. Asked again, a carrier answers the same, so anybody may, at any time. */
export async function runVoid(deps: ShipmentDeps, shipment: StoredShipment): Promise<VoidResult> {
  const answer = await askCarrier(deps, shipment);
  switch (answer?.outcome) {
    case 'voided':
      await recordVoided(deps, shipment);
      return VOIDED;
    case 'refused':
      await recordRefused(deps, shipment, answer.text);
      return { status: 'refused', text: answer.text };
    case 'pending':
      await rest(deps.db, shipment, ASK_AGAIN_MS);
      return PENDING;
    default:
      return PENDING;
  }
}

/** Null when nobody knows; the void is asked for again when the lease has run out. */
async function askCarrier(
  { labelProvider, timings, log }: ShipmentDeps,
  { id, transaction_id }: StoredShipment,
): Promise<VoidAnswer | null> {
  try {
    return await within(timings.carrierAnswerMs, labelProvider.voidLabel(transaction_id ?? ''));
  } catch (error) {
    log.warn({ err: error, shipmentId: id }, 'the carrier does not say whether it voided a label');
    return null;
  }
}

async function recordVoided({ db, clock }: ShipmentDeps, shipment: StoredShipment): Promise<void> {
  await transaction(db, async (trx) => {
    const change = { state: 'voided', lease_until: null } as const;
    if (!(await updateFenced(trx, shipment, ['void_requested'], change))) return;
    await post(trx, clock, `void:${shipment.id}`, bookings.voided(shipment.actual_cost_cents ?? 0));
    await recordEnd(trx, clock, shipment.id);
  });
}

async function recordRefused(
  { db, clock }: ShipmentDeps,
  shipment: StoredShipment,
  error: string,
): Promise<void> {
  await transaction(db, async (trx) => {
    if (await withdrawVoid(trx, shipment)) await recordEnd(trx, clock, shipment.id, error);
  });
}

/** The label is its client's again. */
export const withdrawVoid = (db: Handle, shipment: StoredShipment): Promise<boolean> =>
  updateFenced(db, shipment, ['void_requested'], { state: 'purchased', lease_until: null });

async function recordEnd(
  trx: Trx,
  clock: ShipmentDeps['clock'],
  shipmentId: string,
  error?: string,
): Promise<void> {
  await recordEvent(trx, clock, OURSELVES, {
    type: 'LABEL_VOIDED',
    status: error === undefined ? 'success' : 'error',
    userId: await selectVoider(trx, shipmentId),
    userRole: 'admin',
    details: { shipmentId, ...(error === undefined ? {} : { error }) },
  });
}

/** Why there is nothing to claim. */
export function voidStanding(state: ShipmentState): VoidResult {
  if (state === 'voided') return VOIDED;
  if (state === 'void_requested') return PENDING;
  return {
    status: 'refused',
    text: 'The carrier has the parcel already, so its label can no longer be voided.',
  };
}
