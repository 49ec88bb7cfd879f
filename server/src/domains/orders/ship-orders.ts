import { BULK_LIMITS } from '@lading/contract/bulk/columns.ts';
import { dateIn } from '@lading/contract/calendar-date.ts';
import { formatCount } from '@lading/contract/format-count.ts';
import type { ShipOrdersAnswer, ShipOrdersBody } from '@lading/contract/orders/ship-orders.ts';
import { API } from '@lading/contract/routes.ts';
import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/app-error.ts';
import { type Handle, type Trx, transaction } from '../../platform/db/database.ts';
import { findFirstResult, rememberRequest } from '../../platform/idempotency/idempotency.ts';
import { requestKey } from '../../platform/idempotency/request-key.ts';
import { newId } from '../../platform/ids.ts';
import type { SealingKeys } from '../../platform/sealed-secrets.ts';
import { type BulkDeps, ORDERS_SOURCE } from '../bulk/bulk.deps.ts';
import { makeBatch } from '../bulk/make-batch.ts';
import { findProductsBySku } from '../products/find-products-by-sku.ts';
import { isShippable } from './is-shippable.ts';
import { lockOrdersOfPlans } from './lock-orders-of-plans.ts';
import { orderCells } from './order-cells.ts';
import { skusOf } from './order-context.ts';
import { selectNumbers } from './order-list.store.ts';
import {
  insertParcelsInBatch,
  type ParcelInBatch,
  releasePlans,
  selectOrdersOfBatch,
} from './order-parcels.store.ts';
import { type Sender, senderOf } from './order-sender.ts';
import { type PlannedParcel, planParcels, preparationOf } from './plan-parcels.ts';
import { itemsKey, type Products } from './prepare-order.ts';
import { refreshLocked, shippedRecipient } from './refresh-orders.ts';
import { MAX_ITEMS, requireFewItems } from './require-few-items.ts';
import { type StoredOrder, selectPieces, selectSenderProfile } from './saved-orders.store.ts';
import { wishOf } from './service-wish.ts';

/**
 * Creates a batch with a row for each parcel of the orders. Batch and parcels are stored together, and an order that another tab
 * took first is left out. A retry with the same idempotency key returns the same batch.
 */
export async function shipOrders(
  deps: BulkDeps,
  actor: Pick<Actor, 'userId'>,
  body: ShipOrdersBody,
  idempotencyKey?: string,
): Promise<ShipOrdersAnswer> {
  const { userId } = actor;
  const ids = [...new Set(body.orderIds)];
  const key = requestKey(userId, API.ordersShip, idempotencyKey, body);
  const earlier = await findFirstResult(deps.db, key);
  // Checked after looking for an earlier result: a retry after midnight has the previous day's date.
  if (earlier === null) requireTodayOrLater(deps, body.shippingDate);
  const batchId =
    earlier ??
    (await deps.taxIdSecrets.withKeys((keys) =>
      transaction(deps.db, async (trx) => {
        const ownId = newId();
        const made = await shipInBatch(deps, trx, {
          userId,
          ids,
          batchId: ownId,
          keys,
          date: body.shippingDate,
        });
        // A concurrent retry may have been faster.
        if (!made) return findFirstResult(trx, key);
        if ((await rememberRequest(trx, deps.clock, key, ownId)) !== ownId) throw new AppError('KEY_REUSED');
        return ownId;
      }),
    ));
  return answerOf(deps.db, userId, ids, batchId);
}

function requireTodayOrLater({ timeZone, clock }: BulkDeps, date: string | undefined): void {
  if (date === undefined || date >= dateIn(timeZone, clock.now())) return;
  const message = 'Please choose today or a later day.';
  throw new AppError('VALIDATION_FAILED', { message, fields: [{ path: 'shippingDate', message }] });
}

/** Orders that are split have several rows. */
function requireFewEnough(parcels: readonly PlannedParcel[]): void {
  if (parcels.length <= BULK_LIMITS.rows) return;
  throw new AppError('BAD_REQUEST', {
    message: `These orders need more than ${formatCount(BULK_LIMITS.rows)} labels. Please select fewer.`,
  });
}

interface Shipping {
  userId: string;
  ids: readonly string[];
  batchId: string;
  keys: SealingKeys;
  date: string | undefined;
}

