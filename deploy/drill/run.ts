import { parseArgs } from 'node:util';
import { readCount } from '../../server/src/commands/read-count.ts';
import { Cluster, MACHINES } from './cluster.ts';
import { FAULTS, type Failover, type FaultName, failOver } from './faults.ts';
import { namespacedNetwork } from './network.ts';
import { requirePackages, versions } from './packages.ts';
import { type Moment, noteMoment, restoreTo } from './restore.ts';
import { Site } from './site.ts';

/**
 * `node deploy/drill/run.ts --failovers 10`: kills the primary's machine ten times while customers buy. Also
 * `--crash`, `--cut`, `--full-disk` and `--restarts` with a number each. Then restores the database to a
 * moment after them, from a backup that was made before them. Needs root and Debian. Exits with 1 if anything was lost
 * or duplicated, or did not recover.
 */
const { values } = parseArgs({
  options: {
    failovers: { type: 'string', default: '1' },
    crash: { type: 'string', default: '1' },
    cut: { type: 'string', default: '1' },
    'full-disk': { type: 'string', default: '1' },
    restarts: { type: 'string', default: '1' },
  },
});
const DISK_MEGABYTES = 700;

const countOf = (name: keyof typeof values): number => readCount(name, values[name], { min: 0 });
const times = (fault: FaultName, name: keyof typeof values) =>
  Array.from({ length: countOf(name) }, () => fault);
const plan: FaultName[] = [
  ...times('kill', 'failovers'),
  ...times('crash', 'crash'),
  ...times('cut', 'cut'),
  ...times('full-disk', 'full-disk'),
];
const restarts = countOf('restarts');

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

function print({ fault, from, to, promotedMs, writesMs, reads, failedReads, wholeMs }: Failover): void {
  console.log(
    `${fault}: ${from} -> ${to} after ${seconds(promotedMs)}, writes down ${seconds(writesMs)}, ${failedReads} of ${reads} reads failed, all machines back after ${seconds(wholeMs)}`,
  );
}

function summarize(failovers: readonly Failover[]): void {
  for (const fault of Object.keys(FAULTS)) {
    const downs = failovers.filter((each) => each.fault === fault).map(({ writesMs }) => writesMs);
    if (downs.length === 0) continue;
    downs.sort((a, b) => a - b);
    const median = downs[Math.floor((downs.length - 1) / 2)] ?? 0;
    console.log(
      `${fault}: ${downs.length} times, writes down ${seconds(median)} (median), ${seconds(downs.at(-1) ?? 0)} (worst)`,
    );
  }
}

/** Log events of Lading by level and name, with their counts. */
function countEvents(log: string): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const [, level, event] of log.matchAll(/"level":"(\w+)"[^\n]*?"event":"([\w.]+)"/g))
    counts[`${level} ${event}`] = (counts[`${level} ${event}`] ?? 0) + 1;
  return counts;
}

async function restore(moment: Moment): Promise<string[]> {
  const { faults, before, after, output } = await restoreTo(moment, cluster, site);
  console.log(
    `Restored ${moment.at.toISOString()}: ${before} payments from before it, without ${after} that were acknowledged later; ${faults.length} faults`,
  );
  console.log(output);
  return faults;
}

let isCleaned = false;
async function cleanUp(): Promise<void> {
  if (isCleaned) return;
  isCleaned = true;
  await site.stop();
  await cluster.remove();
  network.remove();
}

if (process.getuid?.() !== 0)
  throw new Error('The whole drill needs root, for networks and disks of its own.');
requirePackages();
console.log(versions());
const network = namespacedNetwork(MACHINES);
const cluster = new Cluster({ network, diskMegabytes: DISK_MEGABYTES });
const site = new Site(cluster);
const failovers: Failover[] = [];
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void cleanUp().finally(() => process.exit(1)));
// Without this, machines and mounts would be left behind.
process.once('uncaughtException', (error) => {
  console.log(error);
  void cleanUp().finally(() => process.exit(1));
});
try {
  await cluster.start();
  await site.start();
  console.log(`The cluster is up in ${cluster.folder}.`);
  await cluster.backUp('--type=full', 'backup');
  for (const fault of plan) {
    const failover = await failOver(cluster, site, network, fault);
    failovers.push(failover);
    print(failover);
  }
  for (let restart = 0; restart < restarts; restart += 1) {
    const answers = await site.restartServers();
    console.log(`Answers to the probe while both servers were restarted: ${JSON.stringify(answers)}`);
  }
  const moment = await noteMoment(cluster, site);
  await site.waitForRounds(10);
  const faults = await site.check();
  summarize(failovers);
  const { crowd, probe } = site;
  console.log(
    `${crowd.paid().length} payments and ${crowd.labels()} labels were acknowledged, ${crowd.repeats()} calls were repeated, ${faults.length} faults`,
  );
  console.log(`Answers to the probe: ${JSON.stringify(probe.results())}`);
  console.log(`Log of Lading: ${JSON.stringify(countEvents(site.log()))}`);
  faults.push(...(await restore(moment)));
  for (const fault of faults.slice(0, 20)) console.log(fault);
  if (faults.length > 0) process.exitCode = 1;
} catch (error) {
  console.log(error);
  console.log(`Answers to the probe: ${JSON.stringify(site.probe.results())}`);
  for (const machine of cluster.machines) console.log(JSON.stringify((await machine.view())?.members));
  console.log(site.log().slice(-3000));
  process.exitCode = 1;
} finally {
  await cleanUp();
}
