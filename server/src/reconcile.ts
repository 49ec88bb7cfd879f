import { parseArgs } from 'node:util';
import { formatMoney } from '@lading/contract/money.ts';
import { compose, prepareDatabase } from './compose.ts';
import { type Config, readConfig } from './config.ts';
import { refundLostPayment, reportLostPayment } from './domains/payments/catch-up-payments.ts';
import { type CaughtUp, catchUp } from './domains/shipments/after-restore/catch-up.ts';
import { reportLostLabel, voidLostLabel } from './domains/shipments/after-restore/catch-up-labels.ts';
import type { ShipmentDeps } from './domains/shipments/shipments.deps.ts';
import { StartError } from './platform/app-error.ts';
import { later, minutes } from './platform/clock.ts';
import { joinDatabaseServer } from './platform/db/open-server.ts';
import { createLog } from './platform/log.ts';
import { backupBegunAt, forgetBackup } from './restored-backup.ts';

/** Clocks differ, and what was under way when the backup began may be on either side of it. */
const EARLIER_MS = minutes(10);

type Lost = CaughtUp['lost'];
/** What is done about the lost: shown, given back, or left to a person. */
type Wish = 'show' | 'give-back' | 'leave';

/**
 * `npm run reconcile`: brings a restored backup to where the carrier and the card provider are (CP18). What belongs to nothing in the
 * backup is only listed, until somebody says what is to become of it.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      since: { type: 'string' },
      'give-back': { type: 'boolean', default: false },
      leave: { type: 'boolean', default: false },
    },
  });
  if (values['give-back'] && values.leave)
    throw new StartError('Please give either --give-back or --leave, not both.');
  const wish = values['give-back'] ? 'give-back' : values.leave ? 'leave' : 'show';
  const config = readConfig(process.env);
  const since = later(beginOf(config, values.since), -EARLIER_MS);
  // What is found is said in words; only what stops it is an error.
  const log = createLog('fatal');
  const server = await joinDatabaseServer(config.dataDir, config.databaseUrl, log);
  try {
    await prepareDatabase(server.ownerUrl, config);
    // As a server: it hands out work, such as mails, and takes none.
    const composition = await compose(
      { ...config, role: 'server' },
      server.ownerUrl,
      log,
      () => config.publicUrl ?? '',
    );
    try {
      await composition.startJobs();
      const isDone = await reconcile(composition.deps, since, wish);
      if (isDone) forgetBackup(config.dataDir);
      process.exitCode = isDone ? 0 : 1;
    } finally {
      await composition.close();
    }
  } finally {
    await server.stop();
  }
}

function beginOf({ dataDir }: Config, given: string | undefined): Date {
  if (given === undefined) {
    const begunAt = backupBegunAt(dataDir);
    if (begunAt) return begunAt;
    throw new StartError(
      'Please say from when the backup is: npm run reconcile -- --since 2026-11-15T08:00:00Z',
    );
  }
  const time = new Date(given);
  if (Number.isNaN(time.getTime())) throw new StartError(`--since is not a time: ${given}`);
  return time;
}

/** True when nothing is left that somebody has to decide. */
async function reconcile(deps: ShipmentDeps, since: Date, wish: Wish): Promise<boolean> {
  if (!deps.labelProvider.books && !deps.paymentProvider.books) {
    console.log('The carrier and the card provider are in this database, so they are as old as it is.');
    return true;
  }
  const { lost, ...counts } = await catchUp(deps, since);
  console.log(`Brought up to date since ${since.toISOString()}:`);
  for (const [what, count] of Object.entries(counts)) console.log(`  ${what}: ${count}`);
  await settleLost(deps, lost, wish);
  if (wish !== 'show' || lost.payments.length + lost.labels.length === 0) {
    console.log('Done. Lading can be started.');
    return true;
  }
  console.log(
    'These belong to nothing in the backup. Run it again with --give-back to return the money and void the labels, or with --leave to settle them yourself; either way they are listed under Incidents.',
  );
  return false;
}

async function settleLost(deps: ShipmentDeps, { payments, labels }: Lost, wish: Wish): Promise<void> {
  for (const payment of payments) {
    const what = wish === 'give-back' ? await refundLostPayment(deps, payment) : 'not given back';
    if (wish !== 'show') await reportLostPayment(deps, payment, what);
    const { intent, keptCents } = payment;
    console.log(`  payment ${intent.intentId}: ${formatMoney(keptCents)}, ${intent.status}, ${what}`);
  }
  for (const label of labels) {
    const what = wish === 'give-back' ? await voidLostLabel(deps, label) : 'not voided';
    if (wish !== 'show') await reportLostLabel(deps, label, what);
    console.log(`  label ${label.trackingNumber}: ${what}`);
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof StartError ? error.message : error);
  process.exit(1);
});
