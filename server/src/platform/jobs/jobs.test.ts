import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { onServer } from '../../../test/database-server.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import { startUnresponsiveProxy } from '../../../test/unresponsive-proxy.ts';
import { type OpenDatabase, openDatabase, transaction } from '../db/database.ts';
import { createLog } from '../log.ts';
import { DeferredJob } from './deferred-job.ts';
import { installJobs, type JobKind, Jobs, jobHandler } from './jobs.ts';

const NOTE: JobKind<{ text: string }> = { name: 'note', payload: z.object({ text: z.string() }), retries: 3 };

const SLOW: JobKind<{ text: string }> = { ...NOTE, name: 'slow' };

const LONG_WORK: JobKind<{ text: string }> = { ...NOTE, name: 'long-work' };

let database: TestDatabase;
let open: OpenDatabase;
let jobs: Jobs;
const handled: string[] = [];
let failures = 0;
let paused = 0;
const AROUND_A_PAUSE = [new Error('not yet'), new DeferredJob('later', 1), new Error('still not')];
const logLines: string[] = [];
const logged = {
  write: (line: string) => {
    logLines.push(line);
  },
};

beforeAll(async () => {
  database = await createTestDatabase();
  await installJobs(database.ownerUrl, [NOTE, LONG_WORK]);
  await installJobs(database.ownerUrl, [NOTE, LONG_WORK]);
  open = openDatabase(database.appUrl, createLog('silent'));
  jobs = new Jobs(database.appUrl, createLog('warn', logged));
  await jobs.start([
    jobHandler(NOTE, async ({ text }) => {
      if (text === 'fails once' && failures === 0) {
        failures += 1;
        throw new Error('not yet');
      }
      if (text === 'calls are paused' && paused === 0) {
        paused += 1;
        throw new DeferredJob('later', 1);
      }
      if (text === 'fails around a pause') {
        const outcome = AROUND_A_PAUSE.shift();
        if (outcome) throw outcome;
      }
      handled.push(text);
    }),
  ]);
});
afterAll(async () => {
  await jobs.stop();
  await open.close();
  await database.drop();
});

const enqueue = (text: string) => transaction(open.db, (trx) => jobs.enqueue(trx, NOTE, { text }));

/** The state and the retries of each job with this text. */
async function rowsOf(text: string): Promise<string[]> {
  const { rows } = await sql<{ job: string }>`
    SELECT concat_ws(' ', state, retry_count) AS job FROM jobs.job WHERE name = 'note' AND data ->> 'text' = ${text}`.execute(
    open.db,
  );
  return rows.map(({ job }) => job);
}

