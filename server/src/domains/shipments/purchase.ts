import { failpoint } from '../../platform/failpoints.ts';
import { within } from '../../platform/outgoing/within.ts';
import type { LabelOrder, Purchase } from '../../providers/label-providers/port.ts';
import { NO_DECLARATION } from '../pricing/priced-shipment.ts';
import type { PurchaseClaim } from './purchase-claim.ts';
import { type BoughtShipment, recordAnswer } from './record-purchase.ts';
import type { ShipmentDeps } from './shipments.deps.ts';

/** Orders the label outside any transaction and records the answer, as `recordAnswer` describes. */
export async function runPurchase(deps: ShipmentDeps, claim: PurchaseClaim): Promise<BoughtShipment | null> {
  const answer = await orderLabel(deps, claim);
  failpoint('label-ordered');
  return recordAnswer(deps, claim, answer);
}

async function orderLabel(
  { labelProvider, timings, log }: ShipmentDeps,
  { shipment, attemptId, rate }: PurchaseClaim,
): Promise<Purchase | null> {
  const order: LabelOrder = {
    key: attemptId,
    rate,
    from: shipment.sender,
    to: shipment.receiver,
    parcel: shipment.parcel,
    shipDate: shipment.ship_date,
    reference: shipment.notes,
    ...(shipment.declaration ?? NO_DECLARATION),
  };
  try {
    return await within(timings.labelProviderTimeoutMs, labelProvider.buyLabel(order));
  } catch (error) {
    log.warn(
      { event: 'purchase.unconfirmed', err: error, shipmentId: shipment.id, attemptId },
      'The label provider did not confirm a purchase; the sweep will look it up',
    );
    return null;
  }
}
