import type { Handle } from '../../platform/db/database.ts';
import type { StoredBatch } from './bulk-batches.store.ts';
import { type Tally, tallyRows } from './bulk-row-views.store.ts';

/** More than are shown at the same time. */
const MAX_REMEMBERED = 200;

interface Counted {
  version: number;
  tallies: Promise<Tally[]>;
}

const counted = new WeakMap<Handle, Map<string, Counted>>();

/**
 * Row counts of a batch. Every change of its rows changes its version, so requests and listeners that see the same
 * version share them.
 */
export function countRows(db: Handle, { id, version }: StoredBatch): Promise<Tally[]> {
  const batches = counted.get(db) ?? new Map<string, Counted>();
  counted.set(db, batches);
  const known = batches.get(id);
  if (known?.version === version) return known.tallies;
  const tallies = tallyRows(db, id);
  batches.delete(id);
  batches.set(id, { version, tallies });
  const [oldest] = batches.keys();
  if (batches.size > MAX_REMEMBERED && oldest !== undefined) batches.delete(oldest);
  tallies.catch(() => {
    if (batches.get(id)?.tallies === tallies) batches.delete(id);
  });
  return tallies;
}
