import { BATCH_WORK, type BatchWork } from '@lading/contract/bulk.ts';
import type { BulkDeps } from './bulk.deps.ts';
import { wakeWorkers } from './bulk-notifications.store.ts';
import { addressLane, labelLane, rateLane } from './lanes.ts';
import { PacedLane } from './paced-lane.ts';

/** Processes the queued rows of all batches. Addresses, rates and labels run side by side. */
export class BulkWorker {
  readonly #deps: BulkDeps;
  readonly #lanes: Record<BatchWork, { drain(): Promise<void>; stop(): void }>;
  readonly #running = new Map<BatchWork, Promise<void>>();
  /** Lanes that were woken while running; they drain once more. */
  readonly #rerun = new Set<BatchWork>();
  #isStopped = false;

  constructor(deps: BulkDeps) {
    this.#deps = deps;
    this.#lanes = {
      addresses: new PacedLane(addressLane(deps)),
      rates: new PacedLane(rateLane(deps)),
      labels: new PacedLane(labelLane(deps)),
    };
  }

  /** Starts the lane for this kind of work, or all lanes. */
  wake(work: string | null = null): void {
    for (const lane of BATCH_WORK) if (!work || work === lane) this.#start(lane);
  }

  /** Resolves when no row is left that can be processed now. */
  async drain(): Promise<void> {
    this.wake();
    while (this.#running.size > 0) await Promise.all(this.#running.values());
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    const wasRunning = this.#running.size > 0;
    for (const lane of Object.values(this.#lanes)) lane.stop();
    await Promise.all(this.#running.values());
    // Lets other processes claim the released rows now instead of at their next sweep.
    if (wasRunning) await wakeWorkers(this.#deps.db, null).catch(() => {});
  }

  #start(work: BatchWork): void {
    if (this.#isStopped) return;
    if (this.#running.has(work)) {
      this.#rerun.add(work);
      return;
    }
    const run = this.#lanes[work]
      .drain()
      .catch((error: unknown) =>
        this.#deps.log.error({ event: 'bulk.lane_failed', err: error, work }, 'Bulk lane failed; will retry'),
      )
      .finally(() => {
        this.#running.delete(work);
        if (this.#rerun.delete(work)) this.#start(work);
      });
    this.#running.set(work, run);
  }
}
