import type { OrderParcelSize, OrderPreparation } from '@lading/contract/orders/orders.ts';
import { openItems } from './count-pieces.ts';
import { type Pieces, type Products, roundUp, weighPieces } from './prepare-order.ts';
import type { OrderPieces, StoredOrder } from './saved-orders.store.ts';

/** Pieces of one order in a parcel. */
interface Share {
  order: StoredOrder;
  pieces: Pieces[];
  /** The open pieces of the order, with these. */
  remaining: Pieces[];
  /** All that remains of the order. */
  isWhole: boolean;
  /** The part of the pieces that remain, between 0 and 1. */
  part: number;
  /** The part of their value. */
  valuePart: number;
}

export interface PlannedParcel {
  /** The plan of the client that it follows; null if the parcel is all that remains of an order. */
  planId: string | null;
  shares: Share[];
}

interface ParcelPlan {
  parcels: PlannedParcel[];
  /** Orders with a plan that no longer fits: what remains or an address changed, or one of its orders cannot be shipped. */
  outdated: Set<string>;
}

/** What decides whether a plan still fits. */
type OrderInPlan = Pick<StoredOrder, 'id' | 'items' | 'recipient_key'>;
type PiecesInPlan = Pick<OrderPieces, 'order_id' | 'parcel_id' | 'item_id' | 'quantity' | 'state'>;
/** Pieces of each item, by order. */
type Quantities = Map<string, Map<string, number>>;

interface CheckedPlans<Row> {
  /** By the ID of the plan. */
  fitting: Map<string, Row[]>;
  outdated: ParcelPlan['outdated'];
  open: Quantities;
  /** What is open and in no plan that fits. */
  left: Quantities;
}

/** Checks the client's plans. `orders` has only those that can be shipped, and `piecesOf` all pieces of each. */
export function checkPlans<Row extends PiecesInPlan>(
  orders: readonly OrderInPlan[],
  piecesOf: ReadonlyMap<string, readonly Row[]>,
): CheckedPlans<Row> {
  const byId = new Map(orders.map((order) => [order.id, order]));
  const open = new Map(
    orders.map((order) => [
      order.id,
      new Map(
        openItems(order.items, piecesOf.get(order.id) ?? []).map(({ item, quantity }) => [
          item.externalId,
          quantity,
        ]),
      ),
    ]),
  );
  const planned = Map.groupBy(
    [...piecesOf.values()].flat().filter(({ state }) => state === 'planned'),
    ({ parcel_id }) => parcel_id,
  );
  const outdated = new Set<string>();
  const fitting = new Map<string, Row[]>();
  const left = new Map([...open].map(([id, items]) => [id, new Map(items)]));
  for (const [planId, rows] of planned) {
    const fits = rows.every(
      ({ order_id, item_id, quantity }) => (left.get(order_id)?.get(item_id) ?? 0) >= quantity,
    );
    if (!fits || !haveOneRecipient(rows, byId)) {
      for (const { order_id } of rows) outdated.add(order_id);
      continue;
    }
    for (const { order_id, item_id, quantity } of rows) {
      const rest = left.get(order_id);
      rest?.set(item_id, (rest.get(item_id) ?? 0) - quantity);
    }
    fitting.set(planId, rows);
  }
  return { fitting, outdated, open, left };
}

/** The address of an order may have changed since it was combined with others. */
function haveOneRecipient(rows: readonly PiecesInPlan[], orders: ReadonlyMap<string, OrderInPlan>): boolean {
  const [first, ...others] = [...new Set(rows.map(({ order_id }) => order_id))];
  const keyOf = (id = '') => orders.get(id)?.recipient_key?.toString('hex');
  const key = keyOf(first);
  return others.length === 0 || (key !== undefined && others.every((id) => keyOf(id) === key));
}

/**
 * Plans the parcels for the selected orders: those that the client planned, and one for the rest of each selected order. `orders`
 * and `piecesOf` must cover every order in those plans.
 */
export function planParcels(
  orders: readonly StoredOrder[],
  selected: ReadonlySet<string>,
  piecesOf: ReadonlyMap<string, readonly OrderPieces[]>,
): ParcelPlan {
  const byId = new Map(orders.map((order) => [order.id, order]));
  const { fitting, outdated, open, left } = checkPlans(orders, piecesOf);
  const parcels: PlannedParcel[] = [...fitting].map(([planId, rows]) => ({
    planId,
    shares: sharesOf(rows, byId, open),
  }));
  for (const order of orders.filter(({ id }) => selected.has(id))) {
    const pieces = piecesFrom(order, left.get(order.id) ?? new Map());
    if (pieces.length > 0)
      parcels.push({ planId: null, shares: [shareOf(order, pieces, open.get(order.id))] });
  }
  return { parcels: inOrderOf(orders, parcels), outdated };
}

