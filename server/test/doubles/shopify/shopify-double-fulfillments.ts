import type { Fulfillment, Line, Order, Part, ShopifyRecords } from './shopify-double-records.ts';

interface FulfillmentInput {
  lineItemsByFulfillmentOrder: {
    fulfillmentOrderId: string;
    fulfillmentOrderLineItems?: { id: string; quantity: number }[] | null;
  }[];
  notifyCustomer?: boolean | null;
  trackingInfo?: { company?: string; number?: string; url?: string } | null;
}

interface UserError {
  field: string[];
  message: string;
}

type Wanted = { part: Part; line: Line; quantity: number };

const LINES = ['fulfillment', 'lineItemsByFulfillmentOrder'];
const refuse = (message: string, field = LINES): { errors: UserError[] } => ({
  errors: [{ field, message }],
});

/** The actions that Shopify offers for a fulfillment order. */
export function actionsOf({ status }: Part): string[] {
  if (status === 'OPEN') return ['CREATE_FULFILLMENT', 'HOLD', 'MOVE', 'SPLIT'];
  if (status === 'IN_PROGRESS') return ['CREATE_FULFILLMENT'];
  if (status === 'ON_HOLD') return ['RELEASE_HOLD'];
  if (status === 'SCHEDULED') return ['MARK_AS_OPEN', 'MOVE'];
  return [];
}

export function createFulfillment(
  records: ShopifyRecords,
  input: FulfillmentInput,
): { made: Fulfillment } | { errors: UserError[] } {
  const read = readInput(records, input);
  if ('errors' in read) return read;
  const { order, wanted } = read;
  for (const { part, line, quantity } of wanted) {
    line.remainingQuantity -= quantity;
    part.status = part.lines.every(({ remainingQuantity }) => remainingQuantity === 0)
      ? 'CLOSED'
      : 'IN_PROGRESS';
  }
  const { company = null, number = null, url = null } = input.trackingInfo ?? {};
  const made: Fulfillment = {
    id: records.newId('Fulfillment'),
    orderId: order.id,
    status: 'SUCCESS',
    createdAt: records.newMoment(),
    trackingInfo: number === null ? [] : [{ company, number, url }],
    lines: wanted.map(({ part, line, quantity }) => ({ partId: part.id, line, quantity })),
  };
  records.fulfillments.set(made.id, made);
  records.touch(order, ...wanted.map(({ part }) => part));
  if (input.notifyCustomer) records.mails.push({ orderId: order.id, trackingNumber: number });
  return { made };
}

function readInput(
  records: ShopifyRecords,
  { lineItemsByFulfillmentOrder, trackingInfo }: FulfillmentInput,
): { order: Order; wanted: Wanted[] } | { errors: UserError[] } {
  if (trackingInfo?.url && !trackingInfo.number)
    return refuse('Tracking url needs a number', ['fulfillment', 'trackingInfo', 'url']);
  if (trackingInfo?.number && trackingInfo.number.length > 255)
    return refuse('Tracking number is too long', ['fulfillment', 'trackingInfo', 'number']);
  const wanted: Wanted[] = [];
  const orders = new Set<Order>();
  const locations = new Set<string>();
  for (const { fulfillmentOrderId, fulfillmentOrderLineItems } of lineItemsByFulfillmentOrder) {
    const found = records.part(fulfillmentOrderId);
    if (!found) return refuse('Fulfillment order does not exist.');
    const { order, part } = found;
    orders.add(order);
    locations.add(part.assignedLocation.location.id);
    const refusal = refusePart(order, part);
    if (refusal) return refusal;
    const asked =
      fulfillmentOrderLineItems ??
      part.lines.map(({ id, remainingQuantity }) => ({ id, quantity: remainingQuantity }));
    for (const { id, quantity } of asked) {
      const line = part.lines.find((one) => one.id === id);
      if (!line) return refuse('Fulfillment order line item does not exist.');
      if (quantity < 1 || quantity > line.remainingQuantity)
        return refuse('Invalid fulfillment order line item quantity requested.');
      wanted.push({ part, line, quantity });
    }
  }
  if (orders.size !== 1) return refuse('All fulfillment orders must belong to the same order.');
  if (locations.size !== 1) return refuse('All fulfillment orders must be assigned to the same location.');
  const [order] = orders;
  return order && wanted.length > 0 ? { order, wanted } : refuse('No line items to fulfill.');
}

function refusePart(order: Order, part: Part): { errors: UserError[] } | null {
  if (order.cancelledAt) return refuse('Fulfillment order has an unfulfillable status= cancelled.');
  if (actionsOf(part).includes('CREATE_FULFILLMENT')) return null;
  return refuse(`Fulfillment order has an unfulfillable status= ${part.status.toLowerCase()}.`);
}

/** Returns the lines to their fulfillment orders. */
export function cancelFulfillment(
  records: ShopifyRecords,
  id: string,
): { made: Fulfillment } | { errors: UserError[] } {
  const made = records.fulfillments.get(id);
  if (!made) return refuse('Fulfillment does not exist.', ['id']);
  if (made.status === 'CANCELLED') return refuse('Fulfillment is already cancelled.', ['id']);
  made.status = 'CANCELLED';
  const order = records.orders.get(made.orderId);
  for (const { partId, line, quantity } of made.lines) {
    const part = order?.parts.find((one) => one.id === partId);
    line.remainingQuantity += quantity;
    if (!order || !part) continue;
    const isUntouched = part.lines.every((one) => one.remainingQuantity === one.totalQuantity);
    part.status = isUntouched ? 'OPEN' : 'IN_PROGRESS';
    records.touch(order, part);
  }
  return { made };
}
