import type { Batch, BatchWork } from '@lading/contract/bulk.ts';
import { BATCH_WORK } from '@lading/contract/bulk.ts';
import { dollarsOf } from '@lading/contract/money.ts';
import type { Actor } from '../../platform/actor.ts';
import { later } from '../../platform/clock.ts';
import type { Handle } from '../../platform/db/database.ts';
import { selectRefundedCents } from './batch-payments.store.ts';
import type { BulkDeps } from './bulk.deps.ts';
import { MAX_PAUSE_MS } from './bulk.timings.ts';
import { type StoredBatch, selectBatches, selectDuplicateFile } from './bulk-batches.store.ts';
import type { Tally } from './bulk-row-views.store.ts';
import { findBatch } from './find-batch.ts';
import { countRows } from './row-counts.ts';

const MAX_LISTED = 20;

const sum = (tallies: readonly Tally[], field: 'count' | 'cents' | 'retail_cents') =>
  tallies.reduce((total, tally) => total + tally[field], 0);

export async function showBatch({ db }: { db: Handle }, batch: StoredBatch): Promise<Batch> {
  const [tallies, refunded, duplicate] = await Promise.all([
    countRows(db, batch),
    selectRefundedCents(db, batch.id),
    selectDuplicateFile(db, batch),
  ]);
  const kept = tallies.filter(({ removed }) => !removed);
  const of = (status: Tally['status']) => kept.filter((tally) => tally.status === status);
  const chosen = of('rate_selected').filter(({ paid, work }) => !paid && work === null);
  const bought = of('label_generated');
  const retail = sum(chosen, 'retail_cents');
  const work = workOf(batch, tallies);
  // A pause ends with its last row, and address checks do not wait for it.
  const pausedAt = work === null || work.what === 'addresses' ? null : batch.paused_at;
  return {
    id: batch.id,
    fileName: batch.file_name,
    source: batch.source,
    columns: batch.columns,
    decimalComma: batch.decimal_comma,
    createdAt: batch.created_at.toISOString(),
    step: batch.step,
    rowCount: batch.row_count,
    received: sum(tallies, 'count'),
    counts: {
      pending: sum(of('pending'), 'count'),
      invalid: sum(of('invalid'), 'count'),
      rates_loaded: sum(of('rates_loaded'), 'count'),
      rate_selected: sum(of('rate_selected'), 'count'),
      label_generated: sum(bought, 'count'),
      label_failed: sum(of('label_failed'), 'count'),
      removed: sum(
        tallies.filter(({ removed }) => removed),
        'count',
      ),
    },
    work,
    paused: pausedAt !== null,
    resumeBefore: pausedAt && later(pausedAt, MAX_PAUSE_MS).toISOString(),
    chosen: {
      count: sum(chosen, 'count'),
      amount: dollarsOf(sum(chosen, 'cents')),
      retailAmount: retail > 0 ? dollarsOf(retail) : null,
    },
    bought: {
      count: sum(bought, 'count'),
      amount: dollarsOf(sum(bought, 'cents')),
      refunded: dollarsOf(refunded),
    },
    duplicateOf: duplicate && {
      id: duplicate.id,
      fileName: duplicate.file_name,
      createdAt: duplicate.created_at.toISOString(),
      labels: duplicate.labels,
    },
    version: batch.version,
  };
}

/** Progress of the latest kind of work that has unfinished rows. */
function workOf(batch: StoredBatch, tallies: readonly Tally[]): Batch['work'] {
  const left = (work: BatchWork) =>
    sum(
      tallies.filter((tally) => tally.work === work),
      'count',
    );
  const what = BATCH_WORK.toReversed().find((work) => left(work) > 0);
  if (!what) return null;
  const total = Math.max(batch.work_total, left(what));
  return {
    what,
    done: total - left(what),
    total,
    startedAt: (batch.work_started_at ?? batch.created_at).toISOString(),
  };
}

export const getBatch = async (
  deps: Pick<BulkDeps, 'db'>,
  actor: Pick<Actor, 'userId'>,
  id: string,
): Promise<Batch> => showBatch(deps, await findBatch(deps, actor, id));

export async function listBatches(
  deps: Pick<BulkDeps, 'db'>,
  actor: Pick<Actor, 'userId'>,
): Promise<{ batches: Batch[] }> {
  const batches = await selectBatches(deps.db, actor.userId, MAX_LISTED);
  return { batches: await Promise.all(batches.map((batch) => showBatch(deps, batch))) };
}
