import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readCount } from '../src/commands/read-count.ts';
import { countHits, crash, crashPoints } from './crash-points.ts';
import { databaseUrl, onServer, prepareTemplate, startTestServer } from './database-server.ts';
import { killDuringBulk } from './kill-during-bulk.ts';
import { killDuringPurchases } from './kill-during-purchases.ts';
import { killDuringSignUps } from './kill-during-sign-ups.ts';
import { makeIdenticalCalls } from './production/identical-calls.ts';
import {
  PRODUCTION_FAULTS,
  type ProductionFault,
  type ProductionFaultId,
} from './production/production-faults.ts';
import { restoreDrill } from './production/restore-drill.ts';
import { surviveProduction } from './production/survive-production.ts';
import { makeWrongPayments } from './production/wrong-payments.ts';
import { restartInTurn } from './rolling-restart.ts';
import { spread } from './spread.ts';

/** Rounds of each customer in which to look for the last hit of a crash point. */
const ROUNDS = 4;

const { values } = parseArgs({
  options: {
    scenario: { type: 'string', default: 'sign-ups' },
    kills: { type: 'string', default: '20' },
    rows: { type: 'string', default: '200' },
    /** For the scenario `production`: names separated by commas, or `all`. */
    fault: { type: 'string', default: 'all' },
    seed: { type: 'string', default: String(Date.now()) },
  },
});
const kills = readCount('kills', values.kills);
const seed = Number(values.seed);
const rows = readCount('rows', values.rows);

/** Creates a migrated database. */
type NewDatabase = () => Promise<string>;

/** Each prints one line of figures per run and returns whether it found no fault. */
const SCENARIOS: Record<string, (newDatabase: NewDatabase, dataDir: string) => Promise<boolean>> = {
  'sign-ups': async (_, dataDir) => {
    const { lost, acknowledged, restarts } = await killDuringSignUps(dataDir, kills, seed);
    report({ kills, seed, acknowledged, lost: lost.length, restartMs: spread(restarts) });
    return lost.length === 0;
  },
  purchases: (newDatabase) => killAndReport(newDatabase, 1),
  'two-processes': (newDatabase) => killAndReport(newDatabase, 2),
  bulk: (newDatabase) => killBulkAndReport(newDatabase, 1),
  'bulk-two-processes': (newDatabase) => killBulkAndReport(newDatabase, 2),
  /** Stops every process gracefully instead of killing it. */
  'rolling-restart': async (newDatabase) => {
    const { startsMs, drainsMs, ...figures } = await restartInTurn(await newDatabase(), {
      rounds: kills,
      workers: 2,
      restarts: 4,
    });
    report({ rounds: kills, ...figures, drainMs: spread(drainsMs), restartMs: spread(startsMs) });
    return figures.notRepeatable === 0 && figures.faults.length === 0;
  },
  production: async (newDatabase) => {
    let allWell = true;
    let quiet: Quiet | null = null;
    for (const fault of values.fault === 'all' ? ALL_FAULTS : values.fault.split(',')) {
      // A run without faults is the baseline.
      if (!(fault in REPEATED_CALLS)) quiet ??= await measureQuiet(newDatabase);
      const survived = await disruptAndReport(newDatabase, fault, quiet).catch((error: Error) => {
        report({ fault, kills, seed, rows, faults: [`the run did not finish: ${error.stack}`] });
        return false;
      });
      allWell &&= survived;
    }
    return allWell;
  },
  restore: async (newDatabase) => {
    let allWell = true;
    for (let turn = 0; turn < kills; turn += 1) {
      const databaseUrl = await newDatabase();
      const { faults, labelsSince, quietAfterMs } = await restoreDrill(databaseUrl, {
        rows,
        rounds: ROUNDS,
        seed: seed + turn,
      });
      report({ seed: seed + turn, rows, labelsSince, quietAfterMs, faults });
      allWell &&= faults.length === 0;
    }
    return allWell;
  },
  'crash-points': async (newDatabase) => {
    const counted = await countHits(await newDatabase(), ROUNDS);
    let allWell = true;
    for (const point of crashPoints()) {
      const hits = counted.get(point) ?? 1;
      const first = await crashAndReport(newDatabase, point, [1]);
      const second = hits < 3 || (await crashAndReport(newDatabase, point, [2]));
      // A kill changes how often the program reaches a point afterward, so the last hit may come earlier than counted.
      const downwards = Array.from({ length: hits - 1 }, (_, at) => hits - at);
      const last = hits < 2 || (await crashAndReport(newDatabase, point, downwards));
      allWell &&= first && second && last;
    }
    return allWell;
  },
};

