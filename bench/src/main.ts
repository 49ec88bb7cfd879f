import { benchAddresses } from './addresses.ts';
import { benchBulk } from './bulk.ts';
import { benchFootprint } from './footprint.ts';
import { type BenchApp, startBenchApp } from './harness.ts';
import { benchHistory } from './history.ts';
import { benchHostile } from './hostile.ts';
import { benchLabels } from './labels.ts';
import { benchLoginStorm } from './login-storm.ts';
import { benchEnumeration, benchLogins } from './logins.ts';
import { benchPurchases } from './purchases.ts';
import { benchRates } from './rates.ts';
import { benchReads } from './reads.ts';

/** Parts that start what they need. */
const ALONE = {
  footprint: benchFootprint,
  rates: benchRates,
  addresses: benchAddresses,
  labels: benchLabels,
  bulk: benchBulk,
  hostile: benchHostile,
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
 * all parts.
 */
const names = process.argv.slice(2);
const known = [...Object.keys(ALONE), ...Object.keys(SHARED)];
const unknown = names.find((name) => !known.includes(name));
if (unknown !== undefined) throw new Error(`There is no "${unknown}". The parts are: ${known.join(', ')}.`);
const chosen = <T>(parts: Record<string, T>): T[] =>
  Object.entries(parts)
    .filter(([name]) => names.length === 0 || names.includes(name))
    .map(([, part]) => part);

for (const part of chosen(ALONE)) await part();
const shared = chosen<(app: BenchApp) => Promise<void>>(SHARED);
if (shared.length > 0) {
  const app = await startBenchApp();
  try {
    for (const part of shared) await part(app);
  } finally {
    await app.close();
  }
}
