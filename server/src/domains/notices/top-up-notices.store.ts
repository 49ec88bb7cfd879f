import { sql } from 'kysely';
import type { Handle } from '../../platform/db/database.ts';
import { type Recipient, recipient } from './notices.store.ts';

export interface TopUpFailureFacts extends Recipient {
  payment_id: string;
  amount_cents: number;
  /** Still waits for the client's confirmation. */
  open: boolean;
  code: string;
  /** In words for the client. */
  reason: string | null;
  /** No other attempt starts until the client acts. */
  stopped: boolean;
  brand: string | null;
  last4: string | null;
}

/** Only a top-up that has not been paid since. */
export async function selectTopUpNotice(
  db: Handle,
  paymentId: string,
): Promise<TopUpFailureFacts | undefined> {
  const { rows } = await sql<TopUpFailureFacts>`
    SELECT ${recipient}, p.id AS payment_id, p.amount_cents, p.status = 'created' AS open, f.code, p.last_error AS reason,
           coalesce(a.stopped IS NOT NULL, true) AS stopped, c.brand, c.last4
    FROM top_up_failures f
    JOIN payments p ON p.id = f.payment_id
    JOIN users u ON u.id = p.user_id
    LEFT JOIN stored_cards c ON c.id = p.card_id
    LEFT JOIN automatic_top_ups a ON a.user_id = p.user_id
    WHERE f.payment_id = ${paymentId} AND p.status IN ('created', 'canceled') AND u.erased_at IS NULL`.execute(
    db,
  );
  return rows[0];
}

export interface ExpiringCardFacts extends Recipient {
  brand: string;
  last4: string;
  exp_month: number;
  exp_year: number;
}

/** Only a card that automatic top-ups still use. */
export async function selectExpiringCard(db: Handle, cardId: string): Promise<ExpiringCardFacts | undefined> {
  const { rows } = await sql<ExpiringCardFacts>`
    SELECT ${recipient}, c.brand, c.last4, c.exp_month, c.exp_year
    FROM stored_cards c JOIN users u ON u.id = c.user_id JOIN automatic_top_ups a ON a.user_id = c.user_id
    WHERE c.id = ${cardId} AND c.is_default AND a.enabled AND u.erased_at IS NULL`.execute(db);
  return rows[0];
}
