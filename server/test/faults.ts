import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { killDuringSignUps } from './kill-during-sign-ups.ts';

/** `npm run faults -- --kills 20 --seed 1`: the long form of the fault tests, with one line of figures at the end. */
const { values } = parseArgs({ options: { kills: { type: 'string' }, seed: { type: 'string' } } });
const dataDir = mkdtempSync(join(tmpdir(), 'lading-faults-'));
const report = await killDuringSignUps(
  dataDir,
  Number(values.kills ?? 20),
  Number(values.seed ?? Date.now()),
);
rmSync(dataDir, { recursive: true, force: true });

const sorted = report.restarts.toSorted((a, b) => a - b);
const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
console.log(
  JSON.stringify({
    scenario: 'kill -9 during sign-ups',
    seed: report.seed,
    kills: report.kills,
    acknowledged: report.acknowledged,
    lost: report.lost.length,
    restartMs: { p50: at(0.5), p95: at(0.95), max: sorted.at(-1) },
  }),
);
process.exit(report.lost.length === 0 ? 0 : 1);
