import type { ShippedParcel } from '../port.ts';
import type { ShopifyFulfillmentOrder } from './shopify-answers.ts';
import { numberOf } from './shopify-ids.ts';
import { isReady } from './shopify-parts.ts';

/** The lines of one fulfillment. All its fulfillment orders are at one location. */
export type FulfillmentLines = {
  fulfillmentOrderId: string;
  fulfillmentOrderLineItems: { id: string; quantity: number }[];
}[];

/** What a parcel contains, by the number of the order's line. */
export type Contents = ReadonlyMap<string, number>;

export const contentsOf = ({ items }: Pick<ShippedParcel, 'items'>): Contents =>
  new Map(items.filter(({ quantity }) => quantity > 0).map((item) => [item.externalId, item.quantity]));

/** What is left of the contents after some of it has been reported. */
export const without = (contents: Contents, reported: Contents): Contents =>
  new Map(
    [...contents].flatMap(([id, quantity]): [string, number][] => {
      const left = quantity - (reported.get(id) ?? 0);
      return left > 0 ? [[id, left]] : [];
    }),
  );

export const allThatRemains = (parts: readonly ShopifyFulfillmentOrder[]): Contents => {
  const found = new Map<string, number>();
  for (const { lineItem, remainingQuantity } of parts.filter(isReady).flatMap(({ lines }) => lines)) {
    const id = numberOf(lineItem.id);
    if (remainingQuantity > 0) found.set(id, (found.get(id) ?? 0) + remainingQuantity);
  }
  return found;
};

interface Slot {
  part: ShopifyFulfillmentOrder;
  lineId: string;
  free: number;
}

/**
 * Assigns the contents to lines of fulfillment orders: one list of lines per location, because a fulfillment cannot
 * span locations. What exceeds the remaining quantities is assigned too, so that the store refuses it in its own
 * words. Null if an item is in no fulfillment order.
 */
export function allocate(
  parts: readonly ShopifyFulfillmentOrder[],
  contents: Contents,
): FulfillmentLines[] | null {
  const byLocation = new Map<string, Map<string, Map<string, number>>>();
  const assign = ({ part, lineId }: Slot, quantity: number) => {
    const location = getOrAdd(byLocation, part.assignedLocation?.location?.id ?? '', () => new Map());
    const lines = getOrAdd(location, part.id, () => new Map());
    lines.set(lineId, (lines.get(lineId) ?? 0) + quantity);
  };
  for (const [itemId, quantity] of contents) {
    const slots = slotsOf(parts, itemId);
    let left = quantity;
    for (const slot of slots) {
      const taken = Math.min(left, slot.free);
      if (taken > 0) assign(slot, taken);
      left -= taken;
    }
    const [best] = slots;
    if (left > 0 && !best) return null;
    if (left > 0 && best) assign(best, left);
  }
  return [...byLocation.values()].map((location) =>
    [...location].map(([fulfillmentOrderId, lines]) => ({
      fulfillmentOrderId,
      fulfillmentOrderLineItems: [...lines].map(([id, quantity]) => ({ id, quantity })),
    })),
  );
}

/** The lines of an item, those that can be shipped first. */
const slotsOf = (parts: readonly ShopifyFulfillmentOrder[], itemId: string): Slot[] =>
  parts
    .flatMap((part) =>
      part.lines
        .filter(({ lineItem }) => numberOf(lineItem.id) === itemId)
        .map((line) => ({ part, lineId: line.id, free: isReady(part) ? line.remainingQuantity : 0 })),
    )
    .toSorted((a, b) => b.free - a.free);

function getOrAdd<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const value = map.get(key) ?? make();
  map.set(key, value);
  return value;
}
