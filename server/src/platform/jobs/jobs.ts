import { sql } from 'kysely';
import { fromKysely, type Job, type JobResult, PgBoss } from 'pg-boss';
import * as z from 'zod/mini';
import { StartError } from '../app-error.ts';
import { CuttableSockets } from '../db/cuttable-sockets.ts';
import { asAppRole, type Trx } from '../db/database.ts';
import type { Log } from '../log.ts';
import { inSpan } from '../tracing/span.ts';

/** A kind of work: its queue's name, the shape of what it carries, and how it is retried. */
export interface JobKind<T extends object> {
  name: string;
  payload: z.ZodMiniType<T>;
  retries: number;
  /** Five fields of cron, in UTC; the payload is then empty. */
  schedule?: string;
}

export interface JobHandler<T extends object = object> {
  kind: JobKind<T>;
  handle: (payload: T) => Promise<void>;
}

/** Enough type erasure to keep handlers of different payloads in one list, with the check of the payload inside. */
export const jobHandler = <T extends object>(
  kind: JobKind<T>,
  handle: (payload: T) => Promise<void>,
): JobHandler => ({
  kind: kind as unknown as JobKind<object>,
  handle: (payload) => handle(z.parse(kind.payload, payload)),
});

export interface JobQueue {
  /** The job exists exactly if the transaction commits. */
  enqueue<T extends object>(trx: Trx, kind: JobKind<T>, payload: T): Promise<void>;
  /** Removes jobs that carry this, waiting or done; the queue keeps those that are done for some days. */
  forget<T extends object>(trx: Trx, kind: JobKind<T>, payload: Partial<T>): Promise<void>;
}

const SCHEMA = 'jobs';
/** The queue's words for a schema that is older or newer than it. */
const OTHER_VERSION = 'pg-boss database requires migrations';

/**
 * A worker hears of a new job at once, but of several only once; it therefore takes them in batches and goes on while batches are
 * full. Looking every few seconds besides is the backstop for a lost notice.
 */
const WORK_OPTIONS = {
  batchSize: 10,
  burstWhenBatchFull: true,
  notifyPollingIntervalSeconds: 5,
  perJobResults: true,
} as const;

/** The queue passes these on to the driver, and has no limits of its own for a network that has fallen silent. */
const driverOptions = ({ stream }: CuttableSockets) => ({
  connectionTimeoutMillis: 10_000,
  query_timeout: 40_000,
  keepAlive: true,
  stream,
});

/** Jobs at work may end; after that nothing is waited for. What did not end is tried again by another process. */
const END_WITHIN_MS = 8_000;

/** Creates or upgrades the queue's own tables and the queues of all kinds; part of migrating. */
export async function installJobs(
  ownerUrl: string,
  kinds: readonly Pick<JobKind<object>, 'name' | 'retries'>[],
): Promise<void> {
  const boss = new PgBoss({
    connectionString: asAppRole(ownerUrl),
    schema: SCHEMA,
    createSchema: false,
    supervise: false,
    schedule: false,
    max: 1,
  });
  boss.on('error', () => {});
  await boss.start();
  try {
    for (const kind of kinds) {
      const settings = { retryLimit: kind.retries, retryBackoff: true, expireInSeconds: 120, notify: true };
      if (await boss.getQueue(kind.name)) await boss.updateQueue(kind.name, settings);
      else await boss.createQueue(kind.name, settings);
    }
  } finally {
    await boss.stop({ graceful: false });
  }
}

export class Jobs implements JobQueue {
  readonly #boss: PgBoss;
  readonly #sockets = new CuttableSockets();
  readonly #log: Log;
  readonly #takesJobs: boolean;

  /** One that takes no jobs only enqueues them: it needs neither the notices nor the queue's housekeeping. */
  constructor(ownerUrl: string, log: Log, { takesJobs = true } = {}) {
    this.#log = log;
    this.#takesJobs = takesJobs;
    this.#boss = new PgBoss({
      ...driverOptions(this.#sockets),
      connectionString: asAppRole(ownerUrl),
      schema: SCHEMA,
      createSchema: false,
      migrate: false,
      useListenNotify: takesJobs,
      supervise: takesJobs,
      schedule: takesJobs,
      max: takesJobs ? 3 : 1,
      application_name: 'lading-jobs',
    });
    this.#boss.on('error', (error) => log.warn({ err: error }, 'the job queue met an error'));
    this.#boss.on('warning', (warning) => log.debug({ warning }, 'the job queue warns'));
  }

  async start(handlers: readonly JobHandler[]): Promise<void> {
    await this.#boss.start().catch((error: Error) => {
      if (error.message !== OTHER_VERSION) throw error;
      throw new StartError(
        'The job queue is of another version of Lading: run "npm run migrate" of the newer one, and start no older one.',
      );
    });
    if (!this.#takesJobs) return;
    for (const handler of handlers) {
      const { kind } = handler;
      await this.#boss.work(kind.name, WORK_OPTIONS, (jobs: Job<object>[]) => this.#runAll(handler, jobs));
      if (kind.schedule) await this.#boss.schedule(kind.name, kind.schedule, {}, { tz: 'UTC' });
    }
  }

  /** One after the other, each failing alone: a job that fails is tried again without its neighbours. */
  async #runAll({ kind, handle }: JobHandler, jobs: Job<object>[]): Promise<JobResult[]> {
    const results: JobResult[] = [];
    for (const job of jobs) {
      try {
        await inSpan(`job ${kind.name}`, {}, () => handle(job.data ?? {}));
        results.push({ id: job.id, status: 'completed' });
      } catch (error) {
        this.#log.error({ err: error, job: kind.name, jobId: job.id }, 'a job failed and is tried again');
        results.push({ id: job.id, status: 'failed' });
      }
    }
    return results;
  }

  async enqueue<T extends object>(trx: Trx, kind: JobKind<T>, payload: T): Promise<void> {
    await this.#boss.send(kind.name, payload, { db: fromKysely(trx) });
  }

  async forget<T extends object>(trx: Trx, kind: JobKind<T>, payload: Partial<T>): Promise<void> {
    await sql`
      DELETE FROM ${sql.table(`${SCHEMA}.job`)} WHERE name = ${kind.name} AND data @> ${JSON.stringify(payload)}::jsonb`.execute(
      trx,
    );
  }

  async stop(): Promise<void> {
    const stopped = this.#boss.stop({ graceful: true, timeout: END_WITHIN_MS });
    // A second more, for telling the database which jobs did not end.
    await this.#sockets.endWithin(stopped, END_WITHIN_MS + 1_000).catch((error: unknown) => {
      this.#log.warn({ err: error }, 'the job queue was left without a goodbye');
    });
  }
}
