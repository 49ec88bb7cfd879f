import { BulkCellsSchema } from '@lading/contract/bulk/row.ts';
import * as z from 'zod/mini';
import type { KeptEdits } from './edit-queue.ts';
import type { Scheduler } from './scheduler.ts';

const KeptEditsSchema = z.object({
  cells: z.array(z.tuple([z.number(), BulkCellsSchema])),
  removed: z.array(z.tuple([z.number(), z.boolean()])),
});

/** Empty if the stored value is invalid or from another version. */
export function readKeptEdits(kept: unknown): KeptEdits {
  const parsed = KeptEditsSchema.safeParse(kept);
  return parsed.success ? parsed.data : { cells: [], removed: [] };
}

/** Writes the latest state in its own task, one write at a time so that an older one cannot land last. */
export function createKeeper(
  read: () => KeptEdits | null,
  write: (edits: KeptEdits | null) => Promise<void>,
  later: Scheduler['later'],
) {
  let writing = false;
  let again = false;
  return async function keep(): Promise<void> {
    again = true;
    if (writing) return;
    writing = true;
    await new Promise<void>((done) => later(done));
    while (again) {
      again = false;
      await write(read());
    }
    writing = false;
  };
}
