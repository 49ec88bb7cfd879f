/** What the rest of Lading sees of `gid://shopify/Order/4183684907181` is the number at its end. */
export const numberOf = (gid: string): string => gid.slice(gid.lastIndexOf('/') + 1);

export const gidOf = (type: 'Order' | 'FulfillmentOrder', number: string): string =>
  `gid://shopify/${type}/${number}`;

/**
 * Webhooks about fulfillment orders do not name the order. Their lookups carry this id, and reading it gives the
 * order that the fulfillment order belongs to.
 */
const FULFILLMENT_ORDER = 'fulfillment-order-';

export const fulfillmentOrderLookUp = (gid: string): string => `${FULFILLMENT_ORDER}${numberOf(gid)}`;

export const fulfillmentOrderIn = (externalId: string): string | null =>
  externalId.startsWith(FULFILLMENT_ORDER)
    ? gidOf('FulfillmentOrder', externalId.slice(FULFILLMENT_ORDER.length))
    : null;

export const isNumber = (text: string): boolean => /^\d{1,20}$/.test(text);
