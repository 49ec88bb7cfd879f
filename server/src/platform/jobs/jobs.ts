import { fromKysely, type JobResult, type JobWithMetadata, PgBoss } from 'pg-boss';
import * as z from 'zod/mini';
import { StartError } from '../app-error.ts';
import { CuttableSockets } from '../db/cuttable-sockets.ts';
import type { Trx } from '../db/database.ts';
import { grantTables } from '../db/roles.ts';
import { type Log, RepeatedProblems } from '../log.ts';
import { NotSentError } from '../outgoing/not-sent.ts';
import { inSpan } from '../tracing/span.ts';
import { DeferredJob } from './deferred-job.ts';
import { deleteJobs, JOBS_SCHEMA, postponeJobs } from './jobs.store.ts';

/** A kind of job: the name of its queue, its payload and its retries. */
export interface JobKind<T extends object> {
  name: string;
  payload: z.ZodMiniType<T>;
  retries: number;
  /** A cron expression in UTC. Scheduled jobs have an empty payload. */
  schedule?: string;
}

interface JobHandler<T extends object = object> {
  kind: JobKind<T>;
  handle: (payload: T) => Promise<void>;
}

/** Erases the payload type, so that one list can hold all handlers. The handler validates the payload. */
export const jobHandler = <T extends object>(
  kind: JobKind<T>,
  handle: (payload: T) => Promise<void>,
): JobHandler => ({
  kind: kind as unknown as JobKind<object>,
  handle: (payload) => handle(z.parse(kind.payload, payload)),
});

export interface JobQueue {
  /** The job exists if and only if the transaction commits. */
  enqueue<T extends object>(trx: Trx, kind: JobKind<T>, payload: T): Promise<void>;
  /** Deletes jobs with this payload, including completed ones, which pg-boss keeps for some days. */
  forget<T extends object>(trx: Trx, kind: JobKind<T>, payload: Partial<T>): Promise<void>;
}

/** For emails: spread over about a day, at growing intervals. A mail server may be down overnight. */
export const MAIL_RETRIES = 16;
/** A job whose call was not sent because calls are paused runs again after this time. */
const PAUSED_CALL_SECONDS = 30;

/** pg-boss reports an older or newer schema with this message. */
const OTHER_VERSION = 'pg-boss database requires migrations';

/**
 * One notification may cover several jobs, so a worker takes jobs in batches and continues while batches
 * are full. Polling every few seconds covers lost notifications.
 */
const WORK_OPTIONS = {
  batchSize: 10,
  burstWhenBatchFull: true,
  notifyPollingIntervalSeconds: 5,
  perJobResults: true,
  includeMetadata: true,
} as const;

/** A job may take this long on average. The jobs of a process that ended are retried after the same time. */
const SECONDS_PER_JOB = 120;

/** pg-boss passes these to the driver. It has no timeouts of its own for an unresponsive network. */
const driverOptions = ({ stream }: CuttableSockets) => ({
  connectionTimeoutMillis: 10_000,
  query_timeout: 40_000,
  keepAlive: true,
  stream,
});

/** Running jobs have this long to finish on shutdown. Another process retries the rest. */
const STOP_WITHIN_MS = 8_000;
/** Then pg-boss has this long to record which jobs did not finish. */
const RECORD_WITHIN_MS = 1_000;

/** Creates or upgrades the tables of pg-boss and all queues. Part of migrating. */
export async function installJobs(
  ownerUrl: string,
  kinds: readonly Pick<JobKind<object>, 'name' | 'retries'>[],
  secondsPerJob = SECONDS_PER_JOB,
): Promise<void> {
  const boss = new PgBoss({
    connectionString: ownerUrl,
    schema: JOBS_SCHEMA,
    createSchema: false,
    supervise: false,
    schedule: false,
    max: 1,
  });
  boss.on('error', () => {});
  await boss.start();
  try {
    for (const kind of kinds) {
      const settings = {
        retryLimit: kind.retries,
        retryBackoff: true,
        // pg-boss applies it to a batch, whose jobs run one after the other.
        expireInSeconds: WORK_OPTIONS.batchSize * secondsPerJob,
        heartbeatSeconds: SECONDS_PER_JOB,
        notify: true,
      };
      if (await boss.getQueue(kind.name)) await boss.updateQueue(kind.name, settings);
      else await boss.createQueue(kind.name, settings);
    }
  } finally {
    await boss.stop({ graceful: false });
  }
  await grantTables(ownerUrl, JOBS_SCHEMA);
}

export class Jobs implements JobQueue {
  readonly #boss: PgBoss;
  readonly #sockets = new CuttableSockets();
  readonly #log: Log;
  readonly #takesJobs: boolean;
  readonly #stopWithinMs: number;
  #opened: Promise<void> | null = null;

