import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import autocannon from 'autocannon';
import { buildApp } from '../../server/src/app.ts';
import { type Composition, compose, prepareDatabase } from '../../server/src/compose.ts';
import { readConfig } from '../../server/src/config.ts';
import { WORK_CHANNEL } from '../../server/src/domains/bulk/bulk.deps.ts';
import { BulkWorker } from '../../server/src/domains/bulk/bulk-worker.ts';
import { createAdmin } from '../../server/src/domains/identity/create-admin.ts';
import { openDatabaseServer, requireOwner } from '../../server/src/platform/db/open-server.ts';
import { createLog } from '../../server/src/platform/log.ts';
import type { LabelProvider } from '../../server/src/providers/label-providers/port.ts';

export interface BenchApp {
  url: string;
  /** The database, under its owner. */
  ownerUrl: string;
  appUrl: string;
  email: string;
  password: string;
  token: string;
  deps: Composition['deps'];
  close(): Promise<void>;
}

/**
 * The real server on its own embedded database, with limits off and one client signed in. It does batch work but
 * no periodic jobs.
 */
export async function startBenchApp(
  wrapLabelProvider: (provider: LabelProvider) => LabelProvider = (provider) => provider,
  settings: Record<string, string> = {},
): Promise<BenchApp> {
  const dataDir = mkdtempSync(join(tmpdir(), 'lading-bench-'));
  const log = createLog('error');
  const config = readConfig({
    LADING_DATA_DIR: dataDir,
    LADING_RATE_LIMITS: 'off',
    LADING_WEB: 'off',
    LADING_DEMO: 'off',
    // Lets every request claim its own IP address, so that sign-in throttling does not affect the measurement.
    TRUST_PROXY: '127.0.0.1',
    ...settings,
  });
  const server = await openDatabaseServer(config, log);
  await prepareDatabase(requireOwner(server), config);
  const composition = await compose(config, server.appUrl, log, () => 'http://localhost');
  const { deps } = composition;
  deps.labelProvider = wrapLabelProvider(deps.labelProvider);
  const app = await buildApp(config, deps);
  await composition.startJobs();
  const bulk = new BulkWorker(deps);
  deps.notifications.listen(WORK_CHANNEL, (work) => bulk.wake(work));
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const account = { email: 'bench@lading.example', password: 'a long password' };
  await createAdmin(deps, { ...account, by: 'command' });
  const login = await postJson(`${url}/api/auth/login`, account);
  const { token } = (await login.json()) as { token: string };
  return {
    url,
    ownerUrl: server.adminUrl ?? requireOwner(server),
    appUrl: server.appUrl,
    ...account,
    token,
    deps,
    close: async () => {
      await app.close();
      await bulk.stop();
      await composition.close();
      await server.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

let callers = 0;

export function postJson(url: string, body: object): Promise<Response> {
  callers += 1;
  const address = `10.${(callers >> 16) & 255}.${(callers >> 8) & 255}.${callers & 255}`;
  return fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
    body: JSON.stringify(body),
  });
}

export async function requestsPerSecond(url: string, headers: Record<string, string> = {}): Promise<number> {
  const result = await autocannon({ url, headers, connections: 20, duration: 3 });
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${url} answered with errors`);
  return result.requests.average;
}

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

export const percentile = (values: number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ??
  Number.NaN;

export interface Ratio {
  ratio: number;
  from: number;
  to: number;
}

/** Alternates A and B (A B B A …) so that a slowdown of the machine affects both, and reports the median ratio with its range. */
export async function compare(
  rounds: number,
  a: () => Promise<number>,
  b: () => Promise<number>,
): Promise<Ratio> {
  const ratios: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const [first, second] = round % 2 === 0 ? [a, b] : [b, a];
    const one = await first();
    const other = await second();
    ratios.push(round % 2 === 0 ? one / other : other / one);
  }
  return { ratio: median(ratios), from: Math.min(...ratios), to: Math.max(...ratios) };
}

export function report(name: string, { ratio, from, to }: Ratio, aim: string): void {
  console.log(`${name.padEnd(62)} ${ratio.toFixed(2)}  (${from.toFixed(2)}–${to.toFixed(2)}; aim ${aim})`);
}

/** The CPU time of all threads so far. Unlike wall-clock time, other programs do not affect it. */
export function cpuMilliseconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

export async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return (performance.now() - startedAt) / 1000;
}
