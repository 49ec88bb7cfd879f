import {
  type ChangedRequest,
  type ConnectedShop,
  type Connection,
  type OrderPage,
  type OrderSource,
  type ShippedParcel,
  type ShopOrder,
  SourceRefusedError,
  type SourceSecrets,
  type WebhookRequest,
  type WithdrawOutcome,
} from '../port.ts';
import { type EtsyReceipt, ReceiptSchema, ReceiptsSchema, SelfSchema, ShopSchema } from './etsy-answers.ts';
import { EtsyAuthorization } from './etsy-authorization.ts';
import { EtsyClient } from './etsy-client.ts';
import type { EtsyDeps } from './etsy-deps.ts';
import { createdAt, shopOrderOf, stateOf, updatedAt } from './etsy-mapping.ts';
import { cursorAfter, type EtsyCursor, firstCursor, readCursor, writeCursor } from './etsy-pages.ts';
import { EtsyReports } from './etsy-reports.ts';
import { readEtsyWebhook } from './etsy-webhooks.ts';

/** Paid and not shipped. */
const WAITING = { was_paid: 'true', was_shipped: 'false', was_canceled: 'false' } as const;

type Sorting = 'updated' | 'created';

/**
 * Orders of an Etsy shop through the Open API v3. Secrets: `accessToken` and `refreshToken`, `keystring` and `sharedSecret` of the
 * client's own app, `shopId`, and `webhookSecret` if webhooks are set up in Etsy's portal.
 */
export class EtsySource implements OrderSource {
  readonly kind = 'etsy';
  readonly subscribe = null;
  readonly authorization: EtsyAuthorization;
  readonly appWebhookSecret: string | null;
  readonly #deps: EtsyDeps;
  readonly #client: EtsyClient;
  readonly #reports: EtsyReports;
  readonly #shopIds = new WeakMap<Connection, string>();

  constructor(deps: EtsyDeps) {
    this.#deps = deps;
    this.authorization = new EtsyAuthorization(deps);
    this.appWebhookSecret = deps.app?.webhookSecret ?? null;
    this.#client = new EtsyClient(deps);
    this.#reports = new EtsyReports(this.#client, (connection, id) => this.#receiptPath(connection, id));
  }

  async connect(connection: Connection): Promise<ConnectedShop> {
    const self = await this.#client.read(connection, SelfSchema, '/users/me');
    const shop = self && (await this.#client.read(connection, ShopSchema, `/users/${self.user_id}/shops`));
    if (!shop) throw new SourceRefusedError('not_a_shop', 'This Etsy account has no shop.');
    const shopId = String(shop.shop_id);
    this.#shopIds.set(connection, shopId);
    const { results } = await this.#list(connection, firstCursor(null), 'updated', WAITING);
    const shipped = results.map(shopOrderOf).filter(({ nothingToShip }) => nothingToShip === null);
    const isWithheld =
      shipped.length > 0 && shipped.every(({ recipientWithheld }) => recipientWithheld !== null);
    return {
      name: shop.shop_name || shopId,
      externalId: shopId,
      currency: shop.currency_code ?? null,
      warnings: isWithheld ? ['addresses_withheld'] : [],
      secrets: { ...this.#client.tokens.secretsOf(connection), shopId },
    };
  }

  async readChanged(connection: Connection, { changedSince, page }: ChangedRequest): Promise<OrderPage> {
    const at = page === null ? firstCursor(changedSince) : readCursor(page);
    const filter = changedSince === null ? WAITING : {};
    const { results, count } = await this.#list(connection, at, 'updated', filter);
    const total = at.total ?? count;
    return {
      orders: results.map(shopOrderOf),
      next: nextOf({ ...at, total }, results, count, updatedAt),
      total,
    };
  }

  async readOrder(connection: Connection, externalId: string): Promise<ShopOrder | null> {
    const path = await this.#receiptPath(connection, externalId);
    const receipt = path && (await this.#client.read(connection, ReceiptSchema, path));
    return receipt ? shopOrderOf(receipt) : null;
  }

  async listOpen(connection: Connection, page: string | null) {
    const at = page === null ? firstCursor(null) : readCursor(page);
    const { results, count } = await this.#list(connection, at, 'created', WAITING);
    return {
      externalIds: results
        .filter((receipt) => stateOf(receipt) === 'open')
        .map(({ receipt_id }) => String(receipt_id)),
      next: nextOf(at, results, count, createdAt),
    };
  }

  report(connection: Connection, parcel: ShippedParcel) {
    return this.#reports.report(connection, parcel);
  }

  findReport(connection: Connection, parcel: ShippedParcel) {
    return this.#reports.find(connection, parcel);
  }

  /** The buyer has Etsy's email, and the API cannot remove a tracking number. */
  withdraw = async (): Promise<WithdrawOutcome> => ({ kind: 'unsupported' });

  readWebhook = (request: WebhookRequest, secret: string) =>
    readEtsyWebhook(request, secret, this.#deps.clock.now());

  webhookSecret = ({ webhookSecret }: SourceSecrets): string | null => webhookSecret ?? null;

  async #list(connection: Connection, at: EtsyCursor, sorting: Sorting, filter: Record<string, string>) {
    const bound = sorting === 'updated' ? 'min_last_modified' : 'min_created';
    const path = `/shops/${await this.#shopIdOf(connection)}/receipts`;
    const list = await this.#client.read(connection, ReceiptsSchema, path, {
      ...filter,
      sort_on: sorting,
      sort_order: 'asc',
      limit: String(this.#deps.pageSize),
      offset: String(at.offset),
      ...(at.from === null ? {} : { [bound]: String(at.from) }),
    });
    if (!list) throw new SourceRefusedError('not_found', 'Etsy no longer has this store.');
    return list;
  }

  async #receiptPath(connection: Connection, externalId: string): Promise<string | null> {
    if (!/^[1-9]\d{0,17}$/.test(externalId)) return null;
    return `/shops/${await this.#shopIdOf(connection)}/receipts/${externalId}`;
  }

  async #shopIdOf(connection: Connection): Promise<string> {
    const known = this.#shopIds.get(connection) ?? connection.secrets.shopId;
    if (known !== undefined) return known;
    const self = await this.#client.read(connection, SelfSchema, '/users/me');
    if (!self?.shop_id) throw new SourceRefusedError('not_a_shop', 'This Etsy account has no shop.');
    const shopId = String(self.shop_id);
    this.#shopIds.set(connection, shopId);
    return shopId;
  }
}

function nextOf(
  at: EtsyCursor,
  results: readonly EtsyReceipt[],
  count: number,
  timeOf: (receipt: EtsyReceipt) => Date,
): string | null {
  const isLast = results.length === 0 || at.offset + results.length >= count;
  return isLast ? null : writeCursor(cursorAfter(at, results, timeOf));
}
