import { sql } from 'kysely';
import type { Handle } from '../../platform/db/database.ts';
import { milliseconds } from '../../platform/db/database-time.ts';
import type { AttemptState } from './shipments.tables.ts';

interface Watch {
  now: Date;
  /** Look for the label of an abandoned purchase if it started after this. */
  lostAfter: Date;
  /** Retry voiding an orphaned label if its purchase started after this. */
  foundAfter: Date;
  everyMs: number;
}

/** Abandoned purchases that may have a label, which must be voided. Older ones are checked less often. */
export const selectWatched = (db: Handle, { now, lostAfter, foundAfter, everyMs }: Watch, limit: number) =>
  db
    .selectFrom('purchase_attempts')
    .innerJoin('shipments', 'shipments.id', 'purchase_attempts.shipment_id')
    .innerJoin('quotes', 'quotes.id', 'shipments.quote_id')
    .select([
      'purchase_attempts.id',
      'purchase_attempts.shipment_id',
      'purchase_attempts.orphan',
      'purchase_attempts.started_at',
      'quotes.carrier_rate',
    ])
    .where((eb) =>
      eb.or([
        eb('purchase_attempts.orphan', 'is not', null).and('started_at', '>', foundAfter),
        eb('purchase_attempts.state', '=', sql.lit<AttemptState>('abandoned')).and(
          'started_at',
          '>',
          lostAfter,
        ),
      ]),
    )
    .where((eb) =>
      eb.or([
        eb('purchase_attempts.looked_at', 'is', null),
        sql<boolean>`looked_at + greatest(${milliseconds(everyMs)}, (looked_at - started_at) / 10) <= ${now}`,
      ]),
    )
    .orderBy('purchase_attempts.looked_at', (order) => order.asc().nullsFirst())
    .limit(limit)
    .execute();

export type WatchedAttempt = Awaited<ReturnType<typeof selectWatched>>[number];
