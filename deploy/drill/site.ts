import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { type Database, openDatabase } from '../../server/src/platform/db/database.ts';
import { isAlive } from '../../server/src/platform/db/postmaster.ts';
import { createLog } from '../../server/src/platform/log.ts';
import { findMoneyFaults, waitForQuiet } from '../../server/test/money-checks.ts';
import { RestartableProcess } from '../../server/test/restartable-process.ts';
import { ShoppingCrowd, withdrawOffers } from '../../server/test/shopping-crowd.ts';
import type { Cluster } from './cluster.ts';
import { Probe } from './probe.ts';
import { waitUntil } from './programs.ts';
import { PORTS } from './settings.ts';

const QUIET_WITHIN_MS = 180_000;
/** Keeps each customer below 300 payments an hour in a run of twenty minutes. */
const PAUSE_MS = 3_000;
const BETWEEN_RESTARTS_MS = 5_000;

/** Two servers and two workers on a cluster, customers who buy through nginx, and a probe. */
export class Site {
  readonly crowd: ShoppingCrowd;
  readonly probe: Probe;
  readonly #cluster: Cluster;
  readonly #dataDir = mkdtempSync(join(tmpdir(), 'lading-drill-data-'));
  readonly #processes: RestartableProcess[];
  #shopping: Promise<void> = Promise.resolve();
  #isOver = false;
  #failure: Error | null = null;

  constructor(cluster: Cluster) {
    this.#cluster = cluster;
    const owner = cluster.url('lading_owner', 'primary');
    const env = {
      DATABASE_URL: cluster.url('lading_app', 'pooler'),
      DATABASE_SESSION_URL: cluster.url('lading_app', 'primary'),
      DATABASE_REPLICA_URL: cluster.url('lading_app', 'replica'),
      DATABASE_PREPARED_STATEMENTS: 'off',
      HOST: cluster.host,
      DRAIN_SECONDS: '10',
      TRUST_PROXY: cluster.host,
    };
    const node = (role: 'server' | 'worker', port: number, migrates: boolean) =>
      new RestartableProcess(this.#dataDir, owner, {
        role,
        env: { ...env, PORT: String(port), LADING_MIGRATE: migrates ? 'on' : 'off' },
      });
    this.#processes = [
      ...PORTS.servers.map((port, index) => node('server', port, index === 0)),
      ...PORTS.workers.map((port) => node('worker', port, false)),
    ];
    const address = `http://${cluster.host}:${PORTS.web}`;
    this.crowd = new ShoppingCrowd([async () => address], withdraw(owner), {
      pauseMs: PAUSE_MS,
      mayLoseRates: true,
    });
    this.probe = new Probe(address);
  }

  async start(): Promise<void> {
    for (const lading of this.#processes) await lading.start();
    await this.crowd.signUp();
    await this.probe.start();
    this.#shopping = this.crowd.shopWhile(() => !this.#isOver);
    // Awaited in `check`; an earlier failure must not end the drill before it has cleaned up.
    this.#shopping.catch((error: Error) => {
      this.#failure = error;
    });
  }

  /** Waits until customers have made this many more purchases. Fails when one of them got a wrong answer. */
  async waitForRounds(count: number): Promise<void> {
    const enough = this.crowd.rounds() + count;
    await waitUntil('customers buy', async () => {
      if (this.#failure) throw this.#failure;
      return this.crowd.rounds() >= enough;
    });
  }

  /**
   * Restarts both servers one after the other, as docs/NODES.md says, and returns the answers that the probe got during
   * the restarts.
   */
  async restartServers(): Promise<Record<string, number>> {
    const startedAt = performance.now();
    for (const server of this.#processes.slice(0, PORTS.servers.length)) {
      await server.end('SIGTERM');
      await server.start();
      await sleep(BETWEEN_RESTARTS_MS);
    }
    return this.probe.results(startedAt);
  }

  /** Stops the customers and returns everything that was lost or duplicated, or does not add up. */
  async check(): Promise<string[]> {
    this.#isOver = true;
    await this.#shopping;
    await this.probe.stop();
    const url = this.#cluster.url('lading_app', 'primary');
    const { db, close } = openDatabase(url, createLog('error'), 2);
    try {
      await waitForQuiet(db, undefined, QUIET_WITHIN_MS);
      const known = await settledPayments(db);
      const lost = this.crowd.paid().filter((id) => known.filter((each) => each === id).length !== 1);
      return [
        ...lost.map((id) => `payment ${id} was acknowledged but does not exist exactly once`),
        ...(await findMoneyFaults(db)),
        ...(await this.crowd.findChangedAnswers()),
        ...this.#deaths(),
        ...this.#badLines(),
      ];
    } finally {
      await close();
    }
  }

  /** The drill starts every process again that it ends, so one that is not running has exited unexpectedly. */
  #deaths(): string[] {
    return this.#processes
      .filter(({ pid }) => pid === null || !isAlive(pid))
      .map((lading) => `a process of Lading ended: ${lading.log.slice(-500)}`);
  }

  #badLines(): string[] {
    return this.log().match(/prepared statement[^"]*/g) ?? [];
  }

  /** The output of all processes. */
  log(): string {
    return this.#processes.map((lading) => lading.log).join('');
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    await this.#shopping.catch(() => {});
    await this.probe.stop();
    for (const lading of this.#processes) await lading.end('SIGKILL');
    rmSync(this.#dataDir, { recursive: true, force: true });
  }
}

/** The intents of payments that Lading and the payment provider agree on. */
export async function settledPayments(db: Database): Promise<string[]> {
  const { rows } = await sql<{ intent_id: string }>`
    SELECT intent_id FROM payments JOIN sandbox.gateway_intents USING (intent_id)
    WHERE payments.status = 'succeeded' AND gateway_intents.status = 'succeeded'`.execute(db);
  return rows.map((row) => row.intent_id);
}

/** The label provider's change, repeated while the database fails over. */
function withdraw(ownerUrl: string) {
  const once = withdrawOffers(ownerUrl, 'service');
  return async (quoteIds: readonly string[]) => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await once(quoteIds);
      } catch (error) {
        if (attempt === 600) throw error;
        await sleep(200);
      }
    }
  };
}
