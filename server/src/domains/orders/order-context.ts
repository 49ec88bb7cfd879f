import type { OrderPreparation } from '@lading/contract/orders/orders.ts';
import type { Handle } from '../../platform/db/database.ts';
import { loadRules, type OrderSetup } from '../order-rules/load-rules.ts';
import { findProductsBySku } from '../products/find-products-by-sku.ts';
import { openItems } from './count-pieces.ts';
import { SENDER_TO_COME, type Sender, senderOf } from './order-sender.ts';
import { itemsKey, type Pieces, type Products } from './prepare-order.ts';
import {
  type OrderPieces,
  type StoredOrder,
  selectLastParcels,
  selectPieces,
  selectSenderProfile,
  selectSourceNames,
} from './saved-orders.store.ts';

/** What all orders of a client have in common. */
interface ClientContext {
  sender: Sender;
  products: Products;
  setup: OrderSetup;
  sourceNames: ReadonlyMap<string, string>;
}

export interface OrderContext extends ClientContext {
  parcels: readonly OrderPieces[];
  /** What remains to be shipped. */
  open: readonly Pieces[];
  /** The last parcel with the same pieces. */
  last: OrderPreparation | null;
}

export const skusOf = (pieces: readonly Pieces[]): string[] => [
  ...new Set(pieces.map(({ item }) => item.sku).filter((sku) => sku !== '')),
];

/** Everything that preparing and checking these orders of one client depends on, in few statements. */
export async function loadContexts(
  db: Handle,
  userId: string,
  orders: readonly StoredOrder[],
  /** The pieces to prepare: those that remain, unless a trial also looks at shipped orders. */
  piecesFor: (order: StoredOrder, open: Pieces[]) => Pieces[] = (_order, open) => open,
): Promise<(order: StoredOrder) => OrderContext> {
  const parcels = Map.groupBy(
    await selectPieces(
      db,
      orders.map(({ id }) => id),
    ),
    ({ order_id }) => order_id,
  );
  const pieces = new Map(
    orders.map((order) => [order.id, piecesFor(order, openItems(order.items, parcels.get(order.id) ?? []))]),
  );
  const products = await findProductsBySku(db, userId, skusOf([...pieces.values()].flat()));
  const keys = new Map([...pieces].map(([id, own]) => [id, itemsKey(own)?.toString('hex') ?? null]));
  const lastParcels = await selectLastParcels(db, userId, [
    ...new Set([...keys.values()].filter((key) => key !== null)),
  ]);
  const client: ClientContext = {
    sender: senderOf(await selectSenderProfile(db, userId)) ?? SENDER_TO_COME,
    products,
    setup: await loadRules(db, userId),
    sourceNames: await selectSourceNames(db, userId),
  };
  return ({ id }) => ({
    ...client,
    parcels: parcels.get(id) ?? [],
    open: pieces.get(id) ?? [],
    last: lastParcels.get(keys.get(id) ?? '') ?? null,
  });
}
