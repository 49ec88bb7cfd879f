import type { StoreToAuthorize } from '@lading/contract/orders/authorize-source.ts';
import type { ConnectedKind, SourceCredentials } from '@lading/contract/orders/order-sources.ts';
import { days } from '../src/platform/clock.ts';
import { numberOf } from '../src/providers/order-sources/shopify/shopify-ids.ts';
import { AMAZON_APP, startAmazonDouble } from './doubles/amazon-double.ts';
import { CUSTOM_STORE_LOGIN, startCustomStoreDouble } from './doubles/custom-store-double.ts';
import type { DoubleServer } from './doubles/double-server.ts';
import { startEbayDouble } from './doubles/ebay-double.ts';
import { EBAY_APP } from './doubles/ebay-double-oauth.ts';
import { startEtsyDouble } from './doubles/etsy-double.ts';
import { ETSY_APP } from './doubles/etsy-double-oauth.ts';
import { type FaultPlan, NO_FAULTS } from './doubles/fault-plan.ts';
import { startShopifyDouble } from './doubles/shopify/shopify-double.ts';
import { startWooCommerceDouble, WOOCOMMERCE_KEY } from './doubles/woocommerce-double.ts';

/** The store's own record of an order. */
interface StoreRecord {
  externalId: string;
  /** Paid and open, so that it must be shipped. */
  isToShip: boolean;
  trackingNumbers: number;
  mails: number;
}

/** A double of a store whose calls sometimes fail. */
export interface FaultStore {
  kind: ConnectedKind;
  /** Credentials to enter, or where to sign in. */
  access: { credentials: SourceCredentials } | { store: StoreToAuthorize };
  host: string;
  /** Settings that point the program at this double. */
  env: Record<string, string>;
  /** Adds orders of which one in `ODD_EVERY` is not to be shipped. */
  addOrders(count: number): void;
  records(): StoreRecord[];
  close(): Promise<void>;
}

const ODD_EVERY = 20;
const isOdd = (index: number) => index % ODD_EVERY === ODD_EVERY - 1;

/** Lost answers come only after writes; Shopify has nothing but writes. */
const faultsOf = (seed: number): FaultPlan => ({
  ...NO_FAULTS,
  seed,
  errors: 0.02,
  losesAnswers: 0.05,
  slow: { share: 0.02, ms: 300 },
});

/** One store of each kind. */
export async function startFaultStores(seed: number): Promise<FaultStore[]> {
  return [
    await wooCommerce(seed),
    await shopify(seed + 1),
    await customStore(seed + 2),
    await amazon(seed + 3),
    await etsy(seed + 4),
    await ebay(seed + 5),
  ];
}

/** Added orders are remembered here, because stores change the state of orders. */
function storeOf(
  double: { server: DoubleServer; close(): Promise<void> },
  rest: Pick<FaultStore, 'access'> & Partial<Pick<FaultStore, 'env'>>,
  make: (isOdd: boolean) => string,
  look: (externalId: string) => Pick<StoreRecord, 'trackingNumbers' | 'mails'>,
): FaultStore {
  const added: { externalId: string; isToShip: boolean }[] = [];
  return {
    env: {},
    ...rest,
    kind: 'store' in rest.access ? rest.access.store.kind : rest.access.credentials.kind,
    host: new URL(double.server.url).host,
    addOrders: (count) => {
      for (let index = 0; index < count; index += 1)
        added.push({ externalId: make(isOdd(index)), isToShip: !isOdd(index) });
    },
    records: () => added.map((order) => ({ ...order, ...look(order.externalId) })),
    close: () => double.close(),
  };
}

async function wooCommerce(seed: number): Promise<FaultStore> {
  const double = await startWooCommerceDouble({ faults: faultsOf(seed) });
  const { shop, reports } = double;
  return storeOf(
    double,
    { access: { credentials: { kind: 'woocommerce', address: double.url, ...WOOCOMMERCE_KEY } } },
    (odd) => String(shop.make(odd ? { status: 'on-hold' } : {}).id),
    (externalId) => ({
      trackingNumbers: reports.trackingNumbers(Number(externalId)).length,
      mails: reports.mails.filter(({ orderId }) => orderId === Number(externalId)).length,
    }),
  );
}

