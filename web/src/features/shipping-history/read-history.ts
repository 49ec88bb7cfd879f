import { PAGE_SIZE } from '@lading/contract/constants.ts';
import { paginationOf } from '@lading/contract/paging.ts';
import { HistoryAnswerSchema } from '@lading/contract/shipments.ts';
import * as z from 'zod/mini';

type Fields = Record<string, unknown>;

const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null;
const objectOf = (value: unknown): Fields => (isObject(value) ? value : {});

const PLACE = { city: '', state: '', country: '', name: '' };

/** The specification allows either name for the dates and leaves out the fields that Lading adds. */
function completeItem(value: unknown): unknown {
  if (!isObject(value)) return value;
  return {
    carrier: '',
    serviceName: '',
    labelStatus: '',
    labelPath: null,
    trackingUrl: null,
    downloadedAt: null,
    ...value,
    tracking_number: value.tracking_number ?? value.trackingNumber ?? null,
    shipping_date: value.shipping_date ?? value.shippingDate ?? '',
    delivery_date: value.delivery_date ?? value.deliveryDate ?? null,
    sender: { ...PLACE, ...objectOf(value.sender) },
    recipient: { ...PLACE, ...objectOf(value.recipient) },
  };
}

/** An answer without `pagination` is the only page. */
function completeAnswer(value: unknown): unknown {
  if (!isObject(value) || !Array.isArray(value.shipments)) return value;
  const { shipments } = value;
  return {
    ...value,
    shipments: shipments.map(completeItem),
    pagination: value.pagination ?? paginationOf(shipments.length, 1, Math.max(PAGE_SIZE, shipments.length)),
  };
}

export const ReadHistorySchema = z.pipe(z.transform(completeAnswer), HistoryAnswerSchema);
