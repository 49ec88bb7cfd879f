import type { ShopifyFulfillmentOrder } from './shopify-answers.ts';

/** Who ships a fulfillment order. */
type Shipper = 'us' | 'pickup' | 'digital' | 'fulfilled_by_others';

/** Delivery methods that need no label: the buyer picks the order up, or the merchant delivers it. */
const COLLECTED = new Set(['PICK_UP', 'PICKUP_POINT', 'RETAIL', 'LOCAL']);

/** A delivery method that we do not know counts as shipping, so that the merchant sees the order. */
function shipperOf(part: ShopifyFulfillmentOrder): Shipper {
  if (part.assignedLocation?.location?.isFulfillmentService) return 'fulfilled_by_others';
  const method = part.deliveryMethod?.methodType ?? 'SHIPPING';
  if (COLLECTED.has(method)) return 'pickup';
  const needsParcel = part.lines.some(({ requiresShipping }) => requiresShipping);
  return method === 'NONE' || (!needsParcel && part.lines.length > 0) ? 'digital' : 'us';
}

const isEnded = ({ status }: ShopifyFulfillmentOrder) => status === 'CLOSED' || status === 'CANCELLED';

/** Shopify lets us create a fulfillment. */
export const isReady = (part: ShopifyFulfillmentOrder): boolean =>
  !isEnded(part) && part.supportedActions.some(({ action }) => action === 'CREATE_FULFILLMENT');

/** Still to ship, but not now: on hold, or scheduled for later. */
const isHeld = (part: ShopifyFulfillmentOrder) => !isEnded(part) && !isReady(part);

export interface Parts {
  /** All that we ship, have shipped or will ship. */
  ours: ShopifyFulfillmentOrder[];
  ready: ShopifyFulfillmentOrder[];
  held: ShopifyFulfillmentOrder[];
  /** Others ship these. Not the canceled ones. */
  others: Exclude<Shipper, 'us'>[];
}

/** Sorts the fulfillment orders of an order. Canceled ones have been replaced by others, or their items removed. */
export function partsOf(all: readonly ShopifyFulfillmentOrder[]): Parts {
  const live = all.filter(({ status }) => status !== 'CANCELLED');
  const ours = live.filter((part) => shipperOf(part) === 'us');
  return {
    ours,
    ready: ours.filter(isReady),
    held: ours.filter(isHeld),
    others: live.map(shipperOf).filter((shipper) => shipper !== 'us'),
  };
}
