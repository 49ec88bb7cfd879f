import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { benchCalls } from './operator-calls.ts';
import { benchExports } from './operator-exports.ts';
import { benchPreview } from './operator-preview.ts';
import { type SeededServer, startSeeded } from './operator-server.ts';

const FEW = 10_000;
const MANY = 1_000_000;

/**
 * `npm run bench:operator`: the admin pages with ten thousand and with a million shipments and records. With
 * `-- --keep <folder>` both data sets stay there for the next run.
 */
const { values } = parseArgs({ options: { keep: { type: 'string' } } });
const folder = values.keep ? resolve(values.keep) : mkdtempSync(join(tmpdir(), 'lading-operator-'));
const servers: SeededServer[] = [];
try {
  for (const rows of [FEW, MANY]) servers.push(await startSeeded(folder, rows));
  const [few, many] = servers as [SeededServer, SeededServer];
  // First, to measure the memory right after the start.
  await benchExports(many);
  await benchPreview(many);
  console.log(
    `L13  p50 / p95 of ${FEW} and of ${MANY} shipments, and the ratio of p95 (aim ≤ 1.5; dashboards ≤ 100 ms)`,
  );
  await benchCalls(few, many);
} finally {
  for (const server of servers) await server.close();
  if (!values.keep) rmSync(folder, { recursive: true, force: true });
}
