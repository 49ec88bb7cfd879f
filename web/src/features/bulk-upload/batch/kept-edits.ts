import { BulkCellsSchema } from '@lading/contract/bulk/row.ts';
import * as z from 'zod/mini';
import type { KeptEdits } from './edit-queue.ts';

const KeptEditsSchema = z.object({
  cells: z.array(z.tuple([z.number(), BulkCellsSchema])),
  removed: z.array(z.tuple([z.number(), z.boolean()])),
});

/** Nothing for what this version did not write. */
export function readKeptEdits(kept: unknown): KeptEdits {
  const parsed = KeptEditsSchema.safeParse(kept);
  return parsed.success ? parsed.data : { cells: [], removed: [] };
}

/** Keeps the newest state; one write at a time, or an older one could come last. It has no share in the task of the edit. */
export function createKeeper(
  read: () => KeptEdits | null,
  write: (edits: KeptEdits | null) => Promise<void>,
  later: (run: () => void) => void,
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
