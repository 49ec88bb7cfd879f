import { BATCH_WORK, type BatchWork } from '@lading/contract/bulk.ts';
import { noteBatchDone } from '../notices/notices.ts';
import { runRefund } from '../payments/refund.ts';
import { requestReturn } from '../payments/return-money.ts';
import type { BulkDeps } from './bulk.deps.ts';
import {
  type LabelledRow,
  type RatedRow,
  saveLabels,
  saveRates,
  saveVerdicts,
  type Verdict,
} from './bulk-rows.store.ts';
import {
  type ClaimedRow,
  callAllWorkers,
  claimRows,
  isMakingLabels,
  postpone,
  releaseRows,
} from './bulk-work.store.ts';
import { changeBatch } from './change-batch.ts';
import { AddressMemory, checkAddresses } from './check-addresses.ts';
import { labelRow, NOT_ACTIVE } from './label-row.ts';
import { type LaneWork, PacedLane } from './paced-lane.ts';
import { rateRow } from './rate-row.ts';
import { cancelRest, settleBatch } from './steer-labels.ts';

/** A step that could not be done is tried again after so long, and ever more rarely. */
const AGAIN_MS = 1_000;
const MAX_RETRY_MS = 30_000;
/** Checking an address costs no call and no money, so many go at once; an outside service paces itself. */
const ADDRESS_CONCURRENCY = 8;
const CHECK_TRIES = 3;

interface Done<Result> {
  row: ClaimedRow;
  result: Result;
}

const againAfter = ({ tries }: ClaimedRow) => Math.min(MAX_RETRY_MS, AGAIN_MS * 2 ** (tries - 1));

/** Results of several batches, each to its own. */
function byBatch<Result>(results: Done<Result>[]): Map<string, Done<Result>[]> {
  return Map.groupBy(results, ({ row }) => row.batch_id);
}

/** Does the work of all batches at the pace of the carrier: addresses, rates and labels beside each other. */
export class BulkWorker {
  readonly #deps: BulkDeps;
  readonly #lanes: Record<BatchWork, { drain(): Promise<void>; stop(): void }>;
  readonly #running = new Map<BatchWork, Promise<void>>();
  readonly #again = new Set<BatchWork>();
  #stopped = false;

