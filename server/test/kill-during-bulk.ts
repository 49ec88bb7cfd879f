import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BulkCells } from '@lading/contract/bulk/columns.ts';
import type { BulkRow } from '@lading/contract/bulk.ts';
import { openDatabase } from '../src/platform/db/database.ts';
import { createLog } from '../src/platform/log.ts';
import { findBulkFaults } from './bulk-checks.ts';
import { BULK_PHASES, BulkCustomer, type BulkPhase, rowToShip } from './bulk-customer.ts';
import { findMoneyFaults, waitForQuiet } from './money-checks.ts';
import { randomFrom } from './random-from.ts';
import { inTurn, RestartableProcess } from './restartable-process.ts';
import { type Withdraw, withdrawOffers } from './shopping-crowd.ts';
import type { Survival } from './survive-faults.ts';

const PIECES = 20;
const LOOK_AGAIN_MS = 25;
const RATE_TRIES = 10;
/** Of every 20 rows one is invalid and the label provider refuses one. */
const BAD_EVERY = 20;
export const isInvalid = (number: number) => number % BAD_EVERY === 3;
export const isRefused = (number: number) => number % BAD_EVERY === 7;

/** The phases to disrupt, in turn. The phases with the most to lose come most often. */
const PHASES_TO_DISRUPT: readonly BulkPhase[] = [
  'labels',
  'payment',
  'rates',
  'upload',
  'labels',
  'addresses',
  'labels',
  'rates',
];
const MAX_DELAY_MS = 100;
const MAX_AWAY_MS = 1000;

interface BulkKills {
  rows: number;
  kills: number;
  seed: number;
  /** Processes on the one database; each kill hits one of them. */
  processes: number;
}

interface BulkSurvival extends Survival {
  refunds: number;
  /** Kills per phase. */
  perPhase: Partial<Record<BulkPhase | 'over', number>>;
  /** From the first row to the last label. */
  batchMs: number;
}

/** Processes a file from upload to labels while the program is killed in every phase and restarted. */
export async function killDuringBulk(databaseUrl: string, plan: BulkKills): Promise<BulkSurvival> {
  const random = randomFrom(plan.seed);
  const dataDir = mkdtempSync(join(tmpdir(), 'lading-bulk-'));
  const processes = Array.from(
    { length: plan.processes },
    () => new RestartableProcess(dataDir, databaseUrl),
  );
  const customer = new BulkCustomer(inTurn(processes), { name: 'bulk', lookAgainMs: LOOK_AGAIN_MS });
  const { db, close } = openDatabase(databaseUrl, createLog('error'), 2);
  try {
    await Promise.all(processes.map((lading) => lading.start()));
    await customer.signUp();
    const begun = performance.now();
    const [paid, perPhase] = await Promise.all([
      processFile(customer, rowsOf(plan.rows), withdrawOffers(databaseUrl, 'service')),
      disruptByProgress(processes, customer, plan.kills, random, killAndStart(MAX_AWAY_MS)),
    ]);
    const batchMs = Math.round(performance.now() - begun);
    const quietAfterMs = await waitForQuiet(db);
    const expected = { rows: plan.rows, paid, isInvalid, isRefused };
    const { faults, labels, refunds } = await findBulkFaults(db, customer, expected);
    return {
      faults: [...(await findMoneyFaults(db)), ...faults],
      labels,
      refunds,
      perPhase,
      batchMs,
      startsMs: processes.flatMap((lading) => lading.startsMs),
      quietAfterMs,
    };
  } finally {
    await Promise.all(processes.map((lading) => lading.retire()));
    await close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Processes a file from upload to labels and returns the paid rows. */
export async function processFile(
  customer: BulkCustomer,
  rows: readonly BulkCells[],
  withdraw: Withdraw,
): Promise<BulkRow[]> {
  try {
    await customer.upload(rows, Math.ceil(rows.length / PIECES));
    await customer.waitForAddresses();
    await getAllRates(customer);
    const refused = (await customer.rows()).filter(({ number }) => isRefused(number));
    await withdraw(refused.flatMap((row) => row.selectedRateId ?? []));
    const paid = await customer.pay();
    await customer.waitForLabels();
    return paid;
  } finally {
    customer.leave();
  }
}

/** A failing label provider leaves rows without a rate, so the customer requests them again. */
async function getAllRates(customer: BulkCustomer): Promise<void> {
  await customer.getRates();
  for (let tries = 1; tries < RATE_TRIES; tries += 1) {
    const lacking = (await customer.rows()).filter(
      ({ number, status }) => !isInvalid(number) && status !== 'rate_selected',
    );
    if (lacking.length === 0) return;
    await customer.getRates(lacking.map(({ number }) => number));
  }
}

export const rowsOf = (count: number): BulkCells[] =>
  Array.from({ length: count }, (_, index) => cellsOf(index + 1));

const cellsOf = (number: number): BulkCells =>
  isInvalid(number) ? { ...rowToShip(number), receiver_city: '' } : rowToShip(number);

interface PlannedDisruption {
  phase: BulkPhase;
  share: number;
}

function planDisruptions(count: number, random: () => number): PlannedDisruption[] {
  const disruptions = Array.from({ length: count }, (_, at) => ({
    phase: PHASES_TO_DISRUPT[at % PHASES_TO_DISRUPT.length] ?? 'labels',
    share: random(),
  }));
  return disruptions.sort((a, b) => orderOf(a.phase) - orderOf(b.phase) || a.share - b.share);
}

const orderOf = (phase: BulkPhase | 'over'): number =>
  phase === 'over' ? BULK_PHASES.length : BULK_PHASES.indexOf(phase);

const hasReached = ({ progress }: BulkCustomer, { phase, share }: PlannedDisruption): boolean =>
  orderOf(progress.phase) > orderOf(phase) || (progress.phase === phase && progress.share >= share);

/** Disrupts a process and resolves when it is up again. */
export type Disruption = (target: RestartableProcess, random: () => number) => Promise<unknown>;

export const killAndStart =
  (mostAwayMs: number): Disruption =>
  async (target, random) => {
    await target.end('SIGKILL');
    await sleep(random() * mostAwayMs);
    await target.start();
  };

/** Disrupts by progress instead of time, so that every phase is hit on any machine. */
export async function disruptByProgress(
  processes: readonly RestartableProcess[],
  customer: BulkCustomer,
  count: number,
  random: () => number,
  disruption: Disruption,
): Promise<BulkSurvival['perPhase']> {
  const running = [...processes];
  const perPhase: BulkSurvival['perPhase'] = {};
  const returns: Promise<unknown>[] = [];
  let failure: unknown = null;
  for (const planned of planDisruptions(count, random)) {
    while (!hasReached(customer, planned) || running.length === 0) {
      if (failure) throw failure;
      await sleep(5);
    }
    // Mostly immediately, sometimes only after the next step has started.
    await sleep(random() ** 2 * MAX_DELAY_MS);
    const [target] = running.splice(Math.floor(random() * running.length), 1);
    if (!target) continue;
    const { phase } = customer.progress;
    perPhase[phase] = (perPhase[phase] ?? 0) + 1;
    const isBack = disruption(target, random).then(() => running.push(target));
    // Without a restart the customer would wait forever.
    isBack.catch((error: unknown) => {
      failure = error;
    });
    returns.push(isBack);
  }
  await Promise.all(returns);
  return perPhase;
}
