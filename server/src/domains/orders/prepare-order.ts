import { createHash } from 'node:crypto';
import type { OrderPreparation } from '@lading/contract/orders/orders.ts';
import type { Product } from '@lading/contract/products.ts';
import type { ShopItem } from '../../providers/order-sources/port.ts';

/** By the SKU as the shop writes it. */
export type Products = ReadonlyMap<string, Product>;

/** Pieces that go into a parcel. */
export interface Pieces {
  item: ShopItem;
  quantity: number;
}

const GRAMS_PER_OUNCE = 28.349523125;

/** Ounces of one piece: the shop's weight, or else that of the client's product list. */
export function unitWeightOz(item: ShopItem, products: Products): number | null {
  if (item.weightGrams !== null) return item.weightGrams / GRAMS_PER_OUNCE;
  return item.sku === '' ? null : (products.get(item.sku)?.unitWeight ?? null);
}

const nameOf = ({ sku, title }: ShopItem) => sku || title || '?';

/** Up, so that the declared items are never heavier than their parcel. */
const roundUp = (ounces: number) => Math.ceil(ounces * 100 - 1e-6) / 100;

/** The weight of all pieces, or the items whose weight is not known. */
export function weighPieces(
  pieces: readonly Pieces[],
  products: Products,
): { ounces: number; isFromShop: boolean } | { unknown: string[] } {
  const unknown = new Set<string>();
  let ounces = 0;
  let isFromShop = true;
  for (const { item, quantity } of pieces) {
    const unit = unitWeightOz(item, products);
    if (unit === null) unknown.add(nameOf(item));
    else ounces += unit * quantity;
    isFromShop &&= item.weightGrams !== null;
  }
  if (unknown.size > 0 || ounces <= 0) return { unknown: [...unknown] };
  return { ounces: roundUp(ounces), isFromShop };
}

/** Equal for the same number of pieces of the same items, in any order and of any order. */
export function itemsKey(pieces: readonly Pieces[]): Buffer | null {
  if (pieces.length === 0) return null;
  const counts = new Map<string, number>();
  for (const { item, quantity } of pieces) {
    const name = item.sku === '' ? `title:${item.title}|${item.variant}` : `sku:${item.sku.toLowerCase()}`;
    counts.set(name, (counts.get(name) ?? 0) + quantity);
  }
  const sorted = [...counts].sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256').update(JSON.stringify(sorted)).digest().subarray(0, 16);
}

export interface Prepared {
  preparation: OrderPreparation;
  /** Items that keep the weight from being known. */
  withoutWeight: string[];
}

/**
 * Fills in weight and size: the weight of the pieces, and the parcel that the client last used for the same pieces. What a
 * person entered stays.
 */
export function prepareOrder(
  current: OrderPreparation,
  pieces: readonly Pieces[],
  products: Products,
  last: OrderPreparation | null,
): Prepared {
  const { weightOz, weightSetBy, parcel, parcelSetBy, ...extras } = current;
  const preparation: OrderPreparation = { ...extras };
  const weighed = weighPieces(pieces, products);
  if (weightSetBy === 'person' && weightOz !== undefined)
    Object.assign(preparation, { weightOz, weightSetBy });
  else if ('ounces' in weighed)
    Object.assign(preparation, {
      weightOz: weighed.ounces,
      weightSetBy: weighed.isFromShop ? 'shop' : 'items',
    });
  else if (last?.weightOz !== undefined)
    Object.assign(preparation, { weightOz: last.weightOz, weightSetBy: 'last_parcel' });
  if (parcelSetBy === 'person' && parcel) Object.assign(preparation, { parcel, parcelSetBy });
  else if (last?.parcel) Object.assign(preparation, { parcel: last.parcel, parcelSetBy: 'last_parcel' });
  return {
    preparation,
    withoutWeight: preparation.weightOz === undefined && 'unknown' in weighed ? weighed.unknown : [],
  };
}
