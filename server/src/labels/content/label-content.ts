import type { PostalAddress } from '@lading/contract/address.ts';
import type { Carrier, Parcel } from '@lading/contract/parcel.ts';
import type { LabelRequest } from '../port.ts';
import { type LabelRouting, routingOf } from './routing.ts';

/** Everything printed on a label. It is stored with the label, so it is plain data. */
export interface LabelContent {
  carrier: Carrier;
  service: string;
  serviceName: string;
  trackingNumber: string;
  zone: string;
  from: PostalAddress;
  to: PostalAddress;
  parcel: Parcel;
  /** Whether the declared contents are documents. Labels from before this field have none. */
  documents?: boolean;
  /** YYYY-MM-DD. */
  shipDate: string;
  deliveryDate: string | null;
  reference: string;
  routing: LabelRouting;
}

export function labelContent(order: LabelRequest, trackingNumber: string): LabelContent {
  const { rate, from, to, parcel, shipDate, reference, customs } = order;
  return {
    carrier: rate.carrier,
    service: rate.service,
    serviceName: rate.serviceName,
    trackingNumber,
    zone: rate.zone,
    from,
    to,
    parcel,
    documents: customs?.contentsType === 'documents',
    shipDate,
    deliveryDate: rate.deliveryDate,
    reference,
    routing: routingOf(rate.carrier, from, to),
  };
}
