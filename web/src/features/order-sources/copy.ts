import { counted, formatCount } from '@lading/contract/format-count.ts';
import type { OrderSourceKind, OrderSourceView } from '@lading/contract/orders/order-sources.ts';
import type { ManualKind, StoreKind } from './store-kinds.ts';

export const KIND_NAMES: Record<OrderSourceKind, string> = {
  shopify: 'Shopify',
  woocommerce: 'WooCommerce',
  etsy: 'Etsy',
  ebay: 'eBay',
  amazon: 'Amazon',
  custom_store: 'Custom store (ShipStation format)',
  api: 'Your own program (API)',
  file: 'CSV file',
};

export const KIND_HINTS: Record<StoreKind, string> = {
  shopify: 'Stores on myshopify.com.',
  woocommerce: 'WordPress stores with WooCommerce.',
  etsy: 'Shops on etsy.com.',
  ebay: 'Sellers on ebay.com.',
  amazon: 'Orders that you ship yourself (Fulfilled by Merchant).',
  custom_store: 'Any store or plug-in that offers a ShipStation “custom store” address.',
};

/** What to click in the shop before the form can be filled in. */
export const STEPS: Record<ManualKind, readonly string[]> = {
  shopify: [
    'Sign in to the Shopify Dev Dashboard and create an app for your store.',
    'Give the app the scopes read_orders, read_products, read_inventory, read_locations, read_merchant_managed_fulfillment_orders and write_merchant_managed_fulfillment_orders.',
    'Install the app in your store and copy its client ID and client secret.',
    'If you already have an older custom app with an access token (shpat_…), you can use the token instead.',
  ],
  woocommerce: [
    'In WordPress, open WooCommerce → Settings → Advanced → REST API.',
    'Choose “Add key”, select a user who manages the store, and set the permissions to “Read/Write”.',
    'Copy the consumer key and the consumer secret.',
  ],
  amazon: [
    'In Seller Central, open Apps and Services → Develop Apps. Register as a private developer if you haven’t already.',
    'Ask for the roles “Inventory and Order Tracking” and “Direct-to-Consumer Delivery (Restricted)”. Without the second one, Amazon sends no addresses.',
    'Add an app client of the type SP-API with these roles, and copy its client ID and client secret under “LWA credentials”.',
    'Choose “Authorize app”, authorize your own account, and copy the refresh token.',
  ],
  custom_store: [
    'In your store or plug-in, find the settings for ShipStation or “custom store”.',
    'Copy the address (URL) of the order export.',
    'Copy the username and password shown there.',
  ],
};

const WARNINGS: Partial<Record<string, string>> = {
  addresses_withheld:
    'This store does not share names and addresses. Shopify shares them with custom apps only on the Grow plan or higher, and Etsy withholds them in some regions. Orders arrive without addresses.',
  read_only_key:
    'This connection is read-only, so tracking numbers will not be sent to the store. Give the key or app write access, then reconnect the store.',
  missing_scopes:
    'The app is missing required scopes, so some orders or updates may fail. Add the scopes, then reconnect the store.',
};

const AMAZON_WITHHELD =
  'Amazon sends no addresses to this app. Ask for the role “Direct-to-Consumer Delivery (Restricted)” in Seller Central and authorize the app again. Until then, orders arrive without addresses.';

export function warningText(kind: string, warning: string): string {
  if (kind === 'amazon' && warning === 'addresses_withheld') return AMAZON_WITHHELD;
  return WARNINGS[warning] ?? warning;
}

const minute = 60_000;

/** just now, 3 minutes ago, 2 hours ago, 4 days ago */
export function agoText(iso: string, now: number): string {
  const minutes = Math.floor((now - Date.parse(iso)) / minute);
  if (minutes < 1) return 'just now';
  if (minutes < 60) return `${counted(minutes, 'minute')} ago`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${counted(hours, 'hour')} ago` : `${counted(Math.floor(hours / 24), 'day')} ago`;
}

export const COPY = {
  title: 'Stores',
  intro: 'Connect a store to import its orders and send tracking numbers back to it.',
  backToOrders: 'Orders',
  none: 'No stores yet',
  noneHint: 'Connect your first store to see its orders here.',
  connect: 'Connect a store',
  connectKind: (name: string) => `Connect ${name}`,
  reconnect: (name: string) => `Reconnect ${name}`,
  apiHint: 'Create an API key under “Sign-in security”. Your program then sends orders to Lading.',
  choose: 'Which store do you have?',
  loadFailed: 'We couldn’t load your stores.',
  connected: ({ name, state }: Pick<OrderSourceView, 'name' | 'state'>) =>
    state === 'paused'
      ? `The new credentials for ${name} were saved. The store is still paused.`
      : `${name} is connected. Its open orders are being imported.`,
  saved: 'Saved',
  changeFailed: 'We couldn’t save the change.',
  checked: 'Looking for new orders.',
  checkNow: 'Check now',
  pause: 'Pause',
  resume: 'Resume',
  paused: 'Paused. Orders are not imported, and tracking numbers are not sent.',
  disconnect: 'Disconnect',
  disconnectTitle: 'Disconnect this store?',
  disconnectHint:
    'New orders will no longer be imported, and tracking numbers will no longer be sent. Orders that were already imported stay.',
  disconnected: 'The store was disconnected.',
  importing: (read: number, total: number | null) =>
    total === null
      ? `Importing orders: ${formatCount(read)} so far`
      : `Importing orders: ${formatCount(read)} of ${formatCount(total)}`,
  lastChecked: (ago: string) => `Last checked ${ago}`,
  notCheckedYet: 'Not checked yet',
  lastError: (ago: string, sentence: string) => `${sentence} (${ago})`,
  credentialsRefused: 'The store no longer accepts our credentials. Please reconnect the store.',
  notResponding: 'The store is not responding.',
  retried: 'We’ll try again automatically.',
  orders: (open: number, total: number) => `${counted(open, 'open order')}, ${formatCount(total)} in total`,
  refusedReports: (n: number) => `${counted(n, 'tracking number')} not accepted by the store`,
  waitingReports: (n: number) => `${counted(n, 'tracking number')} waiting to be sent`,
  webhooks: 'Set up webhooks',
  webhooksHint:
    'With webhooks, new orders arrive within seconds. Without webhooks, we check for new orders every ten minutes.',
  webhooksSaved: 'The signing secret was saved. Webhooks take effect when the first one arrives.',
  byPolling: 'We check for new orders every ten minutes.',
  byWebhook: 'New orders arrive within seconds.',
  notifyBuyer: 'Let the store email the buyer when an order ships',
  completeOrder:
    'Mark orders as completed in the store after shipping. WooCommerce emails the buyer about it.',
} as const;
