import type { OrderDetails, OrderItem, OrderParcel } from '@lading/contract/orders/orders.ts';
import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Database } from '../../platform/db/database.ts';
import { findProductsBySku } from '../products/find-products-by-sku.ts';
import { isMarkedShipped, openItems } from './count-pieces.ts';
import { toRows } from './list-orders.ts';
import {
  type ListedOrder,
  type ParcelPartner,
  selectCombinable,
  selectOrder,
  selectParcelsOfOrder,
  selectPartners,
} from './order-list.store.ts';
import { type Products, unitWeightOz } from './prepare-order.ts';
import { effectiveRecipient } from './refresh-orders.ts';
import { type OrderPieces, selectPieces } from './saved-orders.store.ts';

/** Another client's order is reported as not found. */
export async function showOrder(
  { db }: { db: Database },
  { userId }: Pick<Actor, 'userId'>,
  id: string,
): Promise<OrderDetails> {
  const order = await selectOrder(db, userId, id);
  if (!order) throw new AppError('ORDER_NOT_FOUND');
  const skus = [...new Set(order.items.map(({ sku }) => sku))];
  const [rows, pieces, products, parcels, partners, combinable] = await Promise.all([
    toRows(db, userId, [order]),
    selectPieces(db, [id]),
    findProductsBySku(db, userId, skus),
    selectParcelsOfOrder(db, id),
    selectPartners(db, [id]),
    order.recipient_key ? selectCombinable(db, userId, order.recipient_key, id) : [],
  ]);
  const [row] = rows;
  if (!row) throw new Error(`order ${id} has no row`);
  const items = toItems(order, pieces, products);
  return {
    ...row,
    changedAt: order.changed_at.toISOString(),
    deliverBy: order.deliver_by?.toISOString() ?? null,
    paid: order.paid,
    shippingPaid: order.shipping_paid_cents,
    notes: order.notes,
    recipient: effectiveRecipient(order),
    isRecipientEdited: order.recipient !== null,
    tagsBy: { shop: order.shop_tags, rule: order.rule_tags, person: order.tags },
    ruleTrace: order.rule_trace,
    recipientWithheld: order.recipient_withheld,
    isMarkedShipped: isMarkedShipped(order.items),
    isErased: order.erased_at !== null,
    items,
    parcelList: parcels.map((parcel) => toParcel(parcel, partners)),
    combinableOrders: items.some(({ remaining }) => remaining > 0) ? combinable : [],
  };
}

const round = (ounces: number) => Math.round(ounces * 100) / 100;

function toItems(order: ListedOrder, pieces: readonly OrderPieces[], products: Products): OrderItem[] {
  const open = new Map(
    openItems(order.items, pieces).map(({ item, quantity }) => [item.externalId, quantity]),
  );
  return order.items.map((item) => {
    const weight = unitWeightOz(item, products);
    return {
      id: item.externalId,
      sku: item.sku,
      title: item.title,
      variant: item.variant,
      quantity: item.quantity,
      remaining: open.get(item.externalId) ?? 0,
      unitPrice: item.unitPriceCents,
      unitWeightOz: weight === null ? null : round(weight),
      requiresShipping: item.requiresShipping,
    };
  });
}

type ParcelOfOrder = Awaited<ReturnType<typeof selectParcelsOfOrder>>[number];

const toParcel = (parcel: ParcelOfOrder, partners: readonly ParcelPartner[]): OrderParcel => ({
  id: parcel.id,
  state: parcel.state,
  batchId: parcel.batch_id,
  shipmentId: parcel.shipment_id,
  trackingNumber: parcel.tracking_number,
  carrier: parcel.carrier,
  error: parcel.error,
  items: parcel.items,
  combinedWith: partners.filter(({ parcel_id }) => parcel_id === parcel.id).map(({ number }) => number),
  report:
    parcel.report === null
      ? null
      : { state: parcel.report, message: parcel.message, at: parcel.reported_at?.toISOString() ?? null },
});
