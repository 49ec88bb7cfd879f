import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database } from '../platform/db/database.ts';
import { milliseconds } from '../platform/db/database-time.ts';
import type { CallBudget } from '../platform/outgoing/call-budget.ts';
import { NotSentError } from '../platform/outgoing/not-sent.ts';

const MINUTE_MS = 60_000;

/**
 * One row per kind of call holds the time of the next turn by the database clock, so all processes share the
 * limit. A call that would have to wait too long fails without taking a turn.
 */
export function callBudget(db: Database): CallBudget {
  return {
    take: async (kind, { perMinute, burst, longestWaitMs }) => {
      const gapMs = MINUTE_MS / perMinute;
      const { rows } = await sql<{ wait_ms: number }>`
        INSERT INTO call_budgets AS b (kind, next_at)
        VALUES (${kind}, clock_timestamp() - ${milliseconds(gapMs * (burst - 1))})
        ON CONFLICT (kind) DO UPDATE
        SET next_at = greatest(b.next_at + ${milliseconds(gapMs)}, clock_timestamp() - ${milliseconds(gapMs * (burst - 1))})
        WHERE b.next_at + ${milliseconds(gapMs)} <= clock_timestamp() + ${milliseconds(longestWaitMs)}
        RETURNING (extract(epoch FROM b.next_at - clock_timestamp()) * 1000)::float8 AS wait_ms`.execute(db);
      const [turn] = rows;
      if (!turn) throw new NotSentError(`Too many ${kind} calls are waiting`);
      if (turn.wait_ms > 0) await sleep(turn.wait_ms);
    },
  };
}