describe('the job queue', () => {
  it('runs a job soon after its transaction commits', async () => {
    await enqueue('hello');
    await vi.waitFor(() => expect(handled).toContain('hello'), { timeout: 30_000 });
  });

  it('runs a deferred job later without using up a retry', async () => {
    await enqueue('calls are paused');
    await vi.waitFor(() => expect(handled).toContain('calls are paused'), { timeout: 20_000 });
    await vi.waitFor(async () => expect(await rowsOf('calls are paused')).toEqual(['completed 0']));
  });

  it('counts retries before and after a wait', async () => {
    await enqueue('fails around a pause');
    await vi.waitFor(async () => expect(await rowsOf('fails around a pause')).toEqual(['completed 2']), {
      timeout: 30_000,
    });
  });

  it('drops a job whose transaction did not commit', async () => {
    const failing = transaction(open.db, async (trx) => {
      await jobs.enqueue(trx, NOTE, { text: 'never' });
      throw new Error('rolled back');
    });
    await expect(failing).rejects.toThrow('rolled back');
    await enqueue('after');
    await vi.waitFor(() => expect(handled).toContain('after'), { timeout: 30_000 });
    expect(handled).not.toContain('never');
  });

  it('runs every one of many jobs that arrive together', async () => {
    const texts = Array.from({ length: 45 }, (_, number) => `many ${number}`);
    await Promise.all(texts.map(enqueue));
    await vi.waitFor(
      () => expect(handled.filter((text) => text.startsWith('many')).sort()).toEqual(texts.sort()),
      { timeout: 30_000 },
    );
  });

  it('retries a failed job without the others of its batch', async () => {
    logLines.length = 0;
    await transaction(open.db, async (trx) => {
      await jobs.enqueue(trx, NOTE, { text: 'fails once' });
      await jobs.enqueue(trx, NOTE, { text: 'neighbor' });
    });
    await vi.waitFor(() => expect(handled).toContain('fails once'), { timeout: 30_000 });
    expect(handled.filter((text) => text === 'neighbor')).toHaveLength(1);
    expect(logLines).toHaveLength(1);
    expect(logLines[0]).not.toContain('stack');
    expect(JSON.parse(logLines[0] ?? '')).toMatchObject({
      level: 'warn',
      event: 'jobs.job_failed',
      job: NOTE.name,
      attempt: 1,
      reason: 'not yet',
    });
  });

  it('runs each job of a batch once, even if together they take longer than one may', async () => {
    await installJobs(database.ownerUrl, [SLOW], 1);
    const texts = ['slow 1', 'slow 2', 'slow 3', 'slow 4'];
    await transaction(open.db, async (trx) => {
      for (const text of texts) await jobs.enqueue(trx, SLOW, { text });
    });
    const ran: string[] = [];
    const slow = new Jobs(database.appUrl, createLog('silent'));
    await slow.start([
      jobHandler(SLOW, async ({ text }) => {
        await sleep(700);
        ran.push(text);
      }),
    ]);
    const outcomes = async () =>
      (
        await sql<{ state: string; retry_count: number }>`
          SELECT state, retry_count FROM jobs.job WHERE name = ${SLOW.name}`.execute(open.db)
      ).rows;
    const completed = { state: 'completed', retry_count: 0 };
    await vi.waitFor(async () => expect(await outcomes()).toEqual(texts.map(() => completed)), {
      timeout: 25_000,
    });
    await slow.stop();
    expect(ran.sort()).toEqual(texts);
  }, 30_000);

  it('runs jobs of a process that only enqueues, but never in that process', async () => {
    const sender = new Jobs(database.appUrl, createLog('silent'), { takesJobs: false });
    const taken: string[] = [];
    await sender.start([jobHandler(NOTE, async ({ text }) => void taken.push(text))]);
    const texts = Array.from({ length: 20 }, (_, number) => `sent ${number}`);
    for (const text of texts) await transaction(open.db, (trx) => sender.enqueue(trx, NOTE, { text }));
    await vi.waitFor(() => expect(handled).toEqual(expect.arrayContaining(texts)), { timeout: 30_000 });
    expect(taken).toEqual([]);
    await sender.stop();
  });

  it('runs jobs that were enqueued before their queue was started, as by a command', async () => {
    const command = new Jobs(database.appUrl, createLog('silent'), { takesJobs: false });
    const texts = ['from a command', 'and another'];
    await Promise.all(
      texts.map((text) => transaction(open.db, (trx) => command.enqueue(trx, NOTE, { text }))),
    );
    await command.stop();
    await vi.waitFor(() => expect(handled).toEqual(expect.arrayContaining(texts)), { timeout: 30_000 });
  });

  it('refuses to start on the queue of another version', async () => {
    await onServer(database.ownerUrl, 'UPDATE jobs.version SET version = version + 1');
    const older = new Jobs(database.appUrl, createLog('silent'));
    await expect(older.start([])).rejects.toThrow('The job queue was set up by another version of Lading');
    await older.stop();
    await onServer(database.ownerUrl, 'UPDATE jobs.version SET version = version - 1');
  });

  it.each([
    ['nothing to do', null],
    ['a running job', 'running'],
  ])(
    'stops with %s while the network does not respond',
    async (_, text) => {
      const proxy = await startUnresponsiveProxy(database.ownerUrl);
      const cut = new Jobs(proxy.url, createLog('silent'), { stopWithinMs: 500 });
      const started = Promise.withResolvers<void>();
      const end = Promise.withResolvers<void>();
      await cut.start([
        jobHandler(LONG_WORK, () => {
          started.resolve();
          return end.promise;
        }),
      ]);
      if (text !== null) {
        await transaction(open.db, (trx) => jobs.enqueue(trx, LONG_WORK, { text }));
        await started.promise;
      }
      proxy.stopResponding();
      await cut.stop();
      end.resolve();
      await proxy.close();
    },
    30_000,
  );
});
