import { benchFootprint } from './footprint.ts';
import { startBenchApp } from './harness.ts';
import { benchEnumeration, benchLogins } from './logins.ts';
import { benchReads } from './reads.ts';

/** Everything here is a ratio within one run, or a figure to read; nothing passes or fails by the clock. */
await benchFootprint();
const app = await startBenchApp();
try {
  await benchReads(app);

  await benchLogins(app);
  await benchEnumeration(app);
} finally {
  await app.close();
}
