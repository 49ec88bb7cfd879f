import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { prepareDatabase } from '../src/compose.ts';
import { startEmbeddedPostgres } from '../src/platform/db/embedded-postgres.ts';
import { createLog } from '../src/platform/log.ts';
import { countPassings, crash, crashPoints } from './crash-points.ts';
import { databaseUrl, onServer } from './database-server.ts';
import { killDuringBulk } from './kill-during-bulk.ts';
import { killDuringPurchases } from './kill-during-purchases.ts';
import { killDuringSignUps } from './kill-during-sign-ups.ts';

/** Rounds of each customer between which the last passing of a crash point is looked for. */
const ROUNDS = 4;
const BULK_ROWS = 200;

const { values } = parseArgs({
  options: {
    scenario: { type: 'string', default: 'sign-ups' },
    kills: { type: 'string', default: '20' },
    seed: { type: 'string', default: String(Date.now()) },
  },
});
const kills = Number(values.kills);
const seed = Number(values.seed);

/** A fresh, migrated database per call, as many as a scenario likes. */
type NewDatabase = () => Promise<string>;

/** Each tells one line of figures and whether all was well. */
const SCENARIOS: Record<string, (newDatabase: NewDatabase, dataDir: string) => Promise<boolean>> = {
  'sign-ups': async (_, dataDir) => {
    const { lost, acknowledged, restarts } = await killDuringSignUps(dataDir, kills, seed);
    tell({ kills, seed, acknowledged, lost: lost.length, restartMs: spread(restarts) });
    return lost.length === 0;
  },
  purchases: (newDatabase) => killAndTell(newDatabase, 1),
  'two-processes': (newDatabase) => killAndTell(newDatabase, 2),
  bulk: (newDatabase) => killBulkAndTell(newDatabase, 1),
  'bulk-two-processes': (newDatabase) => killBulkAndTell(newDatabase, 2),
  'crash-points': async (newDatabase) => {
    const counted = await countPassings(await newDatabase(), ROUNDS);
    let allWell = true;
    for (const point of crashPoints()) {
      const passings = counted.get(point) ?? 1;
      const first = await crashAndTell(newDatabase, point, [1]);
      const second = passings < 3 || (await crashAndTell(newDatabase, point, [2]));
      // A kill changes how often a point is passed afterwards, so the last may come somewhat earlier than it was counted.
      const downwards = Array.from({ length: passings - 1 }, (_, at) => passings - at);
      const last = passings < 2 || (await crashAndTell(newDatabase, point, downwards));
      allWell &&= first && second && last;
    }
    return allWell;
  },
};

async function killAndTell(newDatabase: NewDatabase, processes: number): Promise<boolean> {
  const { faults, labels, startsMs, quietAfterMs } = await killDuringPurchases(await newDatabase(), {
    kills,
    seed,
    processes,
  });
  tell({ kills, seed, labels, faults, restartMs: spread(startsMs), quietAfterMs });
  return faults.length === 0;
}

async function killBulkAndTell(newDatabase: NewDatabase, processes: number): Promise<boolean> {
  const plan = { rows: BULK_ROWS, kills, seed, processes };
  const { startsMs, ...figures } = await killDuringBulk(await newDatabase(), plan);
  tell({ ...plan, ...figures, restartMs: spread(startsMs) });
  return figures.faults.length === 0;
}

/** Tries the passings in turn until one is hit; a point that nothing comes by is a fault of the test. */
async function crashAndTell(newDatabase: NewDatabase, point: string, passings: number[]): Promise<boolean> {
  for (const passing of passings) {
    const report = await crash(await newDatabase(), [{ point, passing }], ROUNDS);
    const { faults, labels, quietAfterMs } = report;
    const hit = report.missed.length === 0;
    tell({ point, passing, hit, labels, faults, quietAfterMs });
    if (hit || faults.length > 0) return faults.length === 0;
  }
  return false;
}

function spread(milliseconds: number[]) {
  const sorted = milliseconds.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
  return { p50: at(0.5), p95: at(0.95), max: sorted.at(-1) };
}

const tell = (figures: object) => console.log(JSON.stringify({ scenario: values.scenario, ...figures }));

/** `npm run faults -- --scenario purchases --kills 20 --seed 1`: the long form of the fault tests. */
async function run(): Promise<boolean> {
  const scenario = SCENARIOS[values.scenario];
  if (!scenario) throw new Error(`there is no scenario but ${Object.keys(SCENARIOS).join(', ')}`);
  const dataDir = mkdtempSync(join(tmpdir(), 'lading-faults-'));
  const server = await startEmbeddedPostgres(join(dataDir, 'of-the-test'), createLog('error'));
  const url = server.url('postgres');
  try {
    await onServer(url, 'CREATE DATABASE template_of_the_test');
    await prepareDatabase(databaseUrl(url, 'template_of_the_test'), {
      migrationsDir: resolve(import.meta.dirname, '../migrations'),
      timeZone: 'UTC',
    });
    let databases = 0;
    const newDatabase = async () => {
      databases += 1;
      await onServer(url, `CREATE DATABASE fault_${databases} TEMPLATE template_of_the_test`);
      return databaseUrl(url, `fault_${databases}`);
    };
    return await scenario(newDatabase, join(dataDir, 'of-the-program'));
  } finally {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

process.exit((await run()) ? 0 : 1);
