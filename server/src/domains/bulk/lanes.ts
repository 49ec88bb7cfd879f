import type { BatchWork } from '@lading/contract/bulk.ts';
import type { Trx } from '../../platform/db/database.ts';
import { logFailure } from '../../platform/jobs/log-failure.ts';
import { RepeatedProblems } from '../../platform/log.ts';
import { groupedQuotes } from '../pricing/make-quotes.ts';
import type { BulkDeps } from './bulk.deps.ts';
import { type ClaimedRow, claimRows, deferRow, releaseRows } from './bulk-row-work.store.ts';
import {
  type AddressCheckResult,
  type RateResult,
  saveAddressChecks,
  saveRateResults,
} from './bulk-rows.store.ts';
import { changeBatch } from './change-batch.ts';
import { AddressCheckCache, checkAddresses } from './check-addresses.ts';
import { GroupedSaves } from './grouped-saves.ts';
import { type LabelOutcome, labelRow, labelWork } from './label-row.ts';
import type { LaneWork } from './paced-lane.ts';
import { rateRow } from './rate-row.ts';
import { recordLabels } from './record-labels.ts';

const RETRY_MS = 1_000;
const MAX_RETRY_MS = 30_000;
/** Address checks cost no money, so many run concurrently. An external verifier's adapter sets its pace. */
const ADDRESS_CONCURRENCY = 8;
const ADDRESS_TRIES = 3;
/** Address checks are fast, so each claim takes more rows. */
const ADDRESS_CLAIM_FACTOR = 10;
/** Orders are updated in a few large groups, because their transactions compete with those of labels. */
const PAUSE_AFTER_ORDERS_MS = 500;

/** A row with its result. */
interface Finished<Result> {
  row: ClaimedRow;
  result: Result;
}

type RowLane<Result> = LaneWork<ClaimedRow, Finished<Result>>;
type Pace = Pick<RowLane<unknown>, 'concurrency' | 'pauseMs' | 'awaitTurn'>;

export function addressLane(deps: BulkDeps): RowLane<AddressCheckResult> {
  const cache = new AddressCheckCache(deps);
  return {
    ...rowLane(deps, 'addresses', async (row) => {
      const result = await checkAddresses(cache, row);
      const isInconclusive = result.problems.some(({ kind }) => kind === 'address_check');
      return isInconclusive && row.tries < ADDRESS_TRIES ? null : result;
    }),
    claim: (limit) => claimRows(deps.db, 'addresses', deps.timings.rowLeaseMs, limit * ADDRESS_CLAIM_FACTOR),
    concurrency: ADDRESS_CONCURRENCY,
    pauseMs: 0,
    awaitTurn: null,
    save: saveWith(deps, saveAddressChecks),
  };
}

export function rateLane(deps: BulkDeps): RowLane<RateResult> {
  const grouped = { ...deps, makeQuotes: groupedQuotes(deps) };
  return {
    ...rowLane(deps, 'rates', (row) => rateRow(grouped, row)),
    ...providerPace(deps, 'rates', deps.labelProvider.pace.pauseBetweenRatesMs),
    save: saveWith(deps, saveRateResults),
  };
}

export function labelLane(deps: BulkDeps): RowLane<LabelOutcome> {
  const work = labelWork(deps);
  const orderRows = new GroupedSaves<ClaimedRow>(PAUSE_AFTER_ORDERS_MS, async (rows) => {
    for (const [batchId, own] of Map.groupBy(rows, ({ batch_id }) => batch_id))
      await deps.rowsEnded(
        batchId,
        own.map(({ number }) => number),
      );
  });
  return {
    ...rowLane(deps, 'labels', (row) => labelRow(work, row)),
    ...providerPace(deps, 'labels', deps.labelProvider.pace.pauseBetweenLabelsMs),
    save: (finished) =>
      forEachBatch(finished, (batchId, own) =>
        recordLabels(deps, batchId, own, (rows) => orderRows.add(rows)),
      ),
    finish: () => orderRows.finish(),
  };
}

/** The parts that all lanes share: claims rows from the database and delays the next try of a failed row. */
function rowLane<Result>(
  deps: BulkDeps,
  work: BatchWork,
  run: (row: ClaimedRow) => Promise<Result | null>,
): Omit<RowLane<Result>, keyof Pace | 'save'> {
  const interruptions = new RepeatedProblems();
  const retryLater = (row: ClaimedRow) => deferRow(deps.db, row, retryDelayMs(row));
  return {
    claim: (limit) => claimRows(deps.db, work, deps.timings.rowLeaseMs, limit),
    run: async (row) => {
      const result = await run(row);
      if (result !== null) return { row, result };
      await retryLater(row);
      return null;
    },
    onItemFailed: async (row, error) => {
      deps.log.warn(
        { event: 'bulk.row_retry', err: error, batchId: row.batch_id, row: row.number, work },
        'Bulk row failed; will retry',
      );
      await retryLater(row).catch(() => {});
    },
    release: (rows) => releaseRows(deps.db, work, rows),
    onSaveFailed: (results, error) =>
      deps.log.error(
        { event: 'bulk.save_failed', err: error, work, rows: results.length },
        'Bulk results could not be saved; their rows will be processed again',
      ),
    onInterrupted: (error) =>
      logFailure(deps.log, interruptions, error, {
        event: 'bulk.lane_failed',
        text: 'Bulk lane failed; will retry',
        work,
      }),
  };
}

const retryDelayMs = ({ tries }: ClaimedRow) => Math.min(MAX_RETRY_MS, RETRY_MS * 2 ** (tries - 1));

/** The provider's pause applies across all processes: no two calls start closer together than `pauseMs`. */
function providerPace(deps: BulkDeps, work: 'rates' | 'labels', pauseMs: number): Pace {
  const { name, pace } = deps.labelProvider;
  const limit = { perMinute: 60_000 / pauseMs, burst: 1, longestWaitMs: deps.timings.turnWaitMs };
  const awaitTurn = () => deps.callBudget.take(`lane:${name}:${work}`, limit);
  return { concurrency: pace.parallel, pauseMs, awaitTurn: pauseMs > 0 ? awaitTurn : null };
}

/** Saves the results of each batch in one change. */
const saveWith =
  <Result>(
    deps: BulkDeps,
    save: (trx: Trx, batchId: string, version: number, results: Result[]) => Promise<void>,
  ) =>
  (finished: Finished<Result>[]): Promise<void> =>
    forEachBatch(finished, (batchId, own) => {
      const results = own.map(({ result }) => result);
      return changeBatch(deps, batchId, (trx, { version }) => save(trx, batchId, version, results));
    });

async function forEachBatch<Result>(
  finished: Finished<Result>[],
  save: (batchId: string, own: Finished<Result>[]) => Promise<void>,
): Promise<void> {
  for (const [batchId, own] of Map.groupBy(finished, ({ row }) => row.batch_id)) await save(batchId, own);
}
