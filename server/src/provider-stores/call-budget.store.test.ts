import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/test-database.ts';
import { type OpenDatabase, openDatabase } from '../platform/db/database.ts';
import { createLog } from '../platform/log.ts';
import type { CallBudget, CallLimit } from '../platform/outgoing/call-budget.ts';
import { NotSentError } from '../platform/outgoing/not-sent.ts';
import { callBudget } from './call-budget.store.ts';

/** So slow that no turn is due while a test runs. */
const ONE_A_MINUTE = { perMinute: 1, longestWaitMs: 0 };

describe('the call budget of all processes', () => {
  let database: TestDatabase;
  let processes: { budget: CallBudget; open: OpenDatabase }[];
  beforeAll(async () => {
    database = await createTestDatabase();
    processes = [1, 2].map(() => {
      const open = openDatabase(database.appUrl, createLog('silent'));
      return { budget: callBudget(open.db), open };
    });
  });
  afterAll(async () => {
    for (const { open } of processes) await open.close();
    await database.drop();
  });

  const db = () => {
    const [first] = processes;
    if (!first) throw new Error('No process is running');
    return first.open.db;
  };
  const take = (kind: string, count: number, limit: CallLimit) =>
    Promise.all(
      Array.from({ length: count }, (_, index) =>
        processes[index % processes.length]?.budget.take(kind, limit).then(
          () => 'taken',
          (error: unknown) => (error instanceof NotSentError ? 'not sent' : error),
        ),
      ),
    );
  const countOf = (outcomes: unknown[], outcome: string) => outcomes.filter((one) => one === outcome).length;
  const nextAt = async (kind: string) => {
    const { rows } = await sql<{ next_at: Date }>`
      SELECT next_at FROM call_budgets WHERE kind = ${kind}`.execute(db());
    return rows.map((row) => row.next_at.getTime());
  };

  it.each([1, 5, 12])('allows a burst of %i in total, across all processes', async (burst) => {
    const outcomes = await take(`burst of ${burst}`, 40, { ...ONE_A_MINUTE, burst });
    expect(countOf(outcomes, 'taken')).toBe(burst);
    expect(countOf(outcomes, 'not sent')).toBe(40 - burst);
  });

  it('is counted separately for each kind', async () => {
    await take('one kind', 3, { ...ONE_A_MINUTE, burst: 3 });
    expect(await take('another kind', 1, { ...ONE_A_MINUTE, burst: 3 })).toEqual(['taken']);
  });

  it('spaces calls out when the limit is reached', async () => {
    const gapMs = 40;
    const limit = { perMinute: 60_000 / gapMs, burst: 4, longestWaitMs: 60_000 };
    const start = performance.now();
    const ends: number[] = [];
    await Promise.all(
      Array.from({ length: 24 }, async (_, index) => {
        await processes[index % processes.length]?.budget.take('paced', limit);
        ends.push(performance.now() - start);
      }),
    );
    // A busy machine delays turns; they must never be early, except by rounding.
    for (const [index, end] of ends.entries())
      expect(end).toBeGreaterThanOrEqual((index + 1 - limit.burst) * gapMs - 2);
  });

  it('refuses a call without taking a turn when the wait would be too long', async () => {
    const limit = { ...ONE_A_MINUTE, burst: 1 };
    expect(await take('late', 1, limit)).toEqual(['taken']);
    const before = await nextAt('late');
    expect(await take('late', 10, { ...limit, longestWaitMs: 30_000 })).toEqual(Array(10).fill('not sent'));
    expect(before).toHaveLength(1);
    expect(await nextAt('late')).toEqual(before);
  });

  it('allows one burst, and no more, after a quiet period', async () => {
    const limit = { ...ONE_A_MINUTE, burst: 3 };
    await take('quiet', 3, limit);
    await sql`UPDATE call_budgets SET next_at = next_at - interval '1 day' WHERE kind = 'quiet'`.execute(
      db(),
    );
    expect(countOf(await take('quiet', 20, limit), 'taken')).toBe(3);
  });
});
