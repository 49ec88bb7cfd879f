import { isOneOf } from '../../platform/state-machine.ts';
import type { ReportCountsFor, ShopItem, ShopOrder } from '../../providers/order-sources/port.ts';
import { type ParcelState, SHIPPING_PARCEL_STATES } from './order-parcels.states.ts';
import type { ReportState } from './order-reports.states.ts';
import type { StoredItem } from './orders.tables.ts';

/** Pieces of one order in one parcel. */
export interface PiecesOfParcel {
  item_id: string;
  quantity: number;
  state: ParcelState;
}

/** The same with what the store may know about the parcel. */
export interface ReportedPieces extends PiecesOfParcel {
  report: ReportState | null;
  is_uncertain: boolean | null;
  /** The store's ID of the report, or of the part that it recorded. */
  reference: string | null;
}

/** In these states, the store may have the tracking number from us. */
const MAYBE_KNOWN = [
  'reporting',
  'reported',
  'to_withdraw',
  'withdrawing',
  'not_withdrawn',
] as const satisfies readonly ReportState[];

const mayBeReported = ({ report, is_uncertain, reference }: ReportedPieces) =>
  report !== null &&
  (isOneOf(MAYBE_KNOWN, report) || is_uncertain === true || (report === 'refused' && reference !== null));

/** The client may have entered the number of a label in the store, for example because the store refused it. */
const mayBeKnown = (pieces: ReportedPieces) =>
  mayBeReported(pieces) || (pieces.report !== null && pieces.state === 'bought');

const STILL_SHOWN = ['to_withdraw', 'withdrawing', 'not_withdrawn'] as const satisfies readonly ReportState[];

/**
 * The store may count the order as shipped because of our reports alone: it counts the first one for the whole order, or still
 * shows the number of a voided label. A paused or disconnected store shows it until someone removes it there.
 */
export const mayBeShippedByUs = (
  parcels: readonly ReportedPieces[],
  reportCountsFor: ReportCountsFor,
): boolean =>
  parcels.some((pieces) => showsVoidedLabel(pieces) || (reportCountsFor === 'order' && mayBeKnown(pieces)));

const showsVoidedLabel = ({ state, report }: ReportedPieces) =>
  state === 'voided' && report !== null && isOneOf(STILL_SHOWN, report);

/** What the quantities of an order count. */
type CountsOfOrder = Pick<ShopOrder, 'listsOnlyOpen' | 'reportCountsFor'>;

const clamp = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value));

const elsewhereOf = (item?: StoredItem): number => item?.elsewhere ?? 0;

/**
 * How many pieces of each item we ship in total. The store's remaining quantity does not include pieces that we reported;
 * whether it already knows about our latest report is uncertain, so the number stays as it was where both are possible.
 * If a report counts for the whole order, the quantity says nothing about the other pieces; if it counts for nothing, the
 * quantity is certain. A source that lists only what remains may count our labels without a report.
 */
export function withNeeded(
  listed: readonly ShopItem[],
  before: readonly StoredItem[],
  parcels: readonly ReportedPieces[],
  order: CountsOfOrder = {},
): StoredItem[] {
  const earlier = new Map(before.map((item) => [item.externalId, item]));
  const items = order.listsOnlyOpen ? withLeftOut(listed, earlier, parcels) : listed;
  const mostOf = mostNeeded(parcels, order);
  return items.map((item) => {
    if (!item.requiresShipping) return { ...item, needed: 0, elsewhere: undefined };
    const old = earlier.get(item.externalId);
    const change = item.quantity - (old?.quantity ?? item.quantity);
    // Pieces that are no longer ordered were not shipped elsewhere.
    const more = elsewhereOf(old) > 0 ? change : Math.max(0, change);
    const most = mostOf(item);
    const needed = clamp(
      (old?.needed ?? item.remaining) + more,
      Math.max(0, item.remaining - elsewhereOf(old)),
      most,
    );
    return { ...item, needed, elsewhere: Math.min(elsewhereOf(old), most - needed) || undefined };
  });
}

