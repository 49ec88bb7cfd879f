import type { ShopItem } from '../../providers/order-sources/port.ts';
import type { StoredItem } from './orders.tables.ts';

const contentOf = ({ sku, title, variant }: ShopItem) => JSON.stringify([sku, title, variant]);
const contentWithoutVariant = (item: ShopItem) => contentOf({ ...item, variant: '' });
const skuOf = ({ sku }: ShopItem) => (sku === '' ? null : sku);

type KeyOf = (item: ShopItem) => string | null;
const KEYS: readonly { line: KeyOf; stored: KeyOf }[] = [
  { line: contentOf, stored: contentOf },
  { line: skuOf, stored: skuOf },
  { line: contentWithoutVariant, stored: contentOf },
];

/**
 * Files and programs may send lines without IDs, and later the same lines in another order, or only those that are open.
 * Such a line keeps the ID of the stored line with the same content, or else with the same SKU, or else with the same content
 * without a variant: parcels name the lines by their IDs. Any other line gets an ID that no stored line has.
 */
export function identifyItems(items: readonly ShopItem[], before: readonly StoredItem[]): ShopItem[] {
  const used = new Set(items.filter(({ hasNoId }) => !hasNoId).map(({ externalId }) => externalId));
  const found = new Map<ShopItem, string>();
  for (const keyOf of KEYS) {
    const free = Map.groupBy(
      before.filter(({ externalId }) => !used.has(externalId)).toReversed(),
      keyOf.stored,
    );
    for (const item of items) {
      const wanted = item.hasNoId && !found.has(item) ? keyOf.line(item) : null;
      const same = wanted === null ? undefined : free.get(wanted)?.pop();
      if (!same) continue;
      used.add(same.externalId);
      found.set(item, same.externalId);
    }
  }
  for (const { externalId } of before) used.add(externalId);
  const freeId = freeIds(used);
  return items.map(({ hasNoId, ...item }, index) => {
    const original = items[index];
    if (!hasNoId || !original) return item;
    return { ...item, externalId: found.get(original) ?? freeId(item.externalId) };
  });
}

/** The wanted ID, or else the lowest number that is free. */
function freeIds(used: Set<string>): (wanted: string) => string {
  let number = 1;
  return (wanted) => {
    let id = wanted;
    for (; used.has(id); number += 1) id = String(number);
    used.add(id);
    return id;
  };
}
