import * as z from 'zod/mini';
import type { Connection, ShippedParcel } from '../port.ts';
import { writeDate } from './custom-store-dates.ts';
import { escapeXml } from './xml-document.ts';

/** What `shopOrderOf` stores with an order. The ID is empty if the store sends none for the line. */
export const ReportingSchema = z.object({
  updatedAt: z.optional(z.string()),
  items: z._default(z.array(z.object({ id: z.string(), sku: z.string(), title: z.string() })), []),
});

/** The document that reports a parcel to a store. */
export function shipNotice({ settings }: Connection, parcel: ShippedParcel): string {
  const { order, recipient, shippedAt } = parcel;
  const { items } = ReportingSchema.parse(order.reporting);
  const ownId = items.some(({ id }) => id === '') ? '' : null;
  const lines = parcel.items.map(({ externalId, quantity, sku, title }) => {
    const item = items.find(({ id }) => id === externalId) ?? items.find(isRepeated(externalId));
    return element('Item', [
      text('LineItemID', item?.id ?? ownId ?? externalId),
      text('SKU', item?.sku ?? sku),
      text('Name', item?.title ?? title),
      text('Quantity', String(quantity)),
    ]);
  });
  const to = recipient && [
    text('Name', recipient.name),
    text('Company', recipient.company),
    text('Address1', recipient.line1),
    text('Address2', recipient.line2),
    text('City', recipient.city),
    text('State', recipient.region),
    text('PostalCode', recipient.postcode),
    text('Country', recipient.country),
  ];
  const notice = element('ShipNotice', [
    text('OrderNumber', order.number),
    text('OrderID', order.externalId),
    // Stores use the email address, and we keep no other copy of personal data.
    text('CustomerCode', recipient?.email ?? ''),
    text('CustomerNotes', ''),
    text('InternalNotes', ''),
    text('NotesToCustomer', ''),
    text('NotifyCustomer', String(settings.notifyBuyer)),
    text('LabelCreateDate', writeDate(shippedAt)),
    text('ShipDate', writeDate(shippedAt)),
    text('Carrier', parcel.carrier),
    text('Service', parcel.service),
    text('TrackingNumber', parcel.trackingNumber),
    text('ShippingCost', ''),
    ...(to ? [element('Recipient', to)] : []),
    element('Items', lines),
  ]);
  return `<?xml version="1.0" encoding="utf-8"?>\n${notice}`;
}

/** Lines that share an id are numbered when they are saved. The store knows only its own id. */
const isRepeated =
  (externalId: string) =>
  ({ id }: { id: string }) =>
    externalId.replace(/#\d+$/, '') === id;

const text = (name: string, value: string) => `<${name}>${escapeXml(value)}</${name}>`;
const element = (name: string, children: string[]) => `<${name}>${children.join('')}</${name}>`;
