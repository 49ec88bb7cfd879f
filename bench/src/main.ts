import { benchAddresses } from './addresses.ts';
import { benchBulk } from './bulk.ts';
import { benchFootprint } from './footprint.ts';
import { startBenchApp } from './harness.ts';
import { benchHistory } from './history.ts';
import { benchLabels } from './labels.ts';
import { benchEnumeration, benchLogins } from './logins.ts';
import { benchPurchases } from './purchases.ts';
import { benchRates } from './rates.ts';
import { benchReads } from './reads.ts';

/** All results are ratios within one run or plain figures; nothing passes or fails by time. */
await benchFootprint();
await benchRates();
await benchAddresses();
await benchLabels();
await benchBulk();
const app = await startBenchApp();
try {
  await benchReads(app);
  await benchPurchases(app);
  await benchLogins(app);
  await benchEnumeration(app);
  // Last, because it leaves a million rows behind.
  await benchHistory(app);
} finally {
  await app.close();
}
