import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { type Database, openDatabase } from '../src/platform/db/database.ts';
import { createLog } from '../src/platform/log.ts';
import { type FaultStore, startFaultStores } from './fault-stores.ts';
import { RestartableProcess } from './restartable-process.ts';
import { StoreOwner } from './store-owner.ts';

interface StoreRun {
  /** Of all stores together. */
  orders: number;
  /** Crash points at which the worker crashes while orders are read, and while shipments are reported. */
  reading: readonly string[];
  reporting: readonly string[];
  /** How often server and worker are killed in turn while shipments are reported. */
  kills: number;
  seed: number;
}

interface StoreOutcome {
  /** Crash points that the worker never reached. */
  missed: string[];
  orders: number;
  shipped: number;
  /** Orders without exactly one tracking number and one email, or without a reason why they were not shipped. */
  wrong: string[];
  /** Sources whose open orders were compared with ours, and differences that the comparison found. */
  compared: number;
  incidents: number;
}

const BETWEEN_KILLS_MS = 2_000;

/** A client with one store of each kind imports, ships and reports all orders while stores fail and processes are killed. */
export async function surviveKills(ownerUrl: string, run: StoreRun): Promise<StoreOutcome> {
  const stores = await startFaultStores(run.seed);
  for (const [at, store] of stores.entries()) store.addOrders(shareOf(run.orders, at, stores.length));
  const records = stores.flatMap((store) => store.records());
  const toShip = records.filter(({ isToShip }) => isToShip).length;
  const dataDir = mkdtempSync(join(tmpdir(), 'lading-stores-'));
  const env = Object.assign(
    { ORDER_SOURCE_ALLOWED_HOSTS: stores.map(({ host }) => host).join() },
    ...stores.map((store) => store.env),
  );
  const server = new RestartableProcess(dataDir, ownerUrl, { role: 'server', env });
  const worker = new RestartableProcess(dataDir, ownerUrl, { role: 'worker', env });
  const { db, close } = openDatabase(ownerUrl, createLog('error'), 2);
  try {
    await server.start();
    const owner = new StoreOwner(server.address);
    await owner.open(stores);
    const missed = await crashAtEach(worker, run.reading);
    await owner.waitForOrders({ all: records.length });
    await owner.buyLabels(toShip);
    missed.push(...(await crashAtEach(worker, run.reporting)));
    await killInTurn([server, worker], run.kills);
    await owner.waitForReports();
    return {
      missed,
      orders: records.length,
      shipped: toShip,
      wrong: (await Promise.all(stores.map((store) => wrongIn(db, store)))).flat(),
      ...(await countComparisons(db)),
    };
  } finally {
    await server.retire();
    await worker.retire();
    await close();
    for (const store of stores) await store.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** So that all shares add up to the total. */
const shareOf = (total: number, at: number, stores: number): number =>
  Math.floor(((at + 1) * total) / stores) - Math.floor((at * total) / stores);

/** Returns the points that the process never reached. */
async function crashAtEach(lading: RestartableProcess, points: readonly string[]): Promise<string[]> {
  const missed: string[] = [];
  for (const point of points) {
    await lading.end('SIGKILL');
    if (!(await lading.crashAt(`${point}:1`))) missed.push(point);
  }
  await lading.start();
  return missed;
}

async function killInTurn(processes: readonly RestartableProcess[], kills: number): Promise<void> {
  for (let kill = 0; kill < kills; kill += 1) {
    const lading = processes[kill % processes.length];
    await sleep(BETWEEN_KILLS_MS);
    await lading?.end('SIGKILL');
    await lading?.start();
  }
}

/** Compares the orders of the store with ours. */
async function wrongIn(db: Database, { kind, records }: FaultStore): Promise<string[]> {
  const { rows } = await sql<{ external_id: string; status: string; excluded: string | null }>`
    SELECT o.external_id, o.status, o.excluded FROM orders o JOIN order_sources s ON s.id = o.source_id
    WHERE s.kind = ${kind}`.execute(db);
  const ours = new Map(rows.map((row) => [row.external_id, row]));
  const inStore = records();
  const wrong = inStore.flatMap(({ externalId, isToShip, trackingNumbers, mails }) => {
    const { status = 'missing', excluded = null } = ours.get(externalId) ?? {};
    const isRight = isToShip
      ? status === 'shipped' && trackingNumbers === 1 && mails === 1
      : excluded !== null && trackingNumbers === 0 && mails === 0;
    const facts = `${status}, ${excluded}, ${trackingNumbers} numbers, ${mails} emails`;
    return isRight ? [] : [`${kind} ${externalId}: ${facts}`];
  });
  return rows.length === inStore.length ? wrong : [...wrong, `${rows.length} orders of ${kind}`];
}

async function countComparisons(db: Database): Promise<Pick<StoreOutcome, 'compared' | 'incidents'>> {
  const { rows } = await sql<{ compared: number; incidents: number }>`
    SELECT (SELECT count(*) FROM order_sources WHERE counted_at IS NOT NULL)::int AS compared,
           (SELECT count(*) FROM incidents WHERE kind = 'orders_missing')::int AS incidents`.execute(db);
  return rows[0] ?? { compared: 0, incidents: 0 };
}
