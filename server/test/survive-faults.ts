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
  /** What was lost, doubled or does not add up. */
  faults: string[];
  /** Purchases that customers were told about. */
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

interface Ordeal {
  /** Processes on the one database. */
  processes: number;
  /** Starts the processes, disturbs them and leaves them running. */
  disturb(processes: RestartableProcess[], shopping: Shopping): Promise<void>;
  /** Database URLs of the processes that do not connect directly, by position. */
  detours?: readonly (string | undefined)[];
  /** Rounds of each customer; by default they shop until the last disturbance. */
  rounds?: number;
}

/** Clients buy labels while the program is disturbed. Afterward, nothing may be lost, duplicated or unfinished. */
export async function surviveFaults(databaseUrl: string, ordeal: Ordeal): Promise<Survival> {
  const dataDir = mkdtempSync(join(tmpdir(), 'lading-faults-'));
  const processes = Array.from(
    { length: ordeal.processes },
    (_, index) =>
      new RestartableProcess(dataDir, ordeal.detours?.[index] ?? databaseUrl, { env: OPERATOR_ACCOUNT }),
  );
  const crowd = new ShoppingCrowd([inTurn(processes)], withdrawOffers(databaseUrl, 'service'), {
    declares: true,
  });
  const prepaid = new PrepaidCustomers(inTurn(processes));
  const billing = new BillingOperator(inTurn(processes));
  const { db, close } = openDatabase(databaseUrl, createLog('error'), 2);
  try {
    await startBillingIn(db, new Date());
    let disturbed = false;
    let over = false;
    const shopping = crowd
      .signUp()
      .then(() => {
        const mayGoOn = (round: number) => (ordeal.rounds === undefined ? !disturbed : round < ordeal.rounds);
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
    await ordeal.disturb(processes, { rounds: () => crowd.rounds(), isOver: () => over });
    disturbed = true;
    await shopping;
    const quietAfterMs = await waitForQuiet(db);
    const faults = [
      ...(await findMoneyFaults(db)),
      // A purchase that is killed twice, or for longer than its deadline, ends in a refund.
      ...(await crowd.findBrokenPromises(true)),
      ...(await prepaid.findBrokenPromises()),
      ...(await billing.findBrokenPromises()),
    ];
    const startsMs = processes.flatMap((lading) => lading.startsMs);
    return { faults, labels: crowd.labels(), startsMs, quietAfterMs };
  } finally {
    await Promise.all(processes.map((lading) => lading.end('SIGKILL')));
    await close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