/** As the orders were selected, so that the labels come in the order of the list. */
function inOrderOf(orders: readonly StoredOrder[], parcels: readonly PlannedParcel[]): PlannedParcel[] {
  const position = new Map(orders.map(({ id }, index) => [id, index]));
  const placeOf = ({ order }: Share) => position.get(order.id) ?? 0;
  const sorted = parcels.map(({ planId, shares }) => ({
    planId,
    shares: shares.toSorted((a, b) => placeOf(a) - placeOf(b)),
  }));
  const firstOf = ({ shares }: PlannedParcel) => (shares[0] ? placeOf(shares[0]) : 0);
  return sorted.toSorted((a, b) => firstOf(a) - firstOf(b));
}

const sum = (numbers: Iterable<number>) => [...numbers].reduce((total, each) => total + each, 0);

function shareOf(
  order: StoredOrder,
  pieces: Pieces[],
  open: ReadonlyMap<string, number> = new Map<string, number>(),
): Share {
  const isWhole =
    open.size === pieces.length &&
    pieces.every(({ item, quantity }) => open.get(item.externalId) === quantity);
  const remaining = piecesFrom(order, open);
  const partBy = (measure: (piece: Pieces) => number): number | null => {
    const all = sum(remaining.map(measure));
    return all === 0 ? null : Math.min(1, sum(pieces.map(measure)) / all);
  };
  const part = isWhole ? 1 : (partBy(({ quantity }) => quantity) ?? 1);
  const valuePart = isWhole ? 1 : (partBy(({ item, quantity }) => item.unitPriceCents * quantity) ?? part);
  return { order, pieces, remaining, isWhole, part, valuePart };
}

const piecesFrom = (order: StoredOrder, quantities: ReadonlyMap<string, number>): Pieces[] =>
  order.items.flatMap((item) => {
    const quantity = quantities.get(item.externalId) ?? 0;
    return quantity > 0 ? [{ item, quantity }] : [];
  });

function sharesOf(
  rows: readonly OrderPieces[],
  orders: ReadonlyMap<string, StoredOrder>,
  open: ReadonlyMap<string, ReadonlyMap<string, number>>,
): Share[] {
  return [...Map.groupBy(rows, ({ order_id }) => order_id)].flatMap(([orderId, own]) => {
    const order = orders.get(orderId);
    if (!order) return [];
    const pieces = piecesFrom(order, new Map(own.map(({ item_id, quantity }) => [item_id, quantity])));
    return [shareOf(order, pieces, open.get(orderId))];
  });
}

/** Without the package: orders that share a parcel share the package too. */
function weightOf(share: Share, products: Products): number | undefined {
  const { weightOz, packagingOz = 0 } = share.order.preparation;
  const contents = weightOz === undefined ? undefined : weightOz - packagingOz;
  if (share.isWhole) return contents;
  const weighed = weighPieces(share.pieces, products);
  if (contents === undefined) return 'ounces' in weighed ? weighed.ounces : undefined;
  // A weight that a person or a rule set may differ from that of the items, so it is divided.
  const all = weighPieces(share.remaining, products);
  const isKnown = 'ounces' in weighed && 'ounces' in all;
  return roundUp(contents * (isKnown ? weighed.ounces / all.ounces : share.part));
}

const volume = ({ lengthIn, widthIn, heightIn }: OrderParcelSize) => lengthIn * widthIn * heightIn;
const SIGNATURES = ['none', 'standard', 'adult'] as const;

/** Weight, size and extras of a parcel: the sum of its orders' weights, and the largest of their sizes. */
export function preparationOf({ shares }: PlannedParcel, products: Products): OrderPreparation {
  const preparations = shares.map(({ order }) => order.preparation);
  const weights = shares.map((share) => weightOf(share, products));
  const [largest] = preparations
    .flatMap(({ parcel, packageId, packageName, packagingOz }) =>
      parcel ? [{ parcel, packageId, packageName, packagingOz }] : [],
    )
    .toSorted((a, b) => volume(b.parcel) - volume(a.parcel));
  const packagingOz = largest?.packagingOz ?? 0;
  const signature = SIGNATURES.findLast((each) => preparations.some((own) => own.signature === each));
  const insuranceCents = Math.round(
    sum(shares.map(({ order, valuePart }) => (order.preparation.insuranceCents ?? 0) * valuePart)),
  );
  return {
    ...(weights.every((weight) => weight !== undefined) && {
      weightOz: Math.round((packagingOz + sum(weights)) * 100) / 100,
    }),
    ...(largest && { parcel: largest.parcel }),
    ...(largest?.packageId && { packageId: largest.packageId, packageName: largest.packageName ?? '' }),
    ...(signature && { signature }),
    ...(insuranceCents > 0 && { insuranceCents }),
  };
}
