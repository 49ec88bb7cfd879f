import type { OrderPreparation } from '@lading/contract/orders/orders.ts';
import type { Handle } from '../../platform/db/database.ts';
import { loadRules, NO_RULES, type OrderSetup } from '../order-rules/load-rules.ts';
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
  piecesFor?: (order: StoredOrder, open: Pieces[]) => Pieces[],
): Promise<(order: StoredOrder) => OrderContext> {
  const parcels = Map.groupBy(
    await selectPieces(
      db,
      orders.map(({ id }) => id),
    ),
    ({ order_id }) => order_id,
  );
  const pieces = new Map(
    orders.map((order) => {
      const open = openItems(order.items, parcels.get(order.id) ?? []);
      return [order.id, piecesFor ? piecesFor(order, open) : open];
    }),
  );
  const all = [...pieces.values()].flat();
  const keys = new Map([...pieces].map(([id, own]) => [id, itemsKey(own)?.toString('hex') ?? null]));
  const known = [...new Set([...keys.values()].filter((key) => key !== null))];
  const lastParcels =
    known.length > 0 ? await selectLastParcels(db, userId, known) : new Map<string, OrderPreparation>();
  const client = all.length > 0 || piecesFor ? await loadClient(db, userId, skusOf(all)) : NOTHING_TO_PREPARE;
  return ({ id }) => ({
    ...client,
    parcels: parcels.get(id) ?? [],
    open: pieces.get(id) ?? [],
    last: lastParcels.get(keys.get(id) ?? '') ?? null,
  });
}

const loadClient = async (db: Handle, userId: string, skus: readonly string[]): Promise<ClientContext> => ({
  sender: senderOf(await selectSenderProfile(db, userId)) ?? SENDER_TO_COME,
  products: await findProductsBySku(db, userId, skus),
  setup: await loadRules(db, userId),
  sourceNames: await selectSourceNames(db, userId),
});

/** For orders that are all shipped or in a batch: their status depends only on themselves and their parcels. */
const NOTHING_TO_PREPARE: ClientContext = {
  sender: SENDER_TO_COME,
  products: new Map(),
  setup: NO_RULES,
  sourceNames: new Map(),
};
