import type * as z from 'zod/mini';
import {
  CanceledSchema,
  ChangedFulfillmentOrdersSchema,
  ChangedOrdersSchema,
  ConnectedShopSchema,
  CreatedSchema,
  FulfillmentLinesSchema,
  FulfillmentOrdersPageSchema,
  FulfillmentStatesSchema,
  FulfillmentsSchema,
  LinesPageSchema,
  OpenCountSchema,
  OpenOrdersSchema,
  OrderOfSchema,
  OrdersSchema,
  SubscribedSchema,
  SubscriptionsSchema,
  UnsubscribedSchema,
} from './shopify-answers.ts';

export interface Operation<T extends z.ZodMiniType = z.ZodMiniType> {
  /** After a failed write, the store may have done the work. */
  kind: 'read' | 'write';
  text: string;
  answer: T;
}

const read = <T extends z.ZodMiniType>(text: string, answer: T): Operation<T> => ({
  kind: 'read',
  text,
  answer,
});
const write = <T extends z.ZodMiniType>(text: string, answer: T): Operation<T> => ({
  kind: 'write',
  text,
  answer,
});

const ORDER_HEAD = `fragment OrderHead on Order {
  id name createdAt updatedAt cancelledAt test requiresShipping
  displayFinancialStatus displayFulfillmentStatus fullyPaid currencyCode note tags email phone
  customAttributes { key value }
  totalPriceSet { shopMoney { amount } }
  totalShippingPriceSet { shopMoney { amount } }
  shippingLine { title code }
  shippingAddress { name company address1 address2 city province provinceCode zip countryCodeV2 phone }
}`;

const LINES = `fragment Lines on FulfillmentOrderLineItemConnection {
  pageInfo { hasNextPage endCursor }
  nodes {
    id sku productTitle variantTitle remainingQuantity totalQuantity requiresShipping
    weight { value unit }
    lineItem { id discountedUnitPriceAfterAllDiscountsSet { shopMoney { amount } } }
    variant { inventoryItem { countryCodeOfOrigin harmonizedSystemCode measurement { weight { value unit } } } }
  }
}`;

const TO_SHIP = `fragment ToShip on FulfillmentOrder {
  id status fulfillBy
  destination { firstName lastName company address1 address2 city province zip countryCode phone email }
  assignedLocation { location { id isFulfillmentService } }
  deliveryMethod { methodType presentedName serviceCode maxDeliveryDateTime }
  supportedActions { action }
  lineItems(first: $lines) { ...Lines }
}
${LINES}`;

export const CONNECTED_SHOP = read(
  `query ConnectedShop {
  shop { id name currencyCode }
  currentAppInstallation { accessScopes { handle } }
}`,
  ConnectedShopSchema,
);

/** Changed orders, oldest change first. */
export const CHANGED_ORDERS = read(
  `query ChangedOrders($first: Int!, $after: String, $query: String!) {
  orders(first: $first, after: $after, query: $query, sortKey: UPDATED_AT) {
    pageInfo { hasNextPage endCursor }
    nodes { id }
  }
}`,
  ChangedOrdersSchema,
);

export const CHANGED_FULFILLMENT_ORDERS = read(
  `query ChangedFulfillmentOrders($first: Int!, $after: String, $query: String!) {
  fulfillmentOrders(first: $first, after: $after, query: $query, sortKey: UPDATED_AT, includeClosed: true) {
    pageInfo { hasNextPage endCursor }
    nodes { order { id updatedAt } }
  }
}`,
  ChangedFulfillmentOrdersSchema,
);

export const OPEN_ORDERS = read(
  `query OpenOrders($first: Int!, $after: String, $query: String) {
  fulfillmentOrders(first: $first, after: $after, query: $query, sortKey: ID) {
    pageInfo { hasNextPage endCursor }
    nodes { id orderId }
  }
}`,
  OpenOrdersSchema,
);

/** Without `limit`, Shopify counts up to 10,000. */
export const OPEN_COUNT = read(
  `query OpenCount {
  ordersCount(limit: null, query: "status:open AND fulfillment_status:unfulfilled") { count precision }
}`,
  OpenCountSchema,
);

export const ORDERS = read(
  `query Orders($ids: [ID!]!, $fulfillmentOrders: Int!, $lines: Int!) {
  nodes(ids: $ids) {
    ... on Order {
      ...OrderHead
      fulfillmentOrders(first: $fulfillmentOrders) { pageInfo { hasNextPage endCursor } nodes { ...ToShip } }
    }
  }
}
${ORDER_HEAD}
${TO_SHIP}`,
  OrdersSchema,
);

export const MORE_FULFILLMENT_ORDERS = read(
  `query MoreFulfillmentOrders($id: ID!, $first: Int!, $after: String!, $lines: Int!) {
  order(id: $id) {
    fulfillmentOrders(first: $first, after: $after) { pageInfo { hasNextPage endCursor } nodes { ...ToShip } }
  }
}
${TO_SHIP}`,
  FulfillmentOrdersPageSchema,
);

export const MORE_LINES = read(
  `query MoreLines($id: ID!, $first: Int!, $after: String!) {
  fulfillmentOrder(id: $id) { lineItems(first: $first, after: $after) { ...Lines } }
}
${LINES}`,
  LinesPageSchema,
);

export const ORDER_OF_FULFILLMENT_ORDER = read(
  'query OrderOf($id: ID!) { fulfillmentOrder(id: $id) { orderId } }',
  OrderOfSchema,
);

export const FULFILLMENTS = read(
  `query Fulfillments($id: ID!) {
  order(id: $id) { fulfillments(first: 100) { id status trackingInfo(first: 5) { number } } }
}`,
  FulfillmentsSchema,
);

export const FULFILLMENT_LINES = read(
  `query FulfillmentLines($id: ID!, $after: String) {
  fulfillment(id: $id) {
    fulfillmentLineItems(first: 100, after: $after) {
      pageInfo { hasNextPage endCursor }
      nodes { quantity lineItem { id } }
    }
  }
}`,
  FulfillmentLinesSchema,
);

export const FULFILLMENT_STATES = read(
  'query FulfillmentStates($ids: [ID!]!) { nodes(ids: $ids) { ... on Fulfillment { id status } } }',
  FulfillmentStatesSchema,
);

export const CREATE_FULFILLMENT = write(
  `mutation CreateFulfillment($fulfillment: FulfillmentInput!) {
  fulfillmentCreate(fulfillment: $fulfillment) { fulfillment { id } userErrors { field message } }
}`,
  CreatedSchema,
);

export const CANCEL_FULFILLMENT = write(
  `mutation CancelFulfillment($id: ID!) {
  fulfillmentCancel(id: $id) { fulfillment { id status } userErrors { field message } }
}`,
  CanceledSchema,
);

export const SUBSCRIPTIONS = read(
  `query Subscriptions($uri: String!) {
  webhookSubscriptions(first: 100, uri: $uri) { nodes { id topic } }
}`,
  SubscriptionsSchema,
);

export const SUBSCRIBE = write(
  `mutation Subscribe($topic: WebhookSubscriptionTopic!, $uri: String!) {
  webhookSubscriptionCreate(topic: $topic, webhookSubscription: { uri: $uri, format: JSON }) {
    webhookSubscription { id }
    userErrors { field message }
  }
}`,
  SubscribedSchema,
);

export const UNSUBSCRIBE = write(
  `mutation Unsubscribe($id: ID!) {
  webhookSubscriptionDelete(id: $id) { deletedWebhookSubscriptionId userErrors { field message } }
}`,
  UnsubscribedSchema,
);
