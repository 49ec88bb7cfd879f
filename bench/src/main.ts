import { parseArgs } from 'node:util';
import { readCount } from '../../server/src/commands/read-count.ts';
import { benchAddresses } from './addresses.ts';
import { benchAgainst } from './against.ts';
import { benchBulk } from './bulk.ts';
import { benchFootprint } from './footprint.ts';
import { type BenchApp, startBenchApp } from './harness.ts';
import { benchHistory } from './history.ts';
import { benchHostile, MINUTE_WINDOW_MS } from './hostile.ts';
import { benchLabels } from './labels.ts';
import { benchLoginStorm } from './login-storm.ts';
import { benchEnumeration, benchLogins } from './logins.ts';
import { benchOrderInbox } from './order-inbox.ts';
import { benchOrderRules } from './order-rules.ts';
import { benchOrders } from './orders.ts';
import { benchPriceRules } from './price-rules.ts';
import { benchPurchases } from './purchases.ts';
import { benchRates } from './rates.ts';
import { benchReads } from './reads.ts';

/** Parts that start what they need. */
const ALONE = {
  footprint: benchFootprint,
  rates: benchRates,
  'price-rules': benchPriceRules,
  'order-rules': benchOrderRules,
  addresses: benchAddresses,
  labels: benchLabels,
  bulk: benchBulk,
  orders: () => benchOrders(orders),
  'order-inbox': () => benchOrderInbox(orders),
  hostile: () => benchHostile(values.minute ? MINUTE_WINDOW_MS : undefined),
  'login-storm': benchLoginStorm,
};

/** Parts that share one server, in this order: the last one leaves a million rows behind. */
const SHARED = {
  reads: benchReads,
  purchases: benchPurchases,
  logins: benchLogins,
  enumeration: benchEnumeration,
  history: benchHistory,
};

/**
 * All results are ratios within one run or plain figures; nothing passes or fails by time. Without names, runs
 * all parts. `--minute` attacks for a full minute with each kind of hostile request. `--orders <count>` tries the parts
 * about orders with fewer orders. With `--against <folder>`,
 * compares this checkout with another one instead.
 */
const { values, positionals: names } = parseArgs({
  allowPositionals: true,
  options: {
    minute: { type: 'boolean', default: false },
    against: { type: 'string' },
    orders: { type: 'string' },
  },
});
const orders = values.orders === undefined ? undefined : readCount('orders', values.orders);
const known = [...Object.keys(ALONE), ...Object.keys(SHARED)];
const unknown = names.find((name) => !known.includes(name));
if (unknown !== undefined) throw new Error(`Unknown part "${unknown}". The parts are: ${known.join(', ')}.`);
const chosen = <T>(parts: Record<string, T>): T[] =>
  Object.entries(parts)
    .filter(([name]) => names.length === 0 || names.includes(name))
    .map(([, part]) => part);

if (values.against !== undefined) await benchAgainst(values.against);
const isComparison = values.against !== undefined && names.length === 0;
for (const part of isComparison ? [] : chosen(ALONE)) await part();
const shared = isComparison ? [] : chosen<(app: BenchApp) => Promise<void>>(SHARED);
if (shared.length > 0) {
  const app = await startBenchApp();
  try {
    for (const part of shared) await part(app);
  } finally {
    await app.close();
  }
}
