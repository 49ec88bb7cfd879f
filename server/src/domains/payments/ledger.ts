import { sql } from 'kysely';
import type { Clock } from '../../platform/clock.ts';
import type { Trx } from '../../platform/db/database.ts';
import type { LedgerAccount } from './payments.tables.ts';

export type Entries = Partial<Record<LedgerAccount, number>>;

/**
 * One booking; debit is positive. The database refuses it when it does not balance, and when the same reason was booked before.
 */
export async function post(trx: Trx, clock: Clock, reasonKey: string, entries: Entries): Promise<void> {
  const lines = Object.entries(entries).filter(([, cents]) => cents !== 0);
  if (lines.length === 0) return;
  await sql`
    WITH booked AS (
      INSERT INTO ledger_transactions (reason_key, recorded_at) VALUES (${reasonKey}, ${clock.now()}) RETURNING id
    )
    INSERT INTO ledger_entries (transaction_id, account, cents)
    SELECT booked.id, line.account, line.cents
    FROM booked, unnest(${lines.map(([account]) => account)}::text[], ${lines.map(([, cents]) => cents)}::bigint[])
      AS line (account, cents)
  `.execute(trx);
}

/** What each event of the product books; the left side is what it takes, the right what it leaves. */
export const bookings = {
  payment: (cents: number): Entries => ({ processor: cents, customer_funds: -cents }),
  /** A carrier that charges another sum than it quoted is our gain or loss, never the customer's. */
  purchase: (
    totalCents: number,
    costCents: number,
    commissionCents: number,
    actualCents: number,
  ): Entries => ({
    customer_funds: totalCents,
    carrier_payable: -actualCents,
    commission: -commissionCents,
    rate_variance: actualCents - costCents,
  }),
  /** Money that bought nothing goes back. */
  refundOfFunds: (cents: number): Entries => ({ customer_funds: cents, refunds_payable: -cents }),
  /** A label was bought and kept, and money goes back all the same. */
  refundGiven: (cents: number): Entries => ({ refunds_given: cents, refunds_payable: -cents }),
  refundPaid: (cents: number): Entries => ({ refunds_payable: cents, processor: -cents }),
  /** The carrier takes a label back, and what it charged for it. */
  voided: (actualCents: number): Entries => ({ carrier_payable: actualCents, refunds_given: -actualCents }),
  /** The client's bank takes the money back until it is decided whose it is. */
  disputeOpened: (cents: number): Entries => ({ dispute_hold: cents, processor: -cents }),
  disputeLost: (cents: number): Entries => ({ loss: cents, dispute_hold: -cents }),
};

export const reversed = (entries: Entries): Entries =>
  Object.fromEntries(Object.entries(entries).map(([account, cents]) => [account, -cents]));

export function together(...all: Entries[]): Entries {
  const sum: Entries = {};
  for (const [account, cents] of all.flatMap(Object.entries) as [LedgerAccount, number][])
    sum[account] = (sum[account] ?? 0) + cents;
  return sum;
}
