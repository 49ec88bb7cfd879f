import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import type { Config } from './config.ts';
import { StartError } from './platform/app-error.ts';
import type { LabelProvider } from './providers/label-providers/port.ts';
import type { PaymentProvider } from './providers/payments/port.ts';

const NoteSchema = z.object({ begunAt: z.iso.datetime() });

const noteIn = (dataDir: string) => join(dataDir, 'backup.json');

/** A backup knows that it is one, and from when. */
export function noteBackup(folder: string, begunAt: Date): void {
  writeFileSync(noteIn(folder), `${JSON.stringify({ begunAt: begunAt.toISOString() })}\n`);
}

/** Null for data that were never anything but the data in use. */
export function backupBegunAt(dataDir: string): Date | null {
  const note = noteIn(dataDir);
  return existsSync(note) ? new Date(NoteSchema.parse(JSON.parse(readFileSync(note, 'utf8'))).begunAt) : null;
}

/** From now on these are the data in use. */
export const forgetBackup = (dataDir: string): void => rmSync(noteIn(dataDir), { force: true });

/**
 * The carrier and the card provider know what happened since the backup. Whoever began to work without asking them would buy labels
 * and return money a second time. Providers in our own database are as old as it is.
 */
export function refuseUnreconciled(
  { dataDir }: Pick<Config, 'dataDir'>,
  { labelProvider, paymentProvider }: { labelProvider: LabelProvider; paymentProvider: PaymentProvider },
): void {
  const begunAt = backupBegunAt(dataDir);
  if (begunAt === null) return;
  if (labelProvider.books || paymentProvider.books)
    throw new StartError(
      `These data are a backup of ${begunAt.toISOString()}. If what it was made from is gone, run "npm run reconcile" on it first.`,
    );
  forgetBackup(dataDir);
}
