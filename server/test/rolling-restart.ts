import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Role } from '../src/config.ts';
import { openDatabase } from '../src/platform/db/database.ts';
import { createLog } from '../src/platform/log.ts';
import { findMoneyFaults, waitForQuiet } from './money-checks.ts';
import { RestartableProcess } from './restartable-process.ts';
import { type FailedForward, RoundRobinProxy } from './round-robin-proxy.ts';
import { ShoppingCrowd, withdrawOffers } from './shopping-crowd.ts';
import type { Survival } from './survive-faults.ts';

/** Several health checks of the proxy, so that it notices before the port closes. */
const DRAIN_MS = 1_000;
const ROUNDS_BETWEEN = 3;

interface RollingRestart extends Survival {
  requests: number;
  /** Requests without an answer. */
  failed: FailedForward[];
  /** Of them, those that were not safe to retry. */
  notRepeatable: number;
  /** Refused connections, after which the proxy asked another process. */
  refused: number;
  /** From the signal to the end of the process, without the drain time. */
  drainsMs: number[];
}

interface RestartPlan {
  rounds: number;
  workers: number;
  /** Processes to restart per round; servers and workers alternate. */
  restarts: number;
}

/** F21: two servers behind a proxy and some workers, restarted one after the other while customers buy. */
export async function restartInTurn(
  databaseUrl: string,
  { rounds, workers, restarts }: RestartPlan,
): Promise<RollingRestart> {
  const dataDir = mkdtempSync(join(tmpdir(), 'lading-rolling-'));
  const env = { DRAIN_SECONDS: String(DRAIN_MS / 1000) };
  const node = (role: Role) => new RestartableProcess(dataDir, databaseUrl, { role, env });
  const servers = [node('server'), node('server')];
  const all = [...servers, ...Array.from({ length: workers }, () => node('worker'))];
  const inTurn = [all[0], all[2], all[1], all[3]].flatMap((lading) => lading ?? []).slice(0, restarts);
  const proxy = new RoundRobinProxy(servers.map(({ address }) => address));
  const { db, close } = openDatabase(databaseUrl, createLog('error'), 2);
  try {
    const url = await proxy.open();
    await Promise.all(all.map((lading) => lading.start()));
    await proxy.allReady();
    const crowd = new ShoppingCrowd([async () => url], withdrawOffers(databaseUrl, 'service'));
    await crowd.signUp();
    let over = false;
    const shopping = crowd.shopWhile(() => !over);
    // Awaited below; an earlier failure must not end the test run.
    shopping.catch(() => {});
    const drainsMs: number[] = [];
    const restartOne = async (lading: RestartableProcess) => {
      const enough = crowd.rounds() + ROUNDS_BETWEEN;
      while (crowd.rounds() < enough) await sleep(20);
      const begun = performance.now();
      await lading.end('SIGTERM');
      drainsMs.push(Math.round(performance.now() - begun - (servers.includes(lading) ? DRAIN_MS : 0)));
      await lading.start();
      await proxy.allReady();
    };
    for (let round = 0; round < rounds; round += 1) for (const lading of inTurn) await restartOne(lading);
    over = true;
    await shopping;
    const quietAfterMs = await waitForQuiet(db);
    return {
      faults: [...(await findMoneyFaults(db)), ...(await crowd.findChangedAnswers())],
      labels: crowd.labels(),
      startsMs: all.flatMap(({ startsMs }) => startsMs),
      quietAfterMs,
      requests: proxy.forwarded,
      failed: proxy.failed,
      notRepeatable: proxy.failed.filter(({ method, keyed }) => method === 'POST' && !keyed).length,
      refused: proxy.refused,
      drainsMs,
    };
  } finally {
    await Promise.all(all.map((lading) => lading.end('SIGKILL')));
    proxy.close();
    await close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