  constructor(deps: BulkDeps) {
    this.#deps = deps;
    this.#lanes = {
      addresses: new PacedLane(addressWork(deps)),
      rates: new PacedLane(rateWork(deps)),
      labels: new PacedLane(labelWork(deps)),
    };
  }

  /** Something may be to do: of this kind, or of any. */
  wake(work: string | null = null): void {
    for (const lane of BATCH_WORK) if (!work || work === lane) this.#start(lane);
  }

  /** Everything that can be done now. */
  async drain(): Promise<void> {
    this.wake();
    while (this.#running.size > 0) await Promise.all(this.#running.values());
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    const wasAtWork = this.#running.size > 0;
    for (const lane of Object.values(this.#lanes)) lane.stop();
    await Promise.all(this.#running.values());
    // Others need not wait for their next look to take up what was given back.
    if (wasAtWork) await callAllWorkers(this.#deps.db).catch(() => {});
  }

  #start(work: BatchWork): void {
    if (this.#stopped) return;
    if (this.#running.has(work)) {
      this.#again.add(work);
      return;
    }
    const run = this.#lanes[work]
      .drain()
      .catch((error: unknown) =>
        this.#deps.log.error({ err: error, work }, 'bulk work met an error; it is tried again'),
      )
      .finally(() => {
        this.#running.delete(work);
        if (this.#again.delete(work)) this.#start(work);
      });
    this.#running.set(work, run);
  }
}

/** Long enough to wait for a turn and then for the carrier. */
const leaseOf = ({ timings }: BulkDeps) => timings.leaseMs * 2;

/** Pauses that the carrier wants are kept by all processes together: between the beginnings of any two calls there is one. */
function paced({ callBudget, labelProvider, timings }: BulkDeps, work: 'rates' | 'labels', pauseMs: number) {
  const { name, pace } = labelProvider;
  const limit = { perMinute: 60_000 / pauseMs, burst: 1, longestWaitMs: timings.leaseMs };
  const turn = () => callBudget.take(`lane:${name}:${work}`, limit);
  return { parallel: pace.parallel, pauseMs, turn: pauseMs > 0 ? turn : null };
}

/** Common to all lanes: rows come from the table, and a row that failed rests before it is tried again. */
function lane<Result>(
  deps: BulkDeps,
  work: BatchWork,
  run: (row: ClaimedRow) => Promise<Result | null>,
): Pick<LaneWork<ClaimedRow, Done<Result>>, 'claim' | 'run' | 'failed' | 'release' | 'lost'> {
  const rest = (row: ClaimedRow) => postpone(deps.db, row, againAfter(row));
  return {
    claim: (limit) => claimRows(deps.db, work, leaseOf(deps), limit),
    run: async (row) => {
      const result = await run(row);
      if (result !== null) return { row, result };
      await rest(row);
      return null;
    },
    failed: async (row, error) => {
      deps.log.warn({ err: error, batchId: row.batch_id, row: row.number, work }, 'a row is tried again');
      await rest(row).catch(() => {});
    },
    release: (rows) => releaseRows(deps.db, work, rows),
    lost: (results, error) =>
      deps.log.error(
        { err: error, work, rows: results.length },
        'results were not kept; they are made again',
      ),
  };
}

function addressWork(deps: BulkDeps): LaneWork<ClaimedRow, Done<Verdict>> {
  const memory = new AddressMemory(deps);
  return {
    ...lane(deps, 'addresses', async (row) => {
      const verdict = await checkAddresses(memory, row);
      const unsure = verdict.problems.some(({ kind }) => kind === 'address_check');
      return unsure && row.tries < CHECK_TRIES ? null : verdict;
    }),
    claim: (limit) => claimRows(deps.db, 'addresses', leaseOf(deps), limit * 10),
    parallel: ADDRESS_CONCURRENCY,
    pauseMs: 0,
    turn: null,
    keep: async (results) => {
      for (const [batchId, done] of byBatch(results))
        await changeBatch(deps, batchId, (trx, { version }) =>
          saveVerdicts(
            trx,
            batchId,
            version,
            done.map(({ result }) => result),
          ),
        );
    },
  };
}

function rateWork(deps: BulkDeps): LaneWork<ClaimedRow, Done<RatedRow>> {
  return {
    ...lane(deps, 'rates', (row) => rateRow(deps, row)),
    ...paced(deps, 'rates', deps.labelProvider.pace.pauseBetweenRatesMs),
    keep: async (results) => {
      for (const [batchId, done] of byBatch(results))
        await changeBatch(deps, batchId, (trx, { version }) =>
          saveRates(
            trx,
            batchId,
            version,
            done.map(({ result }) => result),
          ),
        );
    },
  };
}

function labelWork(deps: BulkDeps): LaneWork<ClaimedRow, Done<LabelledRow>> {
  return {
    ...lane(deps, 'labels', (row) => labelRow(deps, row)),
    ...paced(deps, 'labels', deps.labelProvider.pace.pauseBetweenLabelsMs),
    keep: async (results) => {
      for (const [batchId, done] of byBatch(results)) await keepLabels(deps, batchId, done);
    },
  };
}

/** Labels and failures of one batch. A row that failed before anything was bought for it is given back alone, in the same step. */
async function keepLabels(deps: BulkDeps, batchId: string, done: Done<LabelledRow>[]): Promise<void> {
  const { refunds, isDone } = await changeBatch(deps, batchId, async (trx, { version }) => {
    const saved = await saveLabels(
      trx,
      batchId,
      version,
      done.map(({ result }) => result),
    );
    const requested: string[] = [];
    for (const { row, result } of done) {
      if (!saved.has(row.number) || result.shipment_id !== null || !row.payment_id || !row.cents) continue;
      const reason = result.error ?? 'No label could be made.';
      const refundId = await requestReturn(trx, deps.clock, {
        paymentId: row.payment_id,
        cents: row.cents,
        reason,
      });
      if (refundId) requested.push(refundId);
    }
    const isDone = !(await isMakingLabels(trx, batchId));
    if (isDone) await noteBatchDone(deps, trx, batchId);
    return { refunds: requested, isDone };
  });
  for (const refundId of refunds) await runRefund(deps, refundId);
  if (done.some(({ result }) => result.error === NOT_ACTIVE))
    await cancelRest(deps, batchId, NOT_ACTIVE, { status: 'label_failed', error: NOT_ACTIVE });
  if (isDone) await settleBatch(deps, batchId);
}
