import { sql } from 'kysely';
import { after, type Invariant } from './invariant.ts';

/** The rules of top-ups. */
export const TOP_UP_INVARIANTS: Record<string, Invariant> = {
  'I23 every paid top-up is credited once or refunded, and one automatic top-up runs at a time': (
    scope,
  ) => sql`
    SELECT p.id::text AS object_id, p.status || ', paid ' || p.amount_cents || ', credited ' || coalesce(e.cents, 0) || ' in '
           || coalesce(e.entries, 0) || ' entries' AS detail
    FROM payments p
    LEFT JOIN LATERAL (
      SELECT sum(cents) AS cents, count(*) AS entries FROM balance_entries
      WHERE payment_id = p.id AND kind = 'top_up' AND user_id = p.user_id
    ) e ON true
    CROSS JOIN LATERAL (
      -- A charge that does not belong to the top-up is refunded in full instead.
      SELECT p.status = 'succeeded' AND NOT EXISTS (
        SELECT FROM refunds f WHERE f.payment_id = p.id AND f.kind = 'surplus' AND f.cents = p.amount_cents) AS credited
    ) x
    WHERE p.purpose = 'top_up' AND p.created_at > ${after(scope)}
      AND (coalesce(e.cents, 0) <> CASE WHEN x.credited THEN p.amount_cents ELSE 0 END
        OR coalesce(e.entries, 0) <> CASE WHEN x.credited THEN 1 ELSE 0 END)
    UNION ALL
    SELECT user_id::text, count(*) || ' automatic top-ups in progress'
    FROM payments WHERE automatic AND status IN ('created', 'processing')
    GROUP BY user_id HAVING count(*) > 1`,
};
