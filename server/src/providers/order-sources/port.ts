import type { OrderSourceKind } from '@lading/contract/orders/order-sources.ts';

/** A store that orders are read from and shipments are reported to. One adapter per kind of store. */
export interface OrderSource {
  kind: OrderSourceKind;
  /** Checks the credentials and names the store. Throws SourceRefusedError or SourceUnavailableError. */
  connect(connection: Connection): Promise<ConnectedShop>;
  /**
   * One page of the orders that changed since `changedSince`, oldest change first. Without it, all orders that are open.
   * The caller repeats the call with `next` until it is null.
   */
  readChanged(connection: Connection, request: ChangedRequest): Promise<OrderPage>;
  /** The current state of one order; null if the store does not have it, or no longer shows it. */
  readOrder(connection: Connection, externalId: string): Promise<ShopOrder | null>;
  /** The ids of all orders that the store still has to ship, for the daily comparison. */
  listOpen(
    connection: Connection,
    page: string | null,
  ): Promise<{ externalIds: string[]; next: string | null }>;
  /** For stores that show orders only for some time after they were placed or last changed. Older ones may still be open. */
  shows?: { by: 'placed' | 'changed'; forMs: number };
  /** The store runs on a machine of the client, whose clock may be behind. The clocks of marketplaces are right. */
  hasOwnClock?: boolean;
  /**
   * Reports a parcel as shipped. Never repeated without `findReport` after an error other than NotSentError. `begun` is the
   * partial report that `findReport` found: the call adds the rest.
   */
  report(connection: Connection, parcel: ShippedParcel, begun?: FoundReport): Promise<ReportOutcome>;
  /** Whether the store already knows the tracking number of this parcel, and under which reference. Changes nothing. Null only if another call of `report` is safe. */
  findReport(connection: Connection, parcel: ShippedParcel): Promise<FoundReport | null>;
  /** Withdraws a report after a void. `unsupported` if this kind of store cannot. */
  withdraw(
    connection: Connection,
    report: { parcel: ShippedParcel; reference: string },
  ): Promise<WithdrawOutcome>;
  /** Asks the store to send webhooks to this address; idempotent. Null if this kind of store has none. */
  subscribe: ((connection: Connection, hook: WebhookTarget) => Promise<void>) | null;
  /** The order that a webhook is about. Null for events that concern no order. Throws if the signature is wrong. */
  readWebhook: ((request: WebhookRequest, secret: string) => WebhookEvent) | null;
  /**
   * The secret that the store signs its webhooks with, if it has its own; null if it has none and cannot sign. Stores
   * without this method use the secret of `subscribe`.
   */
  webhookSecret?: (secrets: SourceSecrets) => string | null;
  /** For marketplaces that send the webhooks of all stores to the operator's app: the secret that signs them, if there is one. */
  appWebhookSecret?: string | null;
  /** Signing in at the store's own site instead of copying credentials, for kinds of stores that have it. */
  authorization?: AuthorizationFlow;
  /** For marketplaces that say which buyers deleted their accounts. */
  deletionNotices?: DeletionNotices;
  /** Asks the store to send no more webhooks; idempotent. For stores with `subscribe`. */
  unsubscribe?: (connection: Connection, hook: WebhookTarget) => Promise<void>;
}

/** A marketplace asks every app that stores data to erase what it has about a buyer. */
export interface DeletionNotices {
  /** Proves that `endpoint` is ours. */
  answerChallenge(code: string, endpoint: string): string;
  /**
   * The names of the buyer whose data must be erased. `caller` is the address that sent the notice. Empty for other notices. Throws SourceRefusedError if the signature is
   * wrong, and SourceUnavailableError if it cannot be checked now.
   */
  readNotice(request: WebhookRequest, caller: string): Promise<string[]>;
}

/** The client's browser goes to the store, and the store sends it back with a code. */
export interface AuthorizationFlow {
  /** Whether the operator's own app can be used. If not, the client enters the credentials of an app of their own first. */
  hasOperatorApp: boolean;
  /** The page where the client grants access. Throws SourceRefusedError for an address that is not a store's. */
  start(request: AuthorizationRequest): string;
  /**
   * For stores whose server sends the secrets to `redirectUrl` while the browser returns separately, in any order: false
   * while the secrets are missing.
   */
  isComplete?(answer: AuthorizationAnswer): boolean;
  /**
   * Exchanges what the store sent for secrets. Throws SourceRefusedError if the client refused, or a signature or the store's
   * address is wrong.
   */
  finish(
    request: AuthorizationRequest,
    answer: AuthorizationAnswer,
  ): Promise<{ address: string; secrets: SourceSecrets }>;
}

