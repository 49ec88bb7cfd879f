import { dollarsOf } from '@lading/contract/money.ts';
import type { LabelAnswer, TimelineEvent, TransactionAnswer } from '@lading/contract/shipments.ts';
import { AppError } from '../../platform/app-error.ts';
import {
  type HistoryRow,
  selectEvents,
  selectLabelFormat,
  selectLastRefusal,
  selectOwnShipment,
  selectPaidAt,
  selectRefunded,
} from './history.store.ts';
import { addressFormOf, writtenParcelOf } from './shipment-request.ts';
import type { ShipmentDeps } from './shipments.deps.ts';
import type { StoredShipment } from './shipments.store.ts';
import { type HistoryDeps, toHistoryItem } from './show-history.ts';
import { trackOnView } from './track-shipments.ts';

/** One shipment with everything that is known of it, tracked a moment ago where the carrier answers. */
export async function showTransaction(
  deps: ShipmentDeps & HistoryDeps,
  actor: { userId: string },
  id: string,
): Promise<TransactionAnswer> {
  const { db, log } = deps;
  const shipment = await ownShipment(deps, actor, id);
  if (shipment.state === 'purchased' || shipment.state === 'in_transit') {
    await trackOnView(deps, shipment).catch((error: unknown) =>
      log.warn({ err: error, shipmentId: id }, 'a parcel could not be tracked just now'),
    );
  }
  const fresh = await ownShipment(deps, actor, id);
  const [item, events, refundedCents, paidAt] = await Promise.all([
    toHistoryItem(deps, actor.userId, fresh),
    selectEvents(db, id),
    selectRefunded(db, id),
    selectPaidAt(db, fresh.payment_id),
  ]);
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
      paidAt: paidAt?.toISOString() ?? null,
      events: timeline(
        fresh,
        events.map(({ happened_at, ...event }) => at(happened_at, event)),
      ),
    },
  };
}

/** The carrier's last word on a label that was not made. */
export const whyThereIsNoLabel = async (
  { db }: Pick<ShipmentDeps, 'db'>,
  shipmentId: string,
): Promise<string> => (await selectLastRefusal(db, shipmentId)) ?? 'The carrier did not make the label.';

async function ownShipment(
  { db }: Pick<ShipmentDeps, 'db'>,
  { userId }: { userId: string },
  id: string,
): Promise<StoredShipment & HistoryRow> {
  const shipment = await selectOwnShipment(db, userId, id);
  if (!shipment) throw new AppError('SHIPMENT_NOT_FOUND');
  return shipment;
}

const at = (moment: Date, event: Omit<TimelineEvent, 'at'>): TimelineEvent => ({
  at: moment.toISOString(),
  ...event,
});

/** What happened here, then what the carrier tells; most carriers begin with the label themselves. */
function timeline(
  { created_at, purchased_at }: StoredShipment,
  carrierEvents: TimelineEvent[],
): TimelineEvent[] {
  const paid = at(created_at, { status: 'paid', text: 'Paid', place: '' });
  const told = carrierEvents.some(({ status }) => status === 'pre_transit');
  const made =
    purchased_at && !told
      ? [at(purchased_at, { status: 'pre_transit', text: 'Label created', place: '' })]
      : [];
  return [paid, ...made, ...carrierEvents];
}

/** A shipment as the answer to buying it. */
export async function toLabelAnswer(deps: HistoryDeps, shipment: StoredShipment): Promise<LabelAnswer> {
  const { labelStatus, tracking_number, labelPath, labelFormats, carrier, serviceName } = await toHistoryItem(
    deps,
    shipment.user_id,
    { ...shipment, label_format: await selectLabelFormat(deps.db, shipment.id) },
  );
  return {
    transactionId: shipment.id,
    labelStatus,
    tracking_number,
    trackingNumber: tracking_number,
    labelUrl: labelPath,
    ...(labelFormats && { labelFormats }),
    rate: {
      carrier,
      service: serviceName,
      amount: dollarsOf(shipment.total_cents),
      currency: shipment.currency,
    },
  };
}
