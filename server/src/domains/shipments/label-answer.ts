import { dollarsOf } from '@lading/contract/money.ts';
import type { LabelAnswer } from '@lading/contract/shipments.ts';
import type { Handle } from '../../platform/db/database.ts';
import { labelFormatsOf } from './label-formats.ts';
import type { LabelLinks } from './label-links.ts';
import type { BoughtShipment } from './record-purchase.ts';
import { labelStatusOf } from './shipments.states.ts';
import { selectLabelFormat } from './stored-labels.store.ts';

/** The response to a purchase request. */
export async function toLabelAnswer(
  { db, labelLinks }: { db: Handle; labelLinks: LabelLinks },
  shipment: BoughtShipment,
): Promise<LabelAnswer> {
  const { id, state, tracking_number } = shipment;
  const labelStatus = labelStatusOf(state);
  return {
    transactionId: id,
    labelStatus,
    tracking_number,
    trackingNumber: tracking_number,
    labelUrl: labelStatus === 'ready' ? await labelLinks.make(shipment.user_id, id) : null,
    ...labelFormatsOf({ state, label_format: shipment.label_format ?? (await selectLabelFormat(db, id)) }),
    rate: {
      carrier: shipment.carrier,
      service: shipment.service_name,
      amount: dollarsOf(shipment.total_cents),
      currency: shipment.currency,
    },
  };
}
