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
import { onServer } from './database-server.ts';
import { findMoneyFaults, waitForQuiet } from './money-checks.ts';
import { MortalLading } from './mortal-lading.ts';
import { randomFrom } from './random-from.ts';
import type { Survival } from './survive-faults.ts';

const PIECES = 20;
const LOOK_AGAIN_MS = 25;
/** One row in so many cannot be shipped, and one in so many is refused by the carrier when it is bought. */
const BAD_EVERY = 20;
const isInvalid = (number: number) => number % BAD_EVERY === 3;
const isRefused = (number: number) => number % BAD_EVERY === 7;

/** Whom the kills meet, in turn: the phases in which most can be lost come most often. */
const VICTIMS: readonly BulkPhase[] = [
  'labels',
  'payment',
  'rates',
  'upload',
  'labels',
  'addresses',
  'labels',
  'rates',
];
const MOST_DELAY_MS = 100;
const MOST_AWAY_MS = 1000;

export interface BulkKills {
  rows: number;
  kills: number;
  seed: number;
  /** Program processes on the one database; each kill takes one of them. */
  processes: number;
}

export interface BulkSurvival extends Survival {
  refunds: number;
  /** How many kills met which phase. */
  met: Partial<Record<BulkPhase | 'over', number>>;
  /** From the first row to the last label. */
  batchMs: number;
}

/** A file goes from upload to labels while the program is killed at random moments of every phase, and started again. */
export async function killDuringBulk(databaseUrl: string, plan: BulkKills): Promise<BulkSurvival> {
  const random = randomFrom(plan.seed);
  const dataDir = mkdtempSync(join(tmpdir(), 'lading-bulk-'));
  const ladings = Array.from({ length: plan.processes }, () => new MortalLading(dataDir, databaseUrl));
  const customer = new BulkCustomer(inTurn(ladings), { name: 'bulk', lookAgainMs: LOOK_AGAIN_MS });
  const { db, close } = openDatabase(databaseUrl, createLog('error'), 2);
  try {
    await Promise.all(ladings.map((lading) => lading.start()));
    await customer.signUp();
    const begun = performance.now();
    const [paid, met] = await Promise.all([
      bringFile(customer, plan.rows, databaseUrl).finally(() => customer.leave()),
      killAlongTheWay(ladings, customer, plannedKills(plan.kills, random), random),
    ]);
    const batchMs = Math.round(performance.now() - begun);
    const quietAfterMs = await waitForQuiet(db);
    const expected = { rows: plan.rows, paid, isInvalid, isRefused };
    const { faults, labels, refunds } = await findBulkFaults(db, customer, expected);
    return {
      faults: [...(await findMoneyFaults(db)), ...faults],
      labels,
      refunds,
      met,
      batchMs,
      startsMs: ladings.flatMap((lading) => lading.startsMs),
      quietAfterMs,
    };
  } finally {
    await Promise.all(ladings.map((lading) => lading.end('SIGKILL')));
    await close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** The next of them, or whichever is there first while that is away. */
function inTurn(ladings: readonly MortalLading[]): () => Promise<string> {
  let turn = 0;
  return () => {
    turn = (turn + 1) % ladings.length;
    const order = [...ladings.slice(turn), ...ladings.slice(0, turn)];
    return Promise.any(order.map((lading) => lading.address()));
  };
}

/** The whole way; returns what was paid for. */
async function bringFile(customer: BulkCustomer, count: number, databaseUrl: string): Promise<BulkRow[]> {
  const rows = Array.from({ length: count }, (_, index) => cellsOf(index + 1));
  await customer.upload(rows, Math.ceil(count / PIECES));
  await customer.waitForAddresses();
  await customer.getRates();
  await withdraw(databaseUrl, await customer.rows());
  const paid = await customer.pay();
  await customer.waitForLabels();
  return paid;
}

const cellsOf = (number: number): BulkCells =>
  isInvalid(number) ? { ...rowToShip(number), receiver_city: '' } : rowToShip(number);

/** Between offer and purchase the carrier withdraws the services that some rows have chosen, and so refuses to sell them. */
async function withdraw(databaseUrl: string, rows: readonly BulkRow[]): Promise<void> {
  const quotes = rows.filter(({ number }) => isRefused(number)).flatMap((row) => row.selectedRateId ?? []);
  await onServer(
    databaseUrl,
    `UPDATE quotes SET carrier_rate = carrier_rate || '{"service": "withdrawn"}'
     WHERE id IN (${quotes.map((id) => `'${id}'`).join()})`,
  );
}

interface PlannedKill {
  phase: BulkPhase;
  share: number;
}

function plannedKills(count: number, random: () => number): PlannedKill[] {
  const kills = Array.from({ length: count }, (_, at) => ({
    phase: VICTIMS[at % VICTIMS.length] ?? 'labels',
    share: random(),
  }));
  return kills.sort((a, b) => orderOf(a.phase) - orderOf(b.phase) || a.share - b.share);
}

const orderOf = (phase: BulkPhase | 'over'): number =>
  phase === 'over' ? BULK_PHASES.length : BULK_PHASES.indexOf(phase);

const hasReached = ({ progress }: BulkCustomer, { phase, share }: PlannedKill): boolean =>
  orderOf(progress.phase) > orderOf(phase) || (progress.phase === phase && progress.share >= share);

/** Kills by how far the customer is, not by the clock: every phase is met however fast the machine is. */
async function killAlongTheWay(
  ladings: readonly MortalLading[],
  customer: BulkCustomer,
  kills: readonly PlannedKill[],
  random: () => number,
): Promise<BulkSurvival['met']> {
  const living = [...ladings];
  const met: BulkSurvival['met'] = {};
  const restarts: Promise<unknown>[] = [];
  let failure: unknown = null;
  for (const kill of kills) {
    while (!hasReached(customer, kill) || living.length === 0) {
      if (failure) throw failure;
      await sleep(5);
    }
    // Mostly at once, and sometimes only when the next thing has begun.
    await sleep(random() ** 2 * MOST_DELAY_MS);
    const [victim] = living.splice(Math.floor(random() * living.length), 1);
    if (!victim) continue;
    const { phase } = customer.progress;
    met[phase] = (met[phase] ?? 0) + 1;
    await victim.end('SIGKILL');
    const restart = sleep(random() * MOST_AWAY_MS)
      .then(() => victim.start())
      .then(() => living.push(victim));
    // Nobody comes back for a customer whose program does not start again.
    restart.catch((error: unknown) => {
      failure = error;
    });
    restarts.push(restart);
  }
  await Promise.all(restarts);
  return met;
}