  /** A process that takes no jobs only enqueues them and leaves maintenance to the others. */
  constructor(url: string, log: Log, { takesJobs = true, stopWithinMs = STOP_WITHIN_MS } = {}) {
    this.#log = log;
    this.#takesJobs = takesJobs;
    this.#stopWithinMs = stopWithinMs;
    this.#boss = new PgBoss({
      ...driverOptions(this.#sockets),
      connectionString: url,
      schema: JOBS_SCHEMA,
      createSchema: false,
      migrate: false,
      useListenNotify: takesJobs,
      supervise: takesJobs,
      schedule: takesJobs,
      // For short statements about the queues. Listening and the handlers use other connections.
      max: takesJobs ? 2 : 1,
      application_name: 'lading-jobs',
    });
    const errors = new RepeatedProblems();
    this.#boss.on('error', ({ message }) =>
      errors.note(message, (times) =>
        log.warn({ event: 'jobs.queue_error', reason: message, times }, 'Job queue error'),
      ),
    );
    this.#boss.on('warning', (warning) =>
      log.debug({ event: 'jobs.queue_warning', warning }, 'Job queue warning'),
    );
  }

  async start(handlers: readonly JobHandler[]): Promise<void> {
    await this.#open();
    if (!this.#takesJobs) return;
    for (const handler of handlers) {
      const { kind } = handler;
      await this.#boss.work(kind.name, WORK_OPTIONS, (jobs: JobWithMetadata<object>[]) =>
        this.#runAll(handler, jobs),
      );
      if (kind.schedule) await this.#boss.schedule(kind.name, kind.schedule, {}, { tz: 'UTC' });
    }
  }

  /** Commands and early steps of a start enqueue jobs, such as emails, before the queue is started. */
  #open(): Promise<void> {
    this.#opened ??= this.#boss.start().then(
      () => {},
      (error: Error) => {
        this.#opened = null;
        if (error.message !== OTHER_VERSION) throw error;
        throw new StartError(
          'The job queue was set up by another version of Lading. Run "npm run migrate" with the newer version and do not start the older one.',
        );
      },
    );
    return this.#opened;
  }

  /** Runs jobs one after the other. A job that fails is retried without the others of its batch. */
  async #runAll({ kind, handle }: JobHandler, jobs: JobWithMetadata<object>[]): Promise<JobResult[]> {
    const results: JobResult[] = [];
    const postponed: { id: string; seconds: number }[] = [];
    for (const job of jobs) {
      try {
        await inSpan(`job ${kind.name}`, {}, () => handle(job.data ?? {}));
        results.push({ id: job.id, status: 'completed' });
      } catch (error) {
        if (error instanceof DeferredJob || error instanceof NotSentError) {
          const seconds = error instanceof DeferredJob ? error.seconds : PAUSED_CALL_SECONDS;
          postponed.push({ id: job.id, seconds });
          results.push({ id: job.id, status: 'completed' });
          this.#log.debug(
            { event: 'jobs.job_deferred', job: kind.name, jobId: job.id, reason: error.message },
            'Job deferred',
          );
          continue;
        }
        this.#logFailure(kind.name, job, error);
        results.push({ id: job.id, status: 'failed' });
      }
    }
    // Last, so that no other worker has taken the job again when pg-boss records the results. Recording it as completed then changes
    // nothing, and without a result pg-boss would count a failure.
    await postponeJobs(this.#boss, kind.name, postponed);
    return results;
  }

  /**
   * A retry often succeeds, for example after two concurrent runs of the same job, or when a mail server was down. The
   * stack is logged when no retry follows.
   */
  #logFailure(name: string, { id, retryCount, retryLimit }: JobWithMetadata<object>, error: unknown): void {
    const facts = { job: name, jobId: id, attempt: retryCount + 1 };
    if (retryCount >= retryLimit)
      this.#log.error(
        { event: 'jobs.job_gave_up', ...facts, err: error },
        'Job failed and will not be retried',
      );
    else
      this.#log.warn(
        { event: 'jobs.job_failed', ...facts, reason: (error as Error).message },
        'Job failed and will be retried',
      );
  }

  async enqueue<T extends object>(trx: Trx, kind: JobKind<T>, payload: T): Promise<void> {
    await this.#open();
    await this.#boss.send(kind.name, payload, { db: fromKysely(trx) });
  }

  async forget<T extends object>(trx: Trx, kind: JobKind<T>, payload: Partial<T>): Promise<void> {
    await deleteJobs(trx, kind.name, payload);
  }

  async stop(): Promise<void> {
    const stopped = this.#boss.stop({ graceful: true, timeout: this.#stopWithinMs });
    await this.#sockets.endWithin(stopped, this.#stopWithinMs + RECORD_WITHIN_MS).catch((error: unknown) => {
      this.#log.warn(
        { event: 'jobs.shutdown_timeout', err: error },
        'Job queue did not stop in time; its connections were closed',
      );
    });
  }
}
