import { parseArgs } from 'node:util';
import { compose } from '../compose.ts';
import { type Config, readConfig } from '../config.ts';
import type { CatchUpDeps } from '../domains/shipments/after-restore/after-restore.deps.ts';
import { catchUp } from '../domains/shipments/after-restore/catch-up.ts';
import { type LostAction, settleLost } from '../domains/shipments/after-restore/settle-lost.ts';
import { StartError } from '../platform/app-error.ts';
import { later, minutes } from '../platform/clock.ts';
import { createLog } from '../platform/log.ts';
import { backupStartedAt, isRehearsal, unmarkBackup } from '../restored-backup.ts';
import { joinServer } from './join-server.ts';
import { readyDatabase } from './ready-database.ts';
import { runCommand } from './run-command.ts';

/** Clocks differ, and requests that were running when the backup started may be on either side of it. */
const OVERLAP_MS = minutes(10);

/**
 * `npm run reconcile`: updates a restored backup from the records of the label and payment providers. It lists
 * payments and labels that the backup does not contain, and refunds or voids them only on request.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      since: { type: 'string' },
      refund: { type: 'boolean', default: false },
      /** Deprecated: the old name of --refund. */
      'give-back': { type: 'boolean', default: false },
      leave: { type: 'boolean', default: false },
    },
  });
  if (values['give-back']) console.error('Warning: --give-back is deprecated. Use --refund instead.');
  const refund = values.refund || values['give-back'];
  if (refund && values.leave) throw new StartError('Use either --refund or --leave, not both.');
  const action = refund ? 'refund' : values.leave ? 'leave' : 'list';
  const config = readConfig(process.env);
  const since = later(readSince(config, values.since), -OVERLAP_MS);
  // The command prints its results itself.
  const log = createLog('fatal');
  console.log('Opening the database. Recovering a large backup may take minutes.');
  const server = await joinServer(config, log);
  try {
    await readyDatabase(server, config);
    // As a server it enqueues jobs, such as emails, and runs none.
    const composition = await compose(
      { ...config, role: 'server' },
      server.appUrl,
      log,
      () => config.publicUrl ?? '',
    );
    try {
      await composition.startJobs();
      const isDone = await reconcile(composition.deps, since, action);
      if (isDone && !(await isRehearsal(config, composition.deps.db))) unmarkBackup(config.dataDir);
      process.exitCode = isDone ? 0 : 1;
    } finally {
      await composition.close();
    }
  } finally {
    await server.stop();
  }
}

function readSince({ dataDir }: Config, given: string | undefined): Date {
  if (given === undefined) {
    const startedAt = backupStartedAt(dataDir);
    if (startedAt) return startedAt;
    throw new StartError(
      'Specify when the backup was made: npm run reconcile -- --since 2026-11-15T08:00:00Z',
    );
  }
  const time = new Date(given);
  if (Number.isNaN(time.getTime())) throw new StartError(`--since is not a valid time: ${given}`);
  return time;
}

/** False when a person has to decide about payments or labels. */
async function reconcile(deps: CatchUpDeps, since: Date, action: LostAction): Promise<boolean> {
  if (!deps.labelProvider.records && !deps.paymentProvider.records) {
    console.log('The provider records are part of this database, so there is nothing to reconcile.');
    return true;
  }
  const { lost, ...counts } = await catchUp(deps, since);
  console.log(`Updated from provider records since ${since.toISOString()}:`);
  for (const [what, count] of Object.entries(counts)) console.log(`  ${what}: ${count}`);
  await settleLost(deps, lost, action, console.log);
  if (action !== 'list' || lost.payments.length + lost.labels.length === 0) {
    console.log('Done. You can start Lading.');
    return true;
  }
  console.log(
    'The backup does not contain these payments and labels. Run “npm run reconcile -- --refund” to refund the payments and void the labels, or “npm run reconcile -- --leave” to handle them yourself. If you used --since, repeat it. Either way they are listed under Incidents.',
  );
  return false;
}

runCommand(main);
