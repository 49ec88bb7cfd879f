import { setTimeout as sleep } from 'node:timers/promises';
import { type Database, openDatabase } from '../../src/platform/db/database.ts';
import { createLog } from '../../src/platform/log.ts';
import { FAST_TIMINGS } from '../../src/timings.ts';
import { findBulkFaults } from '../bulk-checks.ts';
import { BulkCustomer, rowToShip } from '../bulk-customer.ts';
import { BuyingCustomer } from '../buying-customer.ts';
import { startCuttingProxy } from '../cutting-proxy.ts';
import { REFUSED_NAME } from '../doubles/shippo-double-options.ts';
import {
  type Disruption,
  disruptByProgress,
  isInvalid,
  isRefused,
  killAndStart,
  processFile,
  rowsOf,
} from '../kill-during-bulk.ts';
import { findMoneyFaults, waitForQuiet } from '../money-checks.ts';
import { countOpenFiles } from '../processes.ts';
import { randomFrom } from '../random-from.ts';
import { inTurn } from '../restartable-process.ts';
import { ShoppingCrowd, withdrawOffers } from '../shopping-crowd.ts';
import type { spread } from '../spread.ts';
import { startProbe } from './probe.ts';
import { findLeakedSecrets, findWrongLabels } from './production-checks.ts';
import type { ProductionFault } from './production-faults.ts';
import { type ProductionFigures, takeFigures } from './production-figures.ts';
import { ProductionSite } from './production-site.ts';
import { watchInvariants } from './watch-invariants.ts';

/** Counted from the last fault. */
const SETTLES_WITHIN_MS = 120_000;
const MAX_AWAY_MS = 3_000;
const LOOK_AGAIN_MS = 100;
/** Every nth payment is first tried with a declined card; more than in production, because a run is short. */
const DECLINED_EVERY = 5;

interface ProductionPlan {
  rows: number;
  kills: number;
  seed: number;
}

interface ProductionSurvival extends ProductionFigures {
  /** What was lost, was duplicated or does not add up. */
  faults: string[];
  perPhase: Record<string, number>;
  /** From the first row of the file to its last label. */
  batchMs: number;
  quietAfterMs: number;
  /** Calls that customers retried after no answer or a server error. */
  repeats: number;
  /** Checks of the invariants during the run. */
  looks: number;
  /** Commits whose answer was lost. */
  cuts: number;
  probeMs: ReturnType<typeof spread>;
  /** Of the process with the most open files. */
  openFiles: number;
}

/**
 * Processes a batch and single purchases on two servers and two workers with Shippo and Stripe behind them, while the named
 * faults happen and processes are killed. Afterward, nothing may be lost, duplicated or unfinished.
 */
