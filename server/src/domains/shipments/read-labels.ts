import { createHash } from 'node:crypto';
import { AppError } from '../../platform/app-error.ts';
import { inParallel } from '../../platform/in-parallel.ts';
import type { StoredLabel } from '../../providers/label-providers/port.ts';
import type { LabelStorage } from '../../providers/label-storage/port.ts';

export interface LabelRow {
  format: StoredLabel['format'];
  bytes: Buffer | null;
  stored_as: string | null;
  sha256: Buffer | null;
}

const PARALLEL = 8;

/** A label from wherever it lies. */
export const readLabel = async (storage: LabelStorage | null, row: LabelRow): Promise<StoredLabel> => ({
  format: row.format,
  bytes: row.bytes ?? (await fetchLabel(storage, row)),
});

/** In the order of their rows. */
export const readLabels = (storage: LabelStorage | null, rows: readonly LabelRow[]) =>
  inParallel(rows, PARALLEL, (row) => readLabel(storage, row));

/** Never a label that is not the one that was bought, whoever else can write to the storage. */
async function fetchLabel(
  storage: LabelStorage | null,
  { stored_as: name, sha256 }: LabelRow,
): Promise<Buffer> {
  if (!storage || name === null) throw away(`${name} lies in outside storage, and LABEL_STORAGE names none`);
  const bytes = await storage.get(name).catch((error: unknown) => {
    throw away(error);
  });
  if (!bytes) throw away(new Error(`${name} is missing`));
  if (!sha256?.equals(createHash('sha256').update(bytes).digest()))
    throw away(new Error(`${name} is not what was put there`));
  return bytes;
}

const away = (cause: unknown) => new AppError('LABEL_STORAGE_UNREACHABLE', { cause, retryAfterSeconds: 10 });
