import { createHash } from 'node:crypto';
import type { OrderPreparation } from '@lading/contract/orders/orders.ts';
import type { RuleField } from '@lading/contract/orders/rule-trace.ts';
import type { Product } from '@lading/contract/products.ts';
import type { ShopItem } from '../../providers/order-sources/port.ts';
import type { RuleOutcome } from '../order-rules/evaluate-rules.ts';
import type { OrderSetup } from '../order-rules/load-rules.ts';
import { type ChosenPackage, wholeWeight } from '../order-rules/rule-facts.ts';

/** By the SKU as the store writes it. */
export type Products = ReadonlyMap<string, Product>;

/** Pieces that go into a parcel. */
export interface Pieces {
  item: ShopItem;
  quantity: number;
}

const GRAMS_PER_OUNCE = 28.349523125;

/** Ounces of one piece: the store's weight, or else that of the client's product list. */
export function unitWeightOz(item: ShopItem, products: Products): number | null {
  if (item.weightGrams !== null) return item.weightGrams / GRAMS_PER_OUNCE;
  return item.sku === '' ? null : (products.get(item.sku)?.unitWeight ?? null);
}

const nameOf = ({ sku, title }: ShopItem) => sku || title || '?';

/** Rounds up, so that the declared items are never heavier than their parcel. */
export const roundUp = (ounces: number) => Math.ceil(ounces * 100 - 1e-6) / 100;

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

/** The same for the same items and quantities, regardless of sequence and of which order they are in. */
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

/** What store, product list and last parcel know about an order, before rules run. */
export interface BasePreparation {
  weight: { ounces: number | undefined; isWhole: boolean; setBy: SetBy };
  package: ChosenPackage | null;
  packageSetBy: SetBy;
  /** Items without a known weight. */
  withoutWeight: string[];
}
type SetBy = NonNullable<OrderPreparation['weightSetBy']>;

/**
 * The weight of the pieces, and the parcel that the client last used for the same pieces, or else the default package. What a
 * person entered stays.
 */
export function basePreparation(
  current: OrderPreparation,
  pieces: readonly Pieces[],
  products: Products,
  last: OrderPreparation | null,
  { packages, defaultPackage }: Pick<OrderSetup, 'packages' | 'defaultPackage'>,
): BasePreparation {
  const weighed = weighPieces(pieces, products);
  const own = current.parcelSetBy === 'person' ? packageOf(current, packages) : null;
  const lastUsed = last && packageOf(last, packages);
  return {
    ...weightOf(current, weighed, last),
    package: own ?? lastUsed ?? defaultPackage,
    packageSetBy: own ? 'person' : lastUsed ? 'last_parcel' : 'default',
  };
}

function weightOf(
  { weightOz, weightSetBy }: OrderPreparation,
  weighed: ReturnType<typeof weighPieces>,
  last: OrderPreparation | null,
): Pick<BasePreparation, 'weight' | 'withoutWeight'> {
  const known = (ounces: number, isWhole: boolean, setBy: SetBy) => ({
    weight: { ounces, isWhole, setBy },
    withoutWeight: [],
  });
  if (weightSetBy === 'person' && weightOz !== undefined) return known(weightOz, true, 'person');
  if ('ounces' in weighed) return known(weighed.ounces, false, weighed.isFromShop ? 'shop' : 'items');
  if (last?.weightOz !== undefined) return known(last.weightOz, true, 'last_parcel');
  return { weight: { ounces: undefined, isWhole: false, setBy: 'items' }, withoutWeight: weighed.unknown };
}

/** With the size, name and empty weight that the package has now. One that was deleted stays as it was. */
function packageOf(
  { parcel, packageId, packageName, packagingOz }: OrderPreparation,
  packages: OrderSetup['packages'],
): ChosenPackage | null {
  if (!parcel) return null;
  const known = packageId === undefined ? undefined : packages.get(packageId);
  return {
    id: packageId ?? null,
    name: known?.name ?? packageName ?? '',
    parcel: known?.parcel ?? parcel,
    emptyWeightOz: known?.emptyWeightOz ?? (packageId === undefined ? 0 : (packagingOz ?? 0)),
  };
}

/** Values from before rules existed do not say who set them: only people could. */
const personsOnly = ({
  signature,
  signatureSetBy = 'person',
  insuranceCents,
  insuranceSetBy = 'person',
  service,
  serviceSetBy,
}: OrderPreparation): OrderPreparation => ({
  ...(signature && signatureSetBy === 'person' && { signature, signatureSetBy }),
  ...(insuranceCents !== undefined && insuranceSetBy === 'person' && { insuranceCents, insuranceSetBy }),
  ...(service && serviceSetBy === 'person' && { service, serviceSetBy }),
});

/** The fields that a person set, which rules leave alone. */
export function setByPerson(current: OrderPreparation): Set<RuleField> {
  const { signature, insuranceCents, service } = personsOnly(current);
  const fields: [RuleField, boolean][] = [
    ['weight', current.weightSetBy === 'person' && current.weightOz !== undefined],
    ['package', current.parcelSetBy === 'person' && current.parcel !== undefined],
    ['signature', signature !== undefined],
    ['insurance', insuranceCents !== undefined],
    ['service', service !== undefined],
  ];
  return new Set(fields.filter(([, isSet]) => isSet).map(([field]) => field));
}

/** Adds what the rules made of the order. */
export function prepareOrder(
  current: OrderPreparation,
  base: BasePreparation,
  outcome: RuleOutcome,
): OrderPreparation {
  const chosen = outcome.package ?? base.package;
  const weight = outcome.weight ?? base.weight;
  const weightOz = wholeWeight(weight, chosen);
  const packagingOz = weightOz === undefined || weight.isWhole ? 0 : (chosen?.emptyWeightOz ?? 0);
  const { signature, insuranceCents, service } = outcome;
  return {
    ...(weightOz !== undefined && { weightOz, weightSetBy: outcome.weight ? 'rule' : base.weight.setBy }),
    ...(packagingOz > 0 && { packagingOz }),
    ...(chosen && { parcel: chosen.parcel, parcelSetBy: outcome.package ? 'rule' : base.packageSetBy }),
    ...(chosen?.id && { packageId: chosen.id, packageName: chosen.name }),
    ...(signature && { signature, signatureSetBy: 'rule' }),
    ...(insuranceCents !== null && { insuranceCents, insuranceSetBy: 'rule' }),
    ...(service && { service, serviceSetBy: 'rule' }),
    ...personsOnly(current),
  };
}
