import { readOutsideJson } from '../../outside/outside.ts';
import type { Line, Order, Part, ShopifyRecords } from './shopify-double-records.ts';

type Fields = Record<string, unknown>;

/** How an added order differs from the usual one. */
export interface NewOrder {
  order?: Fields;
  part?: Fields;
  lines?: Partial<Line>[];
}

interface Sample {
  shopify: { fulfillmentOrders: { nodes: SampleNode[] } };
}
interface SampleNode extends Fields {
  id: string;
  order: Fields;
  lineItems: { nodes: Line[] };
}

let samples: Sample | undefined;

/** The order of `order-samples.json`, as the double keeps it. */
export function sampleOrder(): Order {
  samples ??= readOutsideJson<Sample>('order-samples.json');
  const [node] = samples.shopify.fulfillmentOrders.nodes;
  if (!node) throw new Error('The sample has no fulfillment order');
  const { order, lineItems, ...part } = structuredClone(node);
  const made = {
    ...order,
    requiresShipping: true,
    parts: [{ ...part, lines: lineItems.nodes.map((line) => ({ ...line, requiresShipping: true })) }],
  } as unknown as Order;
  for (const one of made.parts) completePart(one);
  return made;
}

/** Fields that the schema requires and the sample leaves out. */
function completePart(part: Part): void {
  const { name, location } = part.assignedLocation;
  part.assignedLocation = {
    name,
    countryCode: 'US',
    location: { ...location, name, isFulfillmentService: location.isFulfillmentService ?? false },
  };
  if (part.deliveryMethod) part.deliveryMethod.id ??= 'gid://shopify/DeliveryMethod/1';
}

/** Adds an order like the sample, with its own ids and time. */
export function addOrder(records: ShopifyRecords, { order = {}, part = {}, lines }: NewOrder = {}): Order {
  const made = sampleOrder();
  const [first] = made.parts;
  if (!first) throw new Error('The sample has no fulfillment order');
  const [mug, tea] = first.lines;
  if (!mug || !tea) throw new Error('The sample has no lines');
  const moment = records.newMoment();
  made.id = records.newId('Order');
  made.name = `#${made.id.slice(-5)}`;
  made.createdAt = moment;
  made.updatedAt = moment;
  Object.assign(made, order);
  Object.assign(first, { id: records.newId('FulfillmentOrder'), updatedAt: moment, orderId: made.id }, part);
  first.lines = (lines ?? [mug, tea]).map((line) => addLine(records, { ...mug, ...line }));
  records.orders.set(made.id, made);
  return made;
}

const addLine = (records: ShopifyRecords, line: Line): Line => ({
  ...structuredClone(line),
  id: records.newId('FulfillmentOrderLineItem'),
  lineItem: { ...structuredClone(line.lineItem), id: records.newId('LineItem') },
});

/** Moves one line of an order into a new fulfillment order, at another location if one is named. */
export function splitOrder(records: ShopifyRecords, order: Order, locationId?: string): Part {
  const [first] = order.parts;
  const moved = first?.lines.pop();
  if (!first || !moved) throw new Error('An order without lines cannot be split');
  const part: Part = { ...structuredClone(first), id: records.newId('FulfillmentOrder'), lines: [moved] };
  if (locationId) part.assignedLocation.location.id = locationId;
  order.parts.push(part);
  records.touch(order, first, part);
  return part;
}
