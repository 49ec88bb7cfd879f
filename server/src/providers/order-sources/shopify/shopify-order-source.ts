import { days } from '../../../platform/clock.ts';
import {
  type ChangedRequest,
  type ConnectedShop,
  type Connection,
  type OrderSource,
  type ShippedParcel,
  SourceRefusedError,
  type SourceSecrets,
  type SourceWarning,
  type WebhookTarget,
} from '../port.ts';
import { ShopifyAuthorization } from './shopify-authorization.ts';
import { ShopifyClient } from './shopify-client.ts';
import type { ShopifyDeps } from './shopify-deps.ts';
import { numberOf } from './shopify-ids.ts';
import { CONNECTED_SHOP } from './shopify-operations.ts';
import { ShopifyOrders } from './shopify-orders.ts';
import { ShopifyReports } from './shopify-reports.ts';
import { readWebhook, subscribe, unsubscribe } from './shopify-webhooks.ts';

const CANNOT_READ = 'Give the app the scopes read_orders and read_merchant_managed_fulfillment_orders.';

/** Shopify's Admin GraphQL API. Create one per process. */
export class ShopifyOrderSource implements OrderSource {
  readonly kind = 'shopify';
  /** Only apps with the scope read_all_orders see orders older than 60 days. A day less, because clocks differ. */
  readonly shows = { by: 'placed', forMs: days(59) } as const;
  readonly readWebhook = readWebhook;
  /** For the operator's app. Merchants with an app of their own enter its credentials. */
  readonly authorization?: ShopifyAuthorization;
  readonly #deps: ShopifyDeps;
  readonly #client: ShopifyClient;
  readonly #orders: ShopifyOrders;
  readonly #reports: ShopifyReports;

  constructor(deps: ShopifyDeps) {
    this.#deps = deps;
    if (deps.app) this.authorization = new ShopifyAuthorization(deps, deps.app);
    this.#client = new ShopifyClient(deps);
    this.#orders = new ShopifyOrders(this.#client, deps);
    this.#reports = new ShopifyReports(this.#client, this.#orders);
  }

  async connect(connection: Connection): Promise<ConnectedShop> {
    const { shop, currentAppInstallation } = await this.#client.run(connection, CONNECTED_SHOP);
    const scopes = new Set(currentAppInstallation.accessScopes.map(({ handle }) => handle));
    const has = (scope: string) => scopes.has(`read_${scope}`) || scopes.has(`write_${scope}`);
    if (!has('orders') || !has('merchant_managed_fulfillment_orders'))
      throw new SourceRefusedError('permission', CANNOT_READ);
    const warnings: SourceWarning[] = [];
    if (await this.#withholdsAddresses(connection)) warnings.push('addresses_withheld');
    if (!scopes.has('write_merchant_managed_fulfillment_orders')) warnings.push('read_only_key');
    if (!has('products') || !has('inventory') || !has('locations')) warnings.push('missing_scopes');
    const secrets = this.#client.tokens.secretsOf(connection);
    return {
      name: shop.name,
      externalId: numberOf(shop.id),
      currency: shop.currencyCode ?? null,
      warnings,
      secrets: secrets === connection.secrets ? null : secrets,
    };
  }

  readChanged(connection: Connection, request: ChangedRequest) {
    return this.#orders.readChanged(connection, request);
  }

  readOrder(connection: Connection, externalId: string) {
    return this.#orders.readOrder(connection, externalId);
  }

  listOpen(connection: Connection, page: string | null) {
    return this.#orders.listOpen(connection, page);
  }

  report(connection: Connection, parcel: ShippedParcel) {
    return this.#reports.report(connection, parcel);
  }

  findReport(connection: Connection, parcel: ShippedParcel) {
    return this.#reports.findReport(connection, parcel);
  }

  withdraw(connection: Connection, { reference }: { reference: string }) {
    return this.#reports.withdraw(connection, reference);
  }

  subscribe = (connection: Connection, hook: WebhookTarget): Promise<void> =>
    subscribe({ client: this.#client, log: this.#deps.log }, connection, hook);

  unsubscribe = (connection: Connection, hook: WebhookTarget): Promise<void> =>
    unsubscribe({ client: this.#client, log: this.#deps.log }, connection, hook);

  /** Shopify signs with the secret of the app, not with one of ours. Only the operator's app has refresh tokens. */
  webhookSecret = ({ clientSecret, refreshToken }: SourceSecrets): string | null =>
    clientSecret ?? (refreshToken === undefined ? null : (this.#deps.app?.clientSecret ?? null));

  /** Shopify has no flag for withheld addresses, so we look at the open orders. */
  async #withholdsAddresses(connection: Connection): Promise<boolean> {
    const orders = await this.#orders.sample(connection);
    const shipped = orders.filter(({ nothingToShip }) => nothingToShip === null);
    return shipped.length > 0 && shipped.every(({ recipientWithheld }) => recipientWithheld !== null);
  }
}
