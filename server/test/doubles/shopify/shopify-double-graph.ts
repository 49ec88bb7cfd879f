import type { ShopifyDoubleContext } from './shopify-double-context.ts';
import { actionsOf, cancelFulfillment, createFulfillment } from './shopify-double-fulfillments.ts';
import { type Entry, type PageArguments, pageOf } from './shopify-double-pages.ts';
import type { Fulfillment, Order, Part, Subscription } from './shopify-double-records.ts';

type Fields = Record<string, unknown>;

/** The personal fields of an address. */
const PERSONAL = ['firstName', 'lastName', 'name', 'company', 'address1', 'address2', 'city', 'zip', 'phone'];

/** The root of every query: fields are values or functions of their arguments. */
export class ShopifyGraph {
  readonly #context: ShopifyDoubleContext;

  constructor(context: ShopifyDoubleContext) {
    this.#context = context;
  }

  root(): Fields {
    const { records, behavior } = this.#context;
    return {
      shop: () => ({ id: 'gid://shopify/Shop/61801', ...behavior.shop }),
      currentAppInstallation: () => ({ accessScopes: behavior.scopes.map((handle) => ({ handle })) }),
      order: ({ id }: { id: string }) => this.#node(id),
      fulfillmentOrder: ({ id }: { id: string }) => this.#node(id),
      fulfillment: ({ id }: { id: string }) => this.#node(id),
      nodes: ({ ids }: { ids: string[] }) => ids.map((id) => this.#node(id)),
      orders: (page: PageArguments) => pageOf(this.#orders(), page, behavior.maxListDepth),
      ordersCount: ({ limit }: { limit: number | null }) => this.#countOpen(limit ?? Infinity),
      fulfillmentOrders: (page: PageArguments & { includeClosed: boolean }) =>
        pageOf(this.#parts(page.includeClosed), page, behavior.maxListDepth),
      webhookSubscriptions: ({ uri }: { uri?: string }) => ({
        nodes: [...records.subscriptions.values()].filter((one) => uri === undefined || one.uri === uri),
      }),
      ...this.#mutations(),
    };
  }

  #mutations(): Fields {
    const { records, server } = this.#context;
    const answer = (done: { made: Fulfillment } | { errors: unknown[] }) =>
      'made' in done
        ? { fulfillment: this.#fulfillment(done.made), userErrors: [] }
        : { fulfillment: null, userErrors: done.errors };
    return {
      fulfillmentCreate: ({ fulfillment }: { fulfillment: Parameters<typeof createFulfillment>[1] }) => {
        const done = createFulfillment(records, fulfillment);
        if ('made' in done)
          server.note('fulfillment', { id: done.made.id, tracking: done.made.trackingInfo[0]?.number });
        return answer(done);
      },
      fulfillmentCancel: ({ id }: { id: string }) => {
        const done = cancelFulfillment(records, id);
        if ('made' in done) server.note('fulfillment canceled', { id });
        return answer(done);
      },
      webhookSubscriptionCreate: (input: { topic: string; webhookSubscription: { uri: string } }) =>
        this.#subscribe(input.topic, input.webhookSubscription.uri),
      webhookSubscriptionDelete: ({ id }: { id: string }) =>
        records.subscriptions.delete(id)
          ? { deletedWebhookSubscriptionId: id, userErrors: [] }
          : { deletedWebhookSubscriptionId: null, userErrors: [{ field: ['id'], message: 'Not found' }] },
    };
  }

  #subscribe(topic: string, uri: string): Fields {
    const { subscriptions } = this.#context.records;
    if ([...subscriptions.values()].some((one) => one.topic === topic && one.uri === uri))
      return {
        webhookSubscription: null,
        userErrors: [
          { field: ['webhookSubscription', 'uri'], message: 'Address for this topic has already been taken' },
        ],
      };
    const made: Subscription = {
      id: this.#context.records.newId('WebhookSubscription'),
      topic,
      uri,
      failures: 0,
    };
    subscriptions.set(made.id, made);
    return { webhookSubscription: made, userErrors: [] };
  }

  #node(id: string): Fields | null {
    const { records } = this.#context;
    const order = records.orders.get(id);
    if (order) return this.#order(order);
    const found = records.part(id);
    if (found) return this.#part(found);
    const fulfillment = records.fulfillments.get(id);
    return fulfillment ? this.#fulfillment(fulfillment) : null;
  }

  #orders(): Entry[] {
    return [...this.#context.records.orders.values()].map((order) => ({
      id: order.id,
      updatedAt: order.updatedAt,
      node: () => this.#order(order),
    }));
  }

  #parts(includeClosed: boolean): Entry[] {
    return this.#context.records
      .parts()
      .filter(({ part }) => includeClosed || !isEnded(part))
      .map((found) => ({
        id: found.part.id,
        updatedAt: found.part.updatedAt,
        node: () => this.#part(found),
      }));
  }

  #countOpen(limit: number): Fields {
    const orders = [...this.#context.records.orders.values()];
    const open = orders.filter(({ parts }) => !parts.every(isEnded)).length;
    return { count: Math.min(open, limit), precision: open > limit ? 'AT_LEAST' : 'EXACT' };
  }

  #order(order: Order): Fields {
    const { behavior, records } = this.#context;
    const { parts, ...fields } = order;
    return {
      __typename: 'Order',
      ...fields,
      ...(behavior.withholdsPersonalData ? { email: null, phone: null } : {}),
      shippingAddress: this.#withhold(order.shippingAddress),
      fulfillmentOrders: (page: PageArguments) =>
        pageOf(
          parts.map((part) => ({
            id: part.id,
            updatedAt: part.updatedAt,
            node: () => this.#part({ order, part }),
          })),
          page,
        ),
      fulfillments: ({ first = 250 }: { first?: number }) =>
        records
          .fulfillmentsOf(order.id)
          .slice(0, first)
          .map((one) => this.#fulfillment(one)),
    };
  }

  #part({ order, part }: { order: Order; part: Part }): Fields {
    const { lines, ...fields } = part;
    return {
      __typename: 'FulfillmentOrder',
      ...fields,
      orderId: order.id,
      order: () => this.#order(order),
      destination: this.#context.behavior.withholdsPersonalData ? null : part.destination,
      supportedActions: actionsOf(part).map((action) => ({ action })),
      lineItems: (page: PageArguments) =>
        pageOf(
          lines.map((line) => ({ id: line.id, updatedAt: part.updatedAt, node: () => line })),
          page,
        ),
    };
  }

  #fulfillment(one: Fulfillment): Fields {
    return {
      __typename: 'Fulfillment',
      ...one,
      trackingInfo: ({ first = 250 }: { first?: number }) => one.trackingInfo.slice(0, first),
      fulfillmentLineItems: (page: PageArguments) =>
        pageOf(
          one.lines.map(({ line, quantity }) => ({
            id: line.id,
            updatedAt: one.createdAt,
            node: () => ({ id: line.id, quantity, lineItem: line.lineItem }),
          })),
          page,
        ),
    };
  }

  #withhold(address: Fields | null): Fields | null {
    if (!address || !this.#context.behavior.withholdsPersonalData) return address;
    return { ...address, ...Object.fromEntries(PERSONAL.map((field) => [field, null])) };
  }
}

const isEnded = ({ status }: Part) => status === 'CLOSED' || status === 'CANCELLED';
