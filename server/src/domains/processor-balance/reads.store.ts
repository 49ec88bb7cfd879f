import { sql } from 'kysely';
import { updatedOne } from '../../platform/db/affected-rows.ts';
import type { Handle, Trx } from '../../platform/db/database.ts';
import type { Row } from '../../platform/db/schema.ts';

export type ReadState = Row<'processor_reads'>;

/** Reading starts before the oldest payment that the provider charged. */
export async function ensureReads(db: Handle, provider: string, now: Date): Promise<void> {
  await sql`
    INSERT INTO processor_reads (provider, first_read_at, read_from, read_until)
    SELECT ${provider}, ${now}, oldest, oldest FROM (
      SELECT coalesce(min(succeeded_at), ${now}) AS oldest FROM payments
      WHERE status = 'succeeded' AND balance_cents < amount_cents AND provider = ${provider}) payments
    WHERE NOT EXISTS (SELECT FROM processor_reads WHERE provider = ${provider})
    ON CONFLICT (provider) DO NOTHING`.execute(db);
}

/** False while another process reads, or has just done so. */
export const claimRead = (db: Handle, provider: string, everyMs: number): Promise<boolean> =>
  updatedOne(
    db
      .updateTable('processor_reads')
      .set({ next_read_at: sql`now() + ${everyMs} * interval '1 millisecond'` })
      .where('provider', '=', provider)
      .where('next_read_at', '<=', sql<Date>`now()`),
  );

/** Lets the next sweep continue a list that was too long for this one. */
export async function continueSoon(db: Handle, provider: string): Promise<void> {
  await db
    .updateTable('processor_reads')
    .set({ next_read_at: sql`now()` })
    .where('provider', '=', provider)
    .execute();
}

export const selectReads = (db: Handle, provider: string): Promise<ReadState> =>
  db.selectFrom('processor_reads').selectAll().where('provider', '=', provider).executeTakeFirstOrThrow();

export async function markPayoutsRead(db: Handle, provider: string, now: Date): Promise<void> {
  await db
    .updateTable('processor_reads')
    .set({ payouts_read_at: now })
    .where('provider', '=', provider)
    .execute();
}

export async function startRun(
  db: Handle,
  provider: string,
  { since, startedAt, isDeep }: { since: Date; startedAt: Date; isDeep: boolean },
): Promise<void> {
  await db
    .updateTable('processor_reads')
    .set({
      run_since: since,
      run_started_at: startedAt,
      run_after: null,
      ...(isDeep && { deep_read_at: startedAt }),
    })
    .where('provider', '=', provider)
    .execute();
}

export interface RunPosition {
  startedAt: Date;
  after: string | null;
}

const atPosition = (trx: Trx, provider: string, { startedAt, after }: RunPosition) =>
  trx
    .updateTable('processor_reads')
    .where('provider', '=', provider)
    .where('run_started_at', '=', startedAt)
    .where(sql<boolean>`run_after IS NOT DISTINCT FROM ${after}`);

/** False when another process has moved on. */
export const advanceRun = (trx: Trx, provider: string, at: RunPosition, next: string): Promise<boolean> =>
  updatedOne(atPosition(trx, provider, at).set({ run_after: next }));

export const finishRun = (trx: Trx, provider: string, at: RunPosition, now: Date): Promise<boolean> =>
  updatedOne(
    atPosition(trx, provider, at).set({
      read_until: at.startedAt,
      completed_at: now,
      run_since: null,
      run_started_at: null,
      run_after: null,
    }),
  );