export async function surviveProduction(
  databaseUrl: string,
  fault: ProductionFault,
  { rows, kills, seed }: ProductionPlan,
): Promise<ProductionSurvival> {
  const random = randomFrom(seed);
  const proxy = fault.cutEveryCommit ? await startCuttingProxy(databaseUrl, fault.cutEveryCommit) : null;
  const site = await ProductionSite.start(databaseUrl, {
    ...withSeed(fault, seed),
    proxyUrl: proxy?.url,
  });
  const { db, close } = openDatabase(databaseUrl, createLog('error'), 3);
  const { payByCard } = site;
  const address = inTurn(site.servers);
  const customer = new BulkCustomer(address, {
    name: 'bulk',
    lookAgainMs: LOOK_AGAIN_MS,
    payByCard,
    declinedEvery: 1,
  });
  const crowd = new ShoppingCrowd(
    site.servers.map((server) => server.address),
    withdrawOffers(databaseUrl, 'offerId'),
    { payByCard, declinedEvery: DECLINED_EVERY },
  );
  const reader = new BuyingCustomer(address, { name: 'reader', careful: true });
  try {
    const [token] = await Promise.all([reader.signUp(), customer.signUp(), crowd.signUp()]);
    const invariants = watchInvariants(db);
    const probe = startProbe(address, token);
    const disruptedAt: Date[] = [];
    const disruption = recordingTimes(disruptionOf(fault), disruptedAt);
    const targets = fault.disruption === 'pause-worker' ? site.workers : site.processes;
    const begun = performance.now();
    let isOver = false;
    const file = processFile(customer, rowsWithRefusals(rows), async () => {}).finally(() => {
      isOver = true;
    });
    const [paid, perPhase, batchMs] = await Promise.all([
      file,
      disruptByProgress(targets, customer, kills, random, disruption),
      file.then(() => Math.round(performance.now() - begun)),
      crowd.shopWhile(() => !isOver),
    ]);
    await site.calm();
    const faults: string[] = [];
    const quietAfterMs = await waitForQuiet(db, site.journals, SETTLES_WITHIN_MS).catch((error: Error) => {
      faults.push(error.message);
      return SETTLES_WITHIN_MS;
    });
    const watched = await invariants.stop();
    const expected = { rows, paid, isInvalid, isRefused, anyMayFail: fault.anyMayFail ?? false };
    const figures = await takeFigures(db, site, disruptedAt);
    faults.push(
      ...watched.faults,
      ...(await findMoneyFaults(db, site.journals)),
      ...(await findBulkFaults(db, customer, expected, site.journals)).faults,
      ...(await crowd.findChangedAnswers(fault.anyMayFail)),
      ...(await findSiteFaults(db, site, fault.mayBuyTwice ? 0 : figures.secondLabels)),
    );
    return {
      faults,
      perPhase,
      batchMs,
      quietAfterMs,
      repeats: customer.repeats + crowd.repeats(),
      looks: watched.looks,
      cuts: proxy?.cuts() ?? 0,
      probeMs: await probe.stop(),
      openFiles: Math.max(...site.processes.map(({ pid }) => countOpenFiles(pid))),
      ...figures,
    };
  } finally {
    await site.close();
    await close();
    await proxy?.close();
  }
}

async function findSiteFaults(db: Database, site: ProductionSite, secondLabels: number): Promise<string[]> {
  return [
    ...(await findWrongLabels(db)),
    ...site.processes.flatMap(({ log }) => findLeakedSecrets(log)),
    ...(secondLabels > 0 ? [`${secondLabels} label(s) were bought a second time`] : []),
  ];
}

const withSeed = ({ shippo, stripe, webhooks }: ProductionFault, seed: number) => ({
  shippo: { ...shippo, seed, faults: { ...shippo?.faults, seed } },
  stripe: { ...stripe, faults: { ...stripe?.faults, seed } },
  webhooks,
});

/** The label provider refuses recipients with this name. */
export const rowsWithRefusals = (count: number) =>
  rowsOf(count).map((cells, index) =>
    isRefused(index + 1)
      ? { ...rowToShip(index + 1), receiver_fullname: `${REFUSED_NAME} ${index + 1}` }
      : cells,
  );

function disruptionOf({ disruption }: ProductionFault): Disruption {
  if (disruption === 'pause-worker') return pause;
  return disruption === 'restart-gracefully' ? restartOneByOne() : killAndStart(MAX_AWAY_MS);
}

/** Records the time of each disruption. */
const recordingTimes =
  (disruption: Disruption, times: Date[]): Disruption =>
  (target, random) => {
    times.push(new Date());
    return disruption(target, random);
  };

/** Long enough for other workers to take over its expired leases; then it resumes. */
const pause: Disruption = async (target) => {
  target.signal('SIGSTOP');
  await sleep(3 * FAST_TIMINGS.leaseMs);
  target.signal('SIGCONT');
};

/** One after the other, like a rolling update. */
function restartOneByOne(): Disruption {
  let before: Promise<unknown> = Promise.resolve();
  return (target) => {
    const restart = before.then(async () => {
      await target.end('SIGTERM');
      await target.start();
    });
    before = restart.catch(() => {});
    return restart;
  };
}
