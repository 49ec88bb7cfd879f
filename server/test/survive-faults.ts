import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '../src/platform/db/database.ts';
import { createLog } from '../src/platform/log.ts';
import { startBillingIn } from './billing.ts';
import { BillingOperator, OPERATOR_ACCOUNT } from './billing-operator.ts';
import { findMoneyFaults, waitForQuiet } from './money-checks.ts';
import { PrepaidCustomers } from './prepaid-customer.ts';
import { inTurn, RestartableProcess } from './restartable-process.ts';
import { ShoppingCrowd, withdrawOffers } from './shopping-crowd.ts';

export interface Survival {
  /** What was lost, was duplicated or does not add up. */
  faults: string[];
  /** Purchases that were confirmed to customers. */
  labels: number;
  /** Milliseconds from the start command to ready, per start. */
  startsMs: number[];
  /** From the last fault until nothing was in progress. */
  quietAfterMs: number;
}

export interface Shopping {
  /** Rounds of all customers so far. */
  rounds(): number;
  /** True when every customer has finished. */
  isOver(): boolean;
}

interface FaultRun {
  /** Processes on the one database. */
  processes: number;
  /** Starts the processes, disrupts them and leaves them running. */
  disrupt(processes: RestartableProcess[], shopping: Shopping): Promise<void>;
  /** Database URLs of the processes that do not connect directly, by position. */
  proxyUrls?: readonly (string | undefined)[];
  /** Rounds of each customer; by default they shop until the last disruption. */
  rounds?: number;
}

/** Clients buy labels while the program is disrupted. Afterward, nothing may be lost, duplicated or unfinished. */
export async function surviveFaults(databaseUrl: string, run: FaultRun): Promise<Survival> {
  const dataDir = mkdtempSync(join(tmpdir(), 'lading-faults-'));
  const processes = Array.from(
    { length: run.processes },
    (_, index) =>
      new RestartableProcess(dataDir, run.proxyUrls?.[index] ?? databaseUrl, { env: OPERATOR_ACCOUNT }),
  );
  const crowd = new ShoppingCrowd([inTurn(processes)], withdrawOffers(databaseUrl, 'service'), {
    declares: true,
  });
  const prepaid = new PrepaidCustomers(inTurn(processes));
  const billing = new BillingOperator(inTurn(processes));
  const { db, close } = openDatabase(databaseUrl, createLog('error'), 2);
  try {
    await startBillingIn(db, new Date());
    let disrupted = false;
    let over = false;
    const shopping = crowd
      .signUp()
      .then(() => {
        const mayGoOn = (round: number) => (run.rounds === undefined ? !disrupted : round < run.rounds);
        return Promise.all([
          crowd.shopWhile(mayGoOn),
          prepaid.shopWhile(mayGoOn),
          billing.billWhile(mayGoOn),
        ]);
      })
      .finally(() => {
        over = true;
      });
    // Awaited below; an earlier failure must not end the test run.
    shopping.catch(() => {});
    await run.disrupt(processes, { rounds: () => crowd.rounds(), isOver: () => over });
    disrupted = true;
    await shopping;
    const quietAfterMs = await waitForQuiet(db);
    const faults = [
      ...(await findMoneyFaults(db)),
      // A purchase that is interrupted twice, or for longer than its deadline, ends in a refund.
      ...(await crowd.findChangedAnswers(true)),
      ...(await prepaid.findLostTopUps()),
      ...(await billing.findWrongAdjustments()),
    ];
    const startsMs = processes.flatMap((lading) => lading.startsMs);
    return { faults, labels: crowd.labels(), startsMs, quietAfterMs };
  } finally {
    await Promise.all(processes.map((lading) => lading.end('SIGKILL')));
    await close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
