import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import type { Config } from './config.ts';
import { StartError } from './platform/app-error.ts';
import type { Database } from './platform/db/database.ts';
import type { LabelProvider } from './providers/label-providers/port.ts';
import type { PaymentProvider } from './providers/payments/port.ts';
import { hasLiveRecords } from './test-records.store.ts';

/** The field name is part of existing backups. */
const MarkerSchema = z.object({ begunAt: z.iso.datetime() });

const markerIn = (dataDir: string) => join(dataDir, 'backup.json');

/** Marks a data folder as a backup and records when the backup started. */
export function markBackup(dataDir: string, startedAt: Date): void {
  writeFileSync(markerIn(dataDir), `${JSON.stringify({ begunAt: startedAt.toISOString() })}\n`);
}

/** Null for a data folder that is not a backup. */
export function backupStartedAt(dataDir: string): Date | null {
  const marker = markerIn(dataDir);
  if (!existsSync(marker)) return null;
  return new Date(MarkerSchema.parse(JSON.parse(readFileSync(marker, 'utf8'))).begunAt);
}

/** From now on the data folder is in use and no longer a backup. */
export const unmarkBackup = (dataDir: string): void => rmSync(markerIn(dataDir), { force: true });

interface RestoredDeps {
  db: Database;
  labelProvider: LabelProvider;
  paymentProvider: PaymentProvider;
}

/**
 * Whether a backup with real payments or labels is only tried out: the configured providers know none of them. The folder
 * stays a backup, so that it must be reconciled before it is used with live keys.
 */
export const isRehearsal = async ({ providers }: Pick<Config, 'providers'>, db: Database): Promise<boolean> =>
  !providers.live && (await hasLiveRecords(db));

/**
 * The providers know what happened since the backup. Starting before reconciling with them would buy labels
 * and refund money a second time. Providers whose records are in this database need no reconciliation: their
 * records are as old as the backup.
 */
export async function refuseUnreconciled(
  config: Pick<Config, 'dataDir' | 'providers'>,
  { db, labelProvider, paymentProvider }: RestoredDeps,
): Promise<void> {
  const { dataDir } = config;
  const startedAt = backupStartedAt(dataDir);
  if (startedAt === null || (await isRehearsal(config, db))) return;
  if (labelProvider.records || paymentProvider.records)
    throw new StartError(
      `This data folder is a backup from ${startedAt.toISOString()}. If you are restoring it, run "npm run reconcile" first.`,
    );
  unmarkBackup(dataDir);
}