async function killAndReport(newDatabase: NewDatabase, processes: number): Promise<boolean> {
  const { faults, labels, startsMs, quietAfterMs } = await killDuringPurchases(await newDatabase(), {
    kills,
    seed,
    processes,
  });
  report({ kills, seed, labels, faults, restartMs: spread(startsMs), quietAfterMs });
  return faults.length === 0;
}

async function killBulkAndReport(newDatabase: NewDatabase, processes: number): Promise<boolean> {
  const plan = { rows, kills, seed, processes };
  const { startsMs, ...figures } = await killDuringBulk(await newDatabase(), plan);
  report({ ...plan, ...figures, restartMs: spread(startsMs) });
  return figures.faults.length === 0;
}

/** Faults that consist of repeated calls. */
const REPEATED_CALLS: Record<string, (databaseUrl: string, rounds: number) => Promise<{ faults: string[] }>> =
  {
    F19: makeIdenticalCalls,
    F25: makeWrongPayments,
  };
const ALL_FAULTS = [...Object.keys(PRODUCTION_FAULTS), ...Object.keys(REPEATED_CALLS)];
const ROUNDS_PER_STEP = 10;

interface Quiet {
  batchMs: number;
  probeP95Ms: number;
}

async function measureQuiet(newDatabase: NewDatabase): Promise<Quiet> {
  const { batchMs, probeMs } = await surviveProduction(await newDatabase(), {}, { rows, kills: 0, seed });
  return { batchMs, probeP95Ms: probeMs.p95 ?? 0 };
}

async function disruptAndReport(
  newDatabase: NewDatabase,
  fault: string,
  quiet: Quiet | null,
): Promise<boolean> {
  const repeated = REPEATED_CALLS[fault];
  if (repeated) {
    const result = await repeated(await newDatabase(), ROUNDS_PER_STEP);
    report({ fault, ...result });
    return result.faults.length === 0;
  }
  const planned: ProductionFault | undefined = PRODUCTION_FAULTS[fault as ProductionFaultId];
  if (!planned) throw new Error(`Unknown fault. The faults are ${ALL_FAULTS.join(', ')}.`);
  const survival = await surviveProduction(await newDatabase(), planned, { rows, kills, seed });
  const { faults, ...figures } = survival;
  report({
    fault,
    kills,
    seed,
    rows,
    faults,
    ...figures,
    throughputToQuiet: ratio(quiet?.batchMs, figures.batchMs),
    probeP95ToQuiet: ratio(figures.probeMs.p95, quiet?.probeP95Ms),
  });
  return faults.length === 0;
}

const ratio = (part = Number.NaN, whole = Number.NaN) => Math.round((part / whole) * 100) / 100;

/** Tries the hits in turn until one is hit; a point that is never reached is an error in the test. */
async function crashAndReport(newDatabase: NewDatabase, point: string, hits: number[]): Promise<boolean> {
  for (const nthHit of hits) {
    const crashed = await crash(await newDatabase(), [{ point, nthHit }], ROUNDS);
    const { faults, labels, quietAfterMs } = crashed;
    const hit = crashed.missed.length === 0;
    report({ point, nthHit, hit, labels, faults, quietAfterMs });
    if (hit || faults.length > 0) return faults.length === 0;
  }
  return false;
}

const report = (figures: object) => console.log(JSON.stringify({ scenario: values.scenario, ...figures }));

/** `npm run faults -- --scenario purchases --kills 20 --seed 1`: the long form of the fault tests. */
async function run(): Promise<boolean> {
  const scenario = SCENARIOS[values.scenario];
  if (!scenario) throw new Error(`Unknown scenario. The scenarios are ${Object.keys(SCENARIOS).join(', ')}.`);
  const dataDir = mkdtempSync(join(tmpdir(), 'lading-faults-'));
  const server = await startTestServer(join(dataDir, 'of-the-test'));
  const url = server.url('postgres');
  try {
    await onServer(url, 'CREATE DATABASE template_of_the_test');
    await prepareTemplate(databaseUrl(url, 'template_of_the_test'));
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