/** False if none of the selected orders can be shipped. */
async function shipInBatch(
  deps: BulkDeps,
  trx: Trx,
  { userId, ids, batchId, keys, date }: Shipping,
): Promise<boolean> {
  await requireFewItems(trx, userId, ids, MAX_ITEMS.ship);
  const orders = await lockOrdersOfPlans(trx, userId, ids);
  // Only of the locked orders: the request may name those of other clients.
  const own = orders.map(({ id }) => id);
  const pieces = Map.groupBy(await selectPieces(trx, own), ({ order_id }) => order_id);
  const ready = orders.filter((order) => isShippable(order, pieces.get(order.id) ?? []));
  const selected = new Set(ids);
  if (!ready.some(({ id }) => selected.has(id))) return false;
  const sender = senderOf(await selectSenderProfile(trx, userId));
  if (!sender) throw new AppError('SENDER_MISSING');
  const { parcels, outdated } = planParcels(inRequestedOrder(ready, ids), selected, pieces);
  requireFewEnough(parcels);
  await releasePlans(trx, userId, [...outdated], deps.clock.now());
  const products = await findProductsBySku(trx, userId, skusOf(parcels.flatMap(piecesOf)));
  const today = dateIn(deps.timeZone, deps.clock.now());
  const rows = parcels.map((parcel) =>
    toRow(parcel, { sender, products, date: date ?? today, timeZone: deps.timeZone }),
  );
  await makeBatch(deps, trx, keys, {
    id: batchId,
    userId,
    name: `Orders ${today}`,
    source: ORDERS_SOURCE,
    columns: ['Order', 'Recipient', 'Items'],
    rows,
  });
  const inBatch = rows.map(({ parcel }, index) => ({ ...parcel, row_number: index + 1 }));
  await insertParcelsInBatch(trx, userId, batchId, inBatch, deps.clock.now());
  await refreshLocked(deps, trx, userId, orders);
  return true;
}

/** As selected, so that the labels come in the order of the list. Partners of a plan follow. */
function inRequestedOrder(orders: readonly StoredOrder[], ids: readonly string[]): StoredOrder[] {
  const position = new Map(ids.map((id, index) => [id, index]));
  return orders.toSorted((a, b) => (position.get(a.id) ?? ids.length) - (position.get(b.id) ?? ids.length));
}

const piecesOf = ({ shares }: PlannedParcel) => shares.flatMap(({ pieces }) => pieces);

/** The longest reference that a row takes. */
const MAX_REFERENCE = 100;

function toRow(
  planned: PlannedParcel,
  {
    sender,
    products,
    date,
    timeZone,
  }: { sender: Sender; products: Products; date: string; timeZone: string },
) {
  const orders = planned.shares.map(({ order }) => order);
  const [first] = orders;
  if (!first) throw new Error('A planned parcel has no orders');
  const pieces = piecesOf(planned);
  const preparation = preparationOf(planned, products);
  const orderRef = orders.map(({ number }) => number).join(', ');
  const recipient = shippedRecipient(first, sender);
  const cells = orderCells(
    {
      orderRef: orderRef.slice(0, MAX_REFERENCE).toWellFormed(),
      recipient,
      preparation,
      pieces,
      currency: orders.every(({ currency }) => currency === 'USD') ? 'USD' : '',
      shippingDate: date,
    },
    sender,
    products,
  );
  const parcel: Omit<ParcelInBatch, 'row_number'> = {
    id: planned.planId ?? newId(),
    is_planned: planned.planId !== null,
    preparation,
    items_key: itemsKey(pieces)?.toString('hex') ?? null,
    recipient_key: first.recipient_key?.toString('hex') ?? null,
    items: planned.shares.flatMap((share) =>
      share.pieces.map(({ item, quantity }) => ({
        order_id: share.order.id,
        item_id: item.externalId,
        quantity,
        ordered: item.quantity,
      })),
    ),
  };
  const itemText = pieces.map(({ item, quantity }) => `${quantity} × ${item.title || item.sku}`).join(', ');
  const wish = wishOf(orders, preparation, timeZone);
  return { cells, original: [orderRef, recipient.fullName, itemText].map(shorten), wish, parcel };
}

const MAX_ORIGINAL = 500;
const shorten = (text: string) => text.slice(0, MAX_ORIGINAL).toWellFormed();

/** From the stored records, so that a retry gets the same answer. */
async function answerOf(
  db: Handle,
  userId: string,
  ids: readonly string[],
  batchId: string | null,
): Promise<ShipOrdersAnswer> {
  const inBatch = batchId === null ? [] : await selectOrdersOfBatch(db, userId, batchId);
  const shipped = new Set(inBatch.map(({ order_id }) => order_id));
  const missing = ids.filter((id) => !shipped.has(id));
  const known = new Map((await selectNumbers(db, userId, missing)).map((order) => [order.id, order]));
  return {
    batchId,
    shipped: shipped.size,
    leftOut: missing.map((id) => {
      const order = known.get(id);
      return { id, number: order?.number ?? '', reason: order?.status ?? 'missing' };
    }),
  };
}