async function shopify(seed: number): Promise<FaultStore> {
  const double = await startShopifyDouble({ faults: faultsOf(seed) });
  const { shop, pastedToken: token } = double.behavior;
  const ids = new Map<string, string>();
  return storeOf(
    double,
    {
      access: { credentials: { kind: 'shopify', address: shop.domain, access: { way: 'token', token } } },
      env: { SHOPIFY_BASE_URL: double.url },
    },
    (odd) => {
      const { id } = double.addOrder(odd ? { order: { displayFinancialStatus: 'PENDING' } } : {});
      ids.set(numberOf(id), id);
      return numberOf(id);
    },
    (externalId) => {
      const id = ids.get(externalId) ?? '';
      return {
        trackingNumbers: double.trackingNumbers(id).length,
        mails: double.records.mails.filter(({ orderId }) => orderId === id).length,
      };
    },
  );
}

async function customStore(seed: number): Promise<FaultStore> {
  const double = await startCustomStoreDouble({
    faults: faultsOf(seed),
    pageSize: 50,
    opensAt: new Date(Date.now() - days(7)).toISOString(),
  });
  return storeOf(
    double,
    { access: { credentials: { kind: 'custom_store', address: double.url, ...CUSTOM_STORE_LOGIN } } },
    (odd) => double.make(odd ? { status: 'unpaid' } : {}).id,
    (externalId) => {
      const order = double.orders.get(externalId);
      return {
        trackingNumbers: order?.trackingNumbers.length ?? 0,
        mails: double.mails.filter((number) => number === order?.number).length,
      };
    },
  );
}

/** So that three minutes of Amazon's limits take a third of a second. */
const PACE = 500;

async function amazon(seed: number): Promise<FaultStore> {
  const double = await startAmazonDouble({ faults: faultsOf(seed), pace: PACE });
  const { shop } = double;
  return storeOf(
    double,
    {
      access: { credentials: { kind: 'amazon', address: 'amazon.com', ...AMAZON_APP } },
      env: { AMAZON_BASE_URL: double.url },
    },
    (odd) => shop.make(odd ? { programs: ['PRIME'] } : {}).orderId,
    (externalId) => ({
      trackingNumbers: shop.trackingNumbers(externalId).length,
      mails: shop.mails.filter((orderId) => orderId === externalId).length,
    }),
  );
}

async function etsy(seed: number): Promise<FaultStore> {
  const double = await startEtsyDouble({ faults: faultsOf(seed), remainingToday: 1_000_000 });
  const { shop } = double;
  return storeOf(
    double,
    { access: { store: { kind: 'etsy', app: ETSY_APP } }, env: { ETSY_BASE_URL: double.url } },
    (odd) => {
      const { receipt_id, transactions } = shop.make();
      if (odd) for (const transaction of transactions) transaction.is_digital = true;
      return String(receipt_id);
    },
    (externalId) => ({
      trackingNumbers: shop.trackingNumbers(Number(externalId)).length,
      mails: shop.mails.filter(({ receiptId }) => receiptId === Number(externalId)).length,
    }),
  );
}

async function ebay(seed: number): Promise<FaultStore> {
  const double = await startEbayDouble({ faults: faultsOf(seed) });
  const { shop } = double;
  return storeOf(
    double,
    { access: { store: { kind: 'ebay', app: EBAY_APP } }, env: { EBAY_BASE_URL: double.url } },
    (odd) => shop.make(odd ? { orderPaymentStatus: 'PENDING' } : {}).orderId,
    (externalId) => ({
      trackingNumbers: shop.trackingNumbers(externalId).length,
      mails: shop.mails.filter(({ orderId }) => orderId === externalId).length,
    }),
  );
}
