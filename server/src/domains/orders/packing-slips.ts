import { dateIn } from '@lading/contract/calendar-date.ts';
import type { PackingSlip } from '../../labels/port.ts';
import { openItems } from './count-pieces.ts';
import type { PrintedOrder, PrintedPieces } from './order-papers.store.ts';
import { checkPlans } from './plan-parcels.ts';
import { effectiveRecipient } from './refresh-orders.ts';

export interface SlipOfParcel {
  /** Null for pieces that have no label yet. */
  shipmentId: string | null;
  slip: PackingSlip;
}

/** For a calendar date, which is parsed as UTC. */
const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });

/**
 * One slip for each parcel of these orders, and one for what is in no parcel yet. A shared parcel has one slip. Shipping drops a plan
 * that no longer fits, so it has none.
 */
export function slipsOf(
  orders: readonly PrintedOrder[],
  known: ReadonlyMap<string, PrintedOrder>,
  found: readonly PrintedPieces[],
  timeZone: string,
): SlipOfParcel[] {
  const pieces = withoutOutdated(known, found);
  const byOrder = Map.groupBy(pieces, ({ order_id }) => order_id);
  const byParcel = Map.groupBy(pieces, ({ parcel_id }) => parcel_id);
  const printed = new Set<string>();
  return orders.flatMap((order) => {
    const own = byOrder.get(order.id) ?? [];
    const parcels = [...new Set(own.map(({ parcel_id }) => parcel_id))];
    // Pieces of a plan are in a parcel, too.
    const rest = openItems(
      order.items,
      own.map((each) => ({ ...each, state: 'in_batch' as const })),
    );
    const count = parcels.length + (rest.length > 0 ? 1 : 0);
    const slips = parcels.flatMap((parcelId, index) => {
      if (printed.has(parcelId)) return [];
      printed.add(parcelId);
      return [parcelSlip(order, known, byParcel.get(parcelId) ?? [], partOf(index, count), timeZone)];
    });
    if (count === parcels.length) return slips;
    const items = rest.map(({ item, quantity }) => itemOf(item, quantity));
    return [
      ...slips,
      { shipmentId: null, slip: slipWith([order], items, partOf(parcels.length, count), timeZone) },
    ];
  });
}

function withoutOutdated(
  known: ReadonlyMap<string, PrintedOrder>,
  pieces: readonly PrintedPieces[],
): PrintedPieces[] {
  const shippable = [...known.values()].filter(
    ({ shop_state, excluded }) => shop_state !== 'cancelled' && excluded === null,
  );
  const { fitting } = checkPlans(
    shippable,
    Map.groupBy(pieces, ({ order_id }) => order_id),
  );
  return pieces.filter(({ state, parcel_id }) => state !== 'planned' || fitting.has(parcel_id));
}

const partOf = (index: number, count: number) => (count > 1 ? `${index + 1} of ${count}` : null);

function parcelSlip(
  order: PrintedOrder,
  known: ReadonlyMap<string, PrintedOrder>,
  contents: readonly PrintedPieces[],
  part: string | null,
  timeZone: string,
): SlipOfParcel {
  const inside = [...new Set(contents.map(({ order_id }) => order_id))]
    .flatMap((id) => known.get(id) ?? [])
    .sort(byAge);
  const items = inside.flatMap(({ id, items: ordered }) =>
    contents
      .filter(({ order_id }) => order_id === id)
      .flatMap(({ item_id, quantity }) => {
        const item = ordered.find(({ externalId }) => externalId === item_id);
        return item ? [itemOf(item, quantity)] : [];
      }),
  );
  const shared = inside.length > 1;
  return {
    shipmentId: contents[0]?.shipment_id ?? null,
    slip: slipWith(shared ? inside : [order], items, shared ? null : part, timeZone),
  };
}

const byAge = (a: PrintedOrder, b: PrintedOrder) =>
  a.placed_at.getTime() - b.placed_at.getTime() || a.number.localeCompare(b.number, 'en', { numeric: true });

function itemOf({ title, variant, sku, quantity: ordered }: PrintedOrder['items'][number], quantity: number) {
  return { title, detail: [variant, sku].filter((text) => text !== '').join(' · '), quantity, ordered };
}

const joined = (texts: readonly string[], separator: string) =>
  [...new Set(texts)].filter((text) => text !== '').join(separator);

/** The orders of one parcel have the same recipient. */
function slipWith(
  orders: readonly PrintedOrder[],
  items: PackingSlip['items'],
  parcel: string | null,
  timeZone: string,
): PackingSlip {
  const [first] = orders;
  return {
    store: joined(
      orders.map(({ store }) => store),
      ', ',
    ),
    number: joined(
      orders.map(({ number }) => number),
      ', ',
    ),
    placedOn: first ? day.format(new Date(dateIn(timeZone, first.placed_at))) : '',
    parcel,
    shipTo: first ? addressLines(first) : [],
    items,
    giftMessage: joined(
      orders.map(({ notes }) => notes.gift),
      '\n',
    ),
    buyerNote: joined(
      orders.map(({ notes }) => notes.buyer),
      '\n',
    ),
  };
}

function addressLines(order: PrintedOrder): string[] {
  const to = effectiveRecipient(order);
  if (!to) return ['Address unknown'];
  const place = [to.city, [to.state, to.zipCode].filter(Boolean).join(' ')].filter(Boolean).join(', ');
  return [to.fullName, to.company, to.address, to.address2, place, to.country].filter((line) => line !== '');
}
