import { sql } from 'kysely';
import type { JournalEntry } from '../doubles/double-server.ts';
import type { ReadJournals } from '../provider-journals.ts';

interface Doubles {
  shippo: { journal(): readonly JournalEntry[] };
  stripe: { journal(): readonly JournalEntry[] };
}

/** Everything the Shippo and Stripe doubles have accepted, from the journals that they write before they answer. */
export function doubleJournals({ shippo, stripe }: Doubles): ReadJournals {
  return async () => {
    const carrier = shippo.journal();
    const cards = stripe.journal();
    return {
      sold: sql`SELECT * FROM jsonb_to_recordset(${JSON.stringify(soldLabels(carrier))}::jsonb)
        AS t(key text, transaction_id text, tracking_number text, cost_cents bigint, voided boolean, label_hash bytea)`,
      charged: sql`SELECT * FROM jsonb_to_recordset(${JSON.stringify(charges(cards))}::jsonb)
        AS t(key text, intent_id text, amount_cents bigint)`,
      returned: sql`SELECT * FROM jsonb_to_recordset(${JSON.stringify(refunds(cards))}::jsonb)
        AS t(key text, refund_id text, intent_id text, amount_cents bigint)`,
    };
  };
}

const of = (journal: readonly JournalEntry[], kind: string) => journal.filter((entry) => entry.kind === kind);

/** The key in the metadata `lading <key>`. */
const keyOf = (metadata: unknown) => String(metadata).split(' ').at(-1);

export function soldLabels(journal: readonly JournalEntry[]) {
  const voided = new Set(of(journal, 'label_refunded').map(({ transaction }) => transaction));
  return of(journal, 'label_bought').map(({ transaction, metadata, trackingNumber, cents }) => ({
    key: keyOf(metadata),
    transaction_id: transaction,
    tracking_number: trackingNumber,
    cost_cents: cents,
    voided: voided.has(transaction),
    label_hash: null,
  }));
}

const charges = (journal: readonly JournalEntry[]) =>
  of(journal, 'charged').map(({ paymentKey, intent, cents }) => ({
    key: paymentKey,
    intent_id: intent,
    amount_cents: cents,
  }));

/** A refund that failed later was not paid. */
function refunds(journal: readonly JournalEntry[]) {
  const cameBack = new Set(of(journal, 'refund_failed').map(({ refund }) => refund));
  return of(journal, 'refunded')
    .filter(({ refund }) => !cameBack.has(refund))
    .map(({ refundKey, refund, intent, cents }) => ({
      key: refundKey,
      refund_id: refund,
      intent_id: intent,
      amount_cents: cents,
    }));
}
