import { createHash } from 'node:crypto';
import { minutes } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import { forEachIsolated } from '../../platform/for-each-isolated.ts';
import { inParallel } from '../../platform/in-parallel.ts';
import type { Log } from '../../platform/log.ts';
import type { LabelStorage } from '../../providers/label-storage/port.ts';
import {
  claimLabels,
  deleteLeftover,
  dropInlineBytes,
  type LabelToMove,
  postponeLeftovers,
  queueRemovalIfErased,
  selectLeftovers,
} from './stored-labels.store.ts';

interface MoveLabelDeps {
  db: Database;
  log: Log;
  /** Null when labels stay in the database. */
  labelStorage: LabelStorage | null;
}

/** Longer than one page can take: each label needs two calls of up to ten seconds. */
const LEASE_MS = minutes(2);
const CONCURRENCY = 40;
const PARALLEL = 8;
/** Spreads a backlog over many runs, such as all labels from before external storage was configured. */
const MAX_PER_RUN = 800;

/** Moves labels from the database to external storage, and removes files whose label was erased. */
export async function moveLabels(deps: MoveLabelDeps): Promise<void> {
  const { db, labelStorage } = deps;
  if (!labelStorage) return;
  await removeLeftovers(deps, labelStorage);
  for (let started = 0; started < MAX_PER_RUN; started += CONCURRENCY) {
    const labels = await claimLabels(db, CONCURRENCY, LEASE_MS);
    const errors = await inParallel(labels, PARALLEL, (label) =>
      move(deps, labelStorage, label).catch((error: unknown) => error),
    );
    const failed = errors.filter((error) => error !== undefined);
    if (failed.length > 0)
      deps.log.warn(
        { event: 'labels.move_failed', err: failed[0], labels: failed.length },
        'Labels could not be moved to external storage; will retry',
      );
    // The lease of a failed label is also the pause before its next attempt.
    if (failed.length > 0 || labels.length < CONCURRENCY) return;
  }
}

/**
 * A file name belongs to one label forever, so writing it twice changes nothing. We read the file back,
 * because not every storage service guarantees that a successful write is complete.
 */
async function move({ db }: MoveLabelDeps, storage: LabelStorage, label: LabelToMove): Promise<void> {
  const { stored_as: name, format, bytes } = label;
  const contentType = format === 'pdf' ? 'application/pdf' : 'application/octet-stream';
  await storage.put(name, { contentType, bytes });
  const stored = await storage.get(name);
  if (!stored?.equals(bytes))
    throw new Error(`Label storage returned different bytes than were stored: ${name}`);
  if (!(await dropInlineBytes(db, label.shipment_id, createHash('sha256').update(bytes).digest())))
    await queueRemovalIfErased(db, label);
}

/** A file that can't be removed holds up neither the others nor the move. */
async function removeLeftovers({ db, log }: MoveLabelDeps, storage: LabelStorage): Promise<void> {
  for (let started = 0; started < MAX_PER_RUN; started += CONCURRENCY) {
    const names = await selectLeftovers(db, CONCURRENCY, LEASE_MS);
    const failed: { name: string; error: unknown }[] = [];
    await forEachIsolated(
      names,
      { concurrency: PARALLEL, onError: (error, name) => failed.push({ name, error }) },
      async (name) => {
        await storage.remove(name);
        await deleteLeftover(db, name);
      },
    );
    if (failed.length > 0) {
      log.warn(
        { event: 'labels.removal_failed', err: failed[0]?.error, labels: failed.length },
        'Label files of erased clients or shipments could not be removed from external storage; will retry',
      );
      await postponeLeftovers(
        db,
        failed.map(({ name }) => name),
      );
    }
    if (failed.length > 0 || names.length < CONCURRENCY) return;
  }
}
