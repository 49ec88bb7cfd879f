import { sql } from 'kysely';
import type { Handle } from '../../platform/db/database.ts';
import { type Recipient, recipient } from './notices.store.ts';

export interface AdjustmentsFacts extends Recipient {
  carriers: string[];
  /** Adjustments that the client pays, and credits. */
  charges: number;
  charged_cents: number;
  credits: number;
  credited_cents: number;
}

export async function selectAdjustmentsNotice(
  db: Handle,
  noticeId: string,
): Promise<AdjustmentsFacts | undefined> {
  const { rows } = await sql<AdjustmentsFacts>`
    SELECT ${recipient}, a.carriers, a.charges, a.charged_cents, a.credits, a.credited_cents
    FROM (SELECT user_id, array_agg(DISTINCT carrier ORDER BY carrier) AS carriers, count(*) FILTER (WHERE client_cents > 0) AS charges,
                 coalesce(sum(client_cents + fee_cents) FILTER (WHERE client_cents > 0), 0)::bigint AS charged_cents,
                 count(*) FILTER (WHERE client_cents < 0) AS credits,
                 coalesce(-sum(client_cents) FILTER (WHERE client_cents < 0), 0)::bigint AS credited_cents
          FROM adjustments WHERE notice_id = ${noticeId} GROUP BY user_id) a
    JOIN users u ON u.id = a.user_id
    WHERE u.erased_at IS NULL`.execute(db);
  return rows[0];
}
