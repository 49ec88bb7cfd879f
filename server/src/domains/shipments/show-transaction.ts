import { dollarsOf } from '@lading/contract/money.ts';
import type { TimelineEvent, TransactionAnswer } from '@lading/contract/shipments.ts';
import { AppError } from '../../platform/app-error.ts';
import { isOneOf } from '../../platform/state-machine.ts';
import { ownAdjustmentsOf } from '../adjustments/list-adjustments.ts';
import { FAILURE_REASONS } from './failure-reasons.ts';
import {
  type HistoryRow,
  selectEvents,
  selectFailureText,
  selectOwnShipment,
  selectPaidAt,
  selectRefundedCents,
} from './history.store.ts';
import type { LabelFileDeps } from './label-file.ts';
import { listDocuments } from './list-documents.ts';
import { addressFormOf, writtenParcelOf } from './shipment-request.ts';
import type { ShipmentDeps } from './shipments.deps.ts';
import { TRACKED } from './shipments.states.ts';
import type { StoredShipment } from './shipments.store.ts';
import { type HistoryDeps, toHistoryItem } from './show-history.ts';
import { trackOnView } from './track-shipments.ts';
import { writtenDeclaration } from './written-declaration.ts';

/** One shipment with all its fields, and with fresh tracking if the carrier answers in time. */
export async function showTransaction(
  deps: ShipmentDeps & HistoryDeps & LabelFileDeps,
  actor: { userId: string },
  id: string,
): Promise<TransactionAnswer> {
  const { db, log } = deps;
  const shipment = await ownShipment(deps, actor, id);
  if (isOneOf(TRACKED, shipment.state)) {
    await trackOnView(deps, shipment).catch((error: unknown) =>
      log.warn(
        { event: 'tracking.failed', err: error, shipmentId: id },
        'A parcel could not be tracked for a client',
      ),
    );
  }
  const fresh = await ownShipment(deps, actor, id);
  const [item, events, refundedCents, paidAt, documents, adjustments] = await Promise.all([
    toHistoryItem(deps, actor.userId, fresh),
    selectEvents(db, id),
    selectRefundedCents(db, id),
    selectPaidAt(db, fresh.payment_id),
    listDocuments(deps, fresh),
    ownAdjustmentsOf(deps, actor.userId, id),
  ]);
  const carrierEvents = events.map(({ happened_at, ...event }) => at(happened_at, event));
  return {
    transaction: {
      ...item,
      sender: addressFormOf(fresh.sender),
      recipient: addressFormOf(fresh.receiver),
      package: writtenParcelOf(fresh.parcel),
      service: fresh.service,
      currency: fresh.currency,
      internalNotes: fresh.notes,
      refunded: dollarsOf(refundedCents),
      ...writtenDeclaration(fresh),
      ...(documents.length > 0 && { documents }),
      ...(adjustments.length > 0 && { adjustments }),
      paidAt: paidAt?.toISOString() ?? null,
      events: timeline(fresh, carrierEvents),
    },
  };
}

/** Says why a shipment has no label. */
export const describeFailure = async (
  { db }: Pick<ShipmentDeps, 'db'>,
  shipmentId: string,
): Promise<string> => (await selectFailureText(db, shipmentId)) ?? FAILURE_REASONS.unknown;

async function ownShipment(
  { db }: Pick<ShipmentDeps, 'db'>,
  { userId }: { userId: string },
  id: string,
): Promise<StoredShipment & HistoryRow> {
  const shipment = await selectOwnShipment(db, userId, id);
  if (!shipment) throw new AppError('SHIPMENT_NOT_FOUND');
  return shipment;
}

const at = (time: Date, event: Omit<TimelineEvent, 'at'>): TimelineEvent => ({
  at: time.toISOString(),
  ...event,
});

/** Our events, then the carrier's. Omits our "Label created" if the carrier reports the label. */
function timeline(
  { created_at, purchased_at }: StoredShipment,
  carrierEvents: TimelineEvent[],
): TimelineEvent[] {
  const paid = at(created_at, { status: 'paid', text: 'Paid', place: '' });
  const isReported = carrierEvents.some(({ status }) => status === 'pre_transit');
  const made =
    purchased_at && !isReported
      ? [at(purchased_at, { status: 'pre_transit', text: 'Label created', place: '' })]
      : [];
  return [paid, ...made, ...carrierEvents];
}
