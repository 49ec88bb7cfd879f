import { parseArgs } from 'node:util';
import type { DoubleOptions } from './double-server.ts';

/** `node run-double.ts shippo --port 0 --journal file --options '{…}'`: runs a double as a separate process and prints its URL. */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    port: { type: 'string', default: '0' },
    journal: { type: 'string' },
    options: { type: 'string', default: '{}' },
  },
});

/** Each module has a `start(options)` that resolves with `{ url, close }`. */
const DOUBLES: Record<string, () => Promise<{ start(options: DoubleOptions): Promise<{ url: string }> }>> = {
  shippo: async () => ({ start: (await import('./shippo-double.ts')).startShippoDouble }),
  woocommerce: async () => ({ start: (await import('./woocommerce-double.ts')).startWooCommerceDouble }),
  etsy: async () => ({ start: (await import('./etsy-double.ts')).startEtsyDouble }),
  ebay: async () => ({ start: (await import('./ebay-double.ts')).startEbayDouble }),
  amazon: async () => ({ start: (await import('./amazon-double.ts')).startAmazonDouble }),
  'custom-store': async () => ({ start: (await import('./custom-store-double.ts')).startCustomStoreDouble }),
  shopify: async () => ({ start: (await import('./shopify/shopify-double.ts')).startShopifyDouble }),
  stripe: async () => ({ start: (await import('./stripe-double.ts')).startStripeDouble }),
};

const load = DOUBLES[positionals[0] ?? ''];
if (!load) throw new Error(`Unknown double. The doubles are ${Object.keys(DOUBLES).join(', ')}`);
const { start } = await load();
const { url } = await start({
  ...JSON.parse(values.options),
  port: Number(values.port),
  journalFile: values.journal,
});
process.stdout.write(`double is ready at ${url}\n`);
