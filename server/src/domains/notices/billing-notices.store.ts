import { sql } from 'kysely';
import type { Handle } from '../../platform/db/database.ts';
import { type Recipient, recipient } from './notices.store.ts';

export interface BillingFacts extends Recipient {
  /** The first day of the month. */
  month: string;
  documents: {
    kind: 'statement' | 'invoice' | 'credit_note';
    number: string;
    cents: number;
    due: number;
    dueOn: string | null;
  }[];
}

/** The documents of a client's month. */
export async function selectBillingNotice(db: Handle, runId: string): Promise<BillingFacts | undefined> {
  const { rows } = await sql<BillingFacts>`
    SELECT ${recipient}, b.month, (
      SELECT jsonb_agg(jsonb_build_object('kind', d.kind, 'number', d.number, 'cents', d.total_cents, 'due', d.due_cents, 'dueOn', d.due_on)
                       ORDER BY array_position(ARRAY['invoice', 'credit_note', 'statement'], d.kind), d.sequence)
      FROM billing_documents d WHERE d.run_id = b.id) AS documents
    FROM billing_runs b JOIN users u ON u.id = b.user_id
    WHERE b.id = ${runId} AND u.erased_at IS NULL`.execute(db);
  const [facts] = rows;
  return facts?.documents ? facts : undefined;
}