/** How many pieces of an item we may ship in total, as far as its remaining quantity says so. */
function mostNeeded(
  parcels: readonly ReportedPieces[],
  { listsOnlyOpen = false, reportCountsFor = 'parcel' }: CountsOfOrder,
): (item: ShopItem) => number {
  const counted = parcels.filter(
    (pieces) => mayBeKnown(pieces) || (listsOnlyOpen && pieces.state === 'bought'),
  );
  if (reportCountsFor === 'order' && counted.length > 0) return ({ quantity }) => quantity;
  if (reportCountsFor === 'nothing') {
    // Only a refund reduces the quantity. Pieces that were already sent stay counted.
    const sent = sumOf(parcels.filter((pieces) => pieces.state === 'bought' && mayBeReported(pieces)));
    return ({ externalId, quantity, remaining }) =>
      Math.max(remaining, Math.min(quantity, sent.get(externalId) ?? 0));
  }
  const known = sumOf(counted);
  return ({ externalId, quantity, remaining }) =>
    Math.max(remaining, Math.min(quantity, remaining + (known.get(externalId) ?? 0)));
}

function sumOf(parcels: readonly PiecesOfParcel[]): Map<string, number> {
  const sum = new Map<string, number>();
  for (const { item_id, quantity } of parcels) sum.set(item_id, (sum.get(item_id) ?? 0) + quantity);
  return sum;
}

/** With all open pieces as shipped outside Lading. */
export function markElsewhere(
  items: readonly StoredItem[],
  parcels: readonly PiecesOfParcel[],
): StoredItem[] {
  const open = new Map(openItems(items, parcels).map(({ item, quantity }) => [item.externalId, quantity]));
  return items.map((item) => {
    const pieces = open.get(item.externalId) ?? 0;
    return { ...item, needed: item.needed - pieces, elsewhere: elsewhereOf(item) + pieces || undefined };
  });
}

/** With those pieces open again. */
export const unmarkElsewhere = (items: readonly StoredItem[]): StoredItem[] =>
  items.map((item) => ({ ...item, needed: item.needed + elsewhereOf(item), elsewhere: undefined }));

export const isMarkedShipped = (items: readonly StoredItem[]): boolean =>
  items.some((item) => elsewhereOf(item) > 0);

/** With the quantities as they were ordered, and the lines that are left out because our parcels have them. */
function withLeftOut(
  listed: readonly ShopItem[],
  earlier: ReadonlyMap<string, StoredItem>,
  parcels: readonly PiecesOfParcel[],
): ShopItem[] {
  const ids = new Set(listed.map(({ externalId }) => externalId));
  const leftOut = [...piecesShipping(parcels).keys()].flatMap((id) => {
    const item = earlier.get(id);
    if (!item || ids.has(id)) return [];
    const { needed: _needed, ...left } = item;
    return [{ ...left, remaining: 0 }];
  });
  const whole = listed.map((item) => ({
    ...item,
    quantity: Math.max(item.quantity, earlier.get(item.externalId)?.quantity ?? 0),
  }));
  return [...whole, ...leftOut];
}

/** Pieces of each item that are in a batch or have a label. */
export const piecesShipping = (parcels: readonly PiecesOfParcel[]): Map<string, number> =>
  sumOf(parcels.filter(({ state }) => isOneOf(SHIPPING_PARCEL_STATES, state)));

/** What remains to be shipped: the items with their open pieces, without those that have none. */
export function openItems(
  items: readonly StoredItem[],
  parcels: readonly PiecesOfParcel[],
): { item: StoredItem; quantity: number }[] {
  const shipping = piecesShipping(parcels);
  return items.flatMap((item) => {
    const quantity = item.needed - (shipping.get(item.externalId) ?? 0);
    return quantity > 0 ? [{ item, quantity }] : [];
  });
}
