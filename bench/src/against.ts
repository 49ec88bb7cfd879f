import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { BuyingCustomer } from '../../server/test/buying-customer.ts';
import { newBulkCustomer, processFile, sumOf } from './bulk.ts';
import { footprintOf } from './footprint.ts';
import { compare, percentile, report, secondsOf } from './harness.ts';
import { cpuOf, type Program, ROOT, startProgram, treeOf } from './program.ts';

const CUSTOMERS = 8;
const PURCHASES_EACH = 15;
const PURCHASE_ROUNDS = 6;
/**
 * A new process needs several hundred purchases until its code is compiled and its connections have their plans. The
 * versions take turns, because connections that are idle for half a minute are closed.
 */
const WARM_UP_ROUNDS = 6;
const ROWS = 1000;
const BULK_ROUNDS = 3;

/** What one version did. */
interface Run {
  program: Program;
  customers: BuyingCustomer[];
  labelMs: number[];
  purchases: number;
  purchaseCpu: Cpu;
  rows: number;
  rowCpu: Cpu;
}

/** Milliseconds of processor time. */
interface Cpu {
  app: number;
  database: number;
}

/**
 * This checkout against another one, for example an earlier commit: both run as `npm start` runs them, each with its
 * own database, and the same clients use them in turn. Processor time is the steadier figure on a busy machine.
 */
export async function benchAgainst(folder: string): Promise<void> {
  const checkout = resolve(folder);
  if (!existsSync(`${checkout}/node_modules`)) throw new Error(`Run "npm install" in ${checkout} first.`);
  await compareFootprints(checkout);
  const [now, then] = [await startRun(ROOT), await startRun(checkout)];
  try {
    await comparePurchases(now, then);
    await compareBulk(now, then);
  } finally {
    await now.program.stop();
    await then.program.stop();
  }
}

async function compareFootprints(checkout: string): Promise<void> {
  // The first start of a version fills its compile cache.
  await footprintOf(checkout);
  await footprintOf(ROOT);
  const [then, now] = [await footprintOf(checkout), await footprintOf(ROOT)];
  const line = (what: string, a: number, b: number, unit: string, aim: string) =>
    console.log(
      `${what.padEnd(62)} ${(a / b).toFixed(2)}  (${a.toFixed(2)} ÷ ${b.toFixed(2)} ${unit}; aim ${aim})`,
    );
  line('Second start ÷ the other version', now.secondSeconds, then.secondSeconds, 's', '≤ 2 s with npm');
  line('Idle memory with database ÷ the other version', now.allMb, then.allMb, 'MB', '≤ 170 MB');
}

async function startRun(checkout: string): Promise<Run> {
  const program = await startProgram({ LADING_RATE_LIMITS: 'off' }, checkout);
  const customers = Array.from(
    { length: CUSTOMERS },
    (_, at) => new BuyingCustomer(async () => program.url, { name: `buyer${at}`, careful: true }),
  );
  for (const customer of customers) await customer.signUp();
  const none = { app: 0, database: 0 };
  return {
    program,
    customers,
    labelMs: [],
    purchases: 0,
    purchaseCpu: { ...none },
    rows: 0,
    rowCpu: { ...none },
  };
}

async function buyInParallel({ customers, labelMs }: Pick<Run, 'customers' | 'labelMs'>): Promise<number> {
  const buy = async (customer: BuyingCustomer) => {
    for (let done = 0; done < PURCHASES_EACH; done += 1) {
      const rate = await customer.chooseRate();
      await customer.pay(rate);
      labelMs.push((await secondsOf(() => customer.fetchLabel(rate))) * 1000);
    }
  };
  return (CUSTOMERS * PURCHASES_EACH) / (await secondsOf(() => Promise.all(customers.map(buy))));
}

async function comparePurchases(now: Run, then: Run): Promise<void> {
  const perSecond = (run: Run) => async () => {
    run.purchases += CUSTOMERS * PURCHASES_EACH;
    return withCpu(run.program, run.purchaseCpu, () => buyInParallel(run));
  };
  for (let round = 0; round < WARM_UP_ROUNDS; round += 1)
    for (const run of [now, then]) await buyInParallel({ ...run, labelMs: [] });
  const ratio = await compare(PURCHASE_ROUNDS, perSecond(now), perSecond(then));
  report('Complete purchases/s ÷ the other version', ratio, '≥ 1.8');
  const [p95, p95Then] = [percentile(now.labelMs, 0.95), percentile(then.labelMs, 0.95)];
  const name = 'p95 of the label call ÷ the other version';
  console.log(
    `${name.padEnd(62)} ${(p95 / p95Then).toFixed(2)}  (${p95.toFixed(0)} ÷ ${p95Then.toFixed(0)} ms; aim ≤ 0.6)`,
  );
  reportCpu('a purchase', [now.purchaseCpu, now.purchases], [then.purchaseCpu, then.purchases]);
}

async function compareBulk(now: Run, then: Run): Promise<void> {
  let batches = 0;
  const [secondsNow, secondsThen]: [string[], string[]] = [[], []];
  const secondsWith = (run: Run, all: string[]) => async () => {
    batches += 1;
    run.rows += ROWS;
    const customer = await newBulkCustomer(run.program, `bulk${batches}`);
    const seconds = sumOf(await withCpu(run.program, run.rowCpu, () => processFile(customer, ROWS)));
    all.push(seconds.toFixed(1));
    return seconds;
  };
  const ratio = await compare(BULK_ROUNDS, secondsWith(now, secondsNow), secondsWith(then, secondsThen));
  report(`${ROWS} rows from upload to merged PDF ÷ the other version`, ratio, '≤ 0.5');
  console.log(`     seconds: ${secondsNow.join(', ')} and ${secondsThen.join(', ')} (aim ≤ 6)`);
  reportCpu('a row', [now.rowCpu, now.rows], [then.rowCpu, then.rows]);
}

/** Adds the processor time of the work. Connections stay open during the work, so no database process ends. */
async function withCpu<T>({ pid }: Program, total: Cpu, work: () => Promise<T>): Promise<T> {
  const before = cpuOfTree(pid);
  const result = await work();
  const after = cpuOfTree(pid);
  total.app += after.app - before.app;
  total.database += after.database - before.database;
  return result;
}

function cpuOfTree(pid: number): Cpu {
  const others = treeOf(pid).filter((candidate) => candidate !== pid);
  return { app: cpuOf(pid), database: others.reduce((sum, other) => sum + cpuOf(other), 0) };
}

function reportCpu(what: string, [now, count]: [Cpu, number], [then, countThen]: [Cpu, number]): void {
  for (const part of ['app', 'database'] as const) {
    const [ms, msThen] = [now[part] / count, then[part] / countThen];
    const name = `Processor time of ${what} ÷ the other version, ${part}`;
    console.log(
      `${name.padEnd(62)} ${(ms / msThen).toFixed(2)}  (${ms.toFixed(2)} ÷ ${msThen.toFixed(2)} ms)`,
    );
  }
}