/** The same for `start` and `finish`. */
export interface AuthorizationRequest {
  /** As the client entered it. Empty for stores with one address for all. */
  address: string;
  /** What the client entered, for example the key of their own app. Empty with the operator's app. */
  entered: SourceSecrets;
  /** Comes back unchanged, as the parameter `state` of the address; identifies the request. */
  state: string;
  /** For PKCE. */
  codeVerifier: string;
  /** Where the store sends the client's browser afterward. */
  redirectUrl: string;
}

/** What the store sent to `redirectUrl`: the parameters of the address, in their order, and the body, or null if there is none. */
export interface AuthorizationAnswer {
  query: readonly (readonly [string, string])[];
  body: unknown;
}

/** What an adapter needs for a call. Secrets are decrypted only for the call. */
export interface Connection {
  id: string;
  /** The store's address as the client entered it, checked when it was saved: a URL, or a store domain for Shopify. */
  address: string;
  secrets: SourceSecrets;
  settings: SourceSettings;
  /**
   * Stores renewed secrets before they are used. Only one process at a time renews; it gets the newest secrets first,
   * because another process may have renewed them already.
   */
  renew(make: (current: SourceSecrets) => Promise<SourceSecrets>): Promise<SourceSecrets>;
  /**
   * Whether the time for calls to this store is over. Adapters of stores at addresses that clients enter check it before
   * every call, because such a store decides how many calls a page takes.
   */
  isOver?: () => boolean;
}

/** Names are those of the adapter, for example `consumerKey`. Values are never logged. */
export type SourceSecrets = Readonly<Record<string, string>>;

export interface SourceSettings {
  /** The store emails its buyer about the shipment. */
  notifyBuyer: boolean;
  /** Marks the order as completed in the store after the last parcel (WooCommerce). */
  completeOrder: boolean;
}

export interface ConnectedShop {
  name: string;
  /** Identifies the store, so that the same store is not connected twice. */
  externalId: string;
  currency: string | null;
  /** What the client must know, as codes: for example `addresses_withheld`. */
  warnings: readonly SourceWarning[];
  /** Secrets that the check obtained, for example a first access token; null if unchanged. */
  secrets: SourceSecrets | null;
}
export type SourceWarning = 'addresses_withheld' | 'read_only_key' | 'missing_scopes';

export interface ChangedRequest {
  changedSince: Date | null;
  page: string | null;
}

export interface OrderPage {
  orders: ShopOrder[];
  next: string | null;
  /** How many orders there are in total, if the store says so; for the progress of the first import. */
  total: number | null;
}

export type PaidState = 'yes' | 'no' | 'partly' | 'unknown';
export type ShopOrderState = 'open' | 'partly_shipped' | 'shipped' | 'cancelled' | 'on_hold';

/** What one report of ours takes away from `remaining`: the pieces of its parcel, all pieces of the order, or nothing. */
export type ReportCountsFor = 'parcel' | 'order' | 'nothing';

/** The canonical order: the same for every kind of store. */
export interface ShopOrder {
  externalId: string;
  /** What the merchant sees, for example "#1001". */
  number: string;
  placedAt: Date;
  updatedAt: Date;
  /** The sender gives no usable time of change, so it counts as newer than anything that is stored. */
  hasNoTime?: true;
  paid: PaidState;
  state: ShopOrderState;
  /** Why the store has nothing for us to ship, although the order is open. */
  nothingToShip: 'pickup' | 'digital' | 'other_location' | 'fulfilled_by_others' | 'test_order' | null;
  currency: string;
  totalCents: number;
  shippingPaidCents: number;
  shippingMethod: { text: string; code: string };
  buyerNote: string;
  merchantNote: string;
  giftMessage: string;
  tags: string[];
  /** Null if the store hides it; `recipientWithheld` then says why. */
  recipient: ShopRecipient | null;
  recipientWithheld: 'plan' | 'region' | 'expired' | 'permission' | null;
  /** Noon UTC of the day, where the store means a day of its own time zone. */
  shipBy: Date | null;
  deliverBy: Date | null;
  items: ShopItem[];
  /** The items are only what remains: shipped pieces are left out of the quantities, too. */
  listsOnlyOpen?: boolean;
  /** The store has shipped a part, but does not say which pieces: `remaining` still counts them. */
  isShippedPartUnknown?: boolean;
  /** `parcel` if absent. */
  reportCountsFor?: ReportCountsFor;
  /** What the adapter needs to report this order, stored and passed back unchanged: for example ids of fulfillment orders. */
  reporting: Readonly<Record<string, unknown>>;
}

