import { createHash } from 'node:crypto';
import { minutes } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import { inParallel } from '../../platform/in-parallel.ts';
import type { Log } from '../../platform/log.ts';
import type { LabelStorage } from '../../providers/label-storage/port.ts';
import {
  claimLabels,
  forgetLeftover,
  type LabelToMove,
  letGo,
  noteIfErased,
  selectLeftovers,
} from './stored-labels.store.ts';

export interface MoveLabelDeps {
  db: Database;
  log: Log;
  /** Null: labels stay in the database. */
  labelStorage: LabelStorage | null;
}

/** Longer than those claimed together can take, each with two calls of ten seconds. */
const LEASE_MS = minutes(2);
const CONCURRENCY = 40;
const PARALLEL = 8;
/** A backlog, such as all labels from before there was outside storage, is moved bit by bit. */
const MAX_PER_RUN = 800;

/** Moves labels from the database to outside storage, wherever and whenever they were bought, and removes files of erased clients. */
export async function moveLabels(deps: MoveLabelDeps): Promise<void> {
  const { db, labelStorage } = deps;
  if (!labelStorage) return;
  await removeLeftovers(deps, labelStorage);
  for (let begun = 0; begun < MAX_PER_RUN; begun += CONCURRENCY) {
    const labels = await claimLabels(db, CONCURRENCY, LEASE_MS);
    const errors = await inParallel(labels, PARALLEL, (label) =>
      move(deps, labelStorage, label).catch((error: unknown) => error),
    );
    const failed = errors.filter((error) => error !== undefined);
    if (failed.length > 0)
      deps.log.warn(
        { err: failed[0], labels: failed.length },
        'labels could not be moved; they stay for now',
      );
    // What failed is left alone until its lease is over, which is also the pause after which it is tried again.
    if (failed.length > 0 || labels.length < CONCURRENCY) return;
  }
}

/**
 * A name belongs to one label for ever, so putting a file twice, by two processes or after a kill, changes nothing. Read back and compared,
 * it has truly arrived: what a storage answers to a put is not the same everywhere.
 */
async function move({ db }: MoveLabelDeps, storage: LabelStorage, label: LabelToMove): Promise<void> {
  const { stored_as: name, format, bytes } = label;
  const contentType = format === 'pdf' ? 'application/pdf' : 'application/octet-stream';
  await storage.put(name, { contentType, bytes });
  const arrived = await storage.get(name);
  if (!arrived?.equals(bytes)) throw new Error(`the label storage does not give back what it got: ${name}`);
  if (!(await letGo(db, label.shipment_id, createHash('sha256').update(bytes).digest())))
    await noteIfErased(db, label);
}

async function removeLeftovers({ db }: MoveLabelDeps, storage: LabelStorage): Promise<void> {
  const names = await selectLeftovers(db, MAX_PER_RUN, LEASE_MS);
  await inParallel(names, PARALLEL, async (name) => {
    await storage.remove(name);
    await forgetLeftover(db, name);
  });
}
