import { createHash } from 'node:crypto';
import type { StoredLabel } from '../../labels/port.ts';
import { AppError } from '../../platform/app-error.ts';
import type { LabelStorage } from '../../providers/label-storage/port.ts';

export interface LabelRow {
  format: StoredLabel['format'];
  bytes: Buffer | null;
  stored_as: string | null;
  sha256: Buffer | null;
  bought_sha256: Buffer | null;
}

/** The file in external storage is missing, or its bytes are not those that were stored. */
export class DamagedFileError extends Error {}

/** Reads a label from the database or from external storage. */
export const readLabel = async (storage: LabelStorage | null, row: LabelRow): Promise<StoredLabel> => ({
  format: row.format,
  bytes: row.bytes ?? (await fetchLabel(storage, row)),
});

/** Checks the hash, because other systems may be able to write to the storage. */
async function fetchLabel(
  storage: LabelStorage | null,
  { stored_as: name, sha256 }: LabelRow,
): Promise<Buffer> {
  if (!storage || name === null)
    throw unreachable(`${name} is in external storage, but LABEL_STORAGE is not set`);
  const bytes = await storage.get(name).catch((error: unknown) => {
    throw unreachable(error);
  });
  if (!bytes) throw new DamagedFileError(`${name} is missing`);
  if (!sha256?.equals(createHash('sha256').update(bytes).digest()))
    throw new DamagedFileError(`${name} does not match its stored hash`);
  return bytes;
}

const unreachable = (cause: unknown) =>
  new AppError('LABEL_STORAGE_UNREACHABLE', { cause, retryAfterSeconds: 10 });