export interface ShopRecipient {
  name: string;
  company: string;
  line1: string;
  line2: string;
  line3: string;
  city: string;
  /** As the store writes it: a code or a name. */
  region: string;
  postcode: string;
  /** ISO alpha-2. */
  country: string;
  phone: string;
  email: string;
}

export interface ShopItem {
  externalId: string;
  /** The source sends no ID for this line: `externalId` is its position. */
  hasNoId?: boolean;
  sku: string;
  title: string;
  variant: string;
  quantity: number;
  /** Not shipped, refunded or canceled yet. */
  remaining: number;
  unitPriceCents: number;
  /** Null if the store does not know. */
  weightGrams: number | null;
  originCountry: string;
  hsCode: string;
  requiresShipping: boolean;
}

export interface ShippedParcel {
  /** Our ID of the parcel, the same for every retry. */
  id: string;
  order: { externalId: string; number: string; reporting: Readonly<Record<string, unknown>> };
  /** The items in the parcel. All that remain, if the parcel is the whole order. For a line without an ID in the store, `externalId` is ours. */
  items: Pick<ShopItem, 'externalId' | 'quantity' | 'sku' | 'title'>[];
  isWholeOrder: boolean;
  carrier: string;
  service: string;
  trackingNumber: string;
  trackingUrl: string;
  shippedAt: Date;
  /** The store may have a report of another parcel of the order, so the state of the order says nothing about this one. */
  hasOtherReports: boolean;
  recipient: ShopRecipient | null;
}

/** `refused` is final until a person acts; the sentence is the store's own, shortened. */
export type ReportOutcome =
  | { kind: 'reported'; reference: string }
  | {
      kind: 'refused';
      code: 'order_closed' | 'order_missing' | 'invalid_tracking' | 'other';
      message: string;
      /** What the store recorded before it refused the rest. After a void, it must be withdrawn. */
      reference?: string;
    };

export interface FoundReport {
  reference: string;
  /** The store recorded the tracking number, but the report is not complete. Another call of `report` adds the rest. */
  isPartial?: true;
  /** The store may have the report, and nothing can prove it. Only the client may have it sent again. */
  isUnproven?: true;
}

export type WithdrawOutcome =
  /** `isStillShipped`: the number is removed, but the store still says that the order is shipped. */
  | { kind: 'withdrawn'; isStillShipped?: true }
  | { kind: 'unsupported' }
  | { kind: 'refused'; message: string };

export interface WebhookTarget {
  url: string;
  secret: string;
}
export interface WebhookRequest {
  headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The raw bytes, because signatures cover them. */
  body: Buffer;
}
/** `ping` must be answered with 200 and does nothing. */
export type WebhookEvent =
  | { kind: 'ping' }
  | {
      kind: 'order';
      externalId: string;
      /** The store, as `ConnectedShop` identifies it, if the webhook says so. */
      shopId?: string;
    }
  | { kind: 'ignored' }
  | { kind: 'disconnected' };

/** The store answered and refused us: wrong or revoked credentials, missing rights, not a store. The client must act. */
export class SourceRefusedError extends Error {
  readonly code: SourceRefusal;
  constructor(code: SourceRefusal, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
type SourceRefusal = 'credentials' | 'permission' | 'not_found' | 'not_a_shop' | 'address_blocked';

/** The store is busy or unreachable. `retryAfterMs` is how long the store asks us to wait, if it says so. */
export class SourceUnavailableError extends Error {
  readonly retryAfterMs: number | null;
  constructor(message: string, retryAfterMs: number | null = null, options?: ErrorOptions) {
    super(message, options);
    this.retryAfterMs = retryAfterMs;
  }
}

/** We stopped calling the store. What is left is done later. */
export class TooSlowError extends SourceUnavailableError {
  constructor(message = 'The store is too slow.') {
    super(message);
  }
}

/** What a failed call means for the source. */
export type SourceProblem =
  | { kind: 'refused'; code: SourceRefusal; message: string }
  | { kind: 'unavailable'; message: string; retryAfterMs: number | null };
