import type { Clock } from '../../platform/clock.ts';
import type { Trx } from '../../platform/db/database.ts';
import type { Condition, StatementPart } from '../../platform/db/statement-parts.ts';
import { insertLedgerTransaction, type LedgerLine, ledgerParts } from './ledger.store.ts';
import type { LedgerAccount } from './ledger.tables.ts';

export type Entries = Partial<Record<LedgerAccount, number>>;

/**
 * Debits are positive. The database rejects a transaction that does not balance or that was already posted.
 */
export async function post(trx: Trx, clock: Clock, reasonKey: string, entries: Entries): Promise<void> {
  const lines = linesOf({ reasonKey, entries });
  if (lines.length > 0) await insertLedgerTransaction(trx, lines, clock.now());
}

/** Several transactions in one statement. */
export async function postAll(trx: Trx, clock: Clock, postings: readonly Posting[]): Promise<void> {
  const lines = postings.flatMap(linesOf);
  if (lines.length > 0) await insertLedgerTransaction(trx, lines, clock.now());
}

/** The same as steps of the statement that moves the money. */
export const postParts = (clock: Clock, postings: readonly Posting[], when?: Condition): StatementPart[] =>
  ledgerParts(postings.flatMap(linesOf), clock.now(), when);

interface Posting {
  reasonKey: string;
  entries: Entries;
}

const linesOf = ({ reasonKey, entries }: Posting): LedgerLine[] =>
  Object.entries(entries)
    .filter(([, cents]) => cents !== 0)
    .map(([account, cents]) => ({ reasonKey, account, cents }));

/** The ledger entries of every money movement. */
export const bookings = {
  payment: (cents: number): Entries => ({ processor: cents, customer_funds: -cents }),
  /** If the label provider charges more or less than it quoted, the difference is ours, not the client's. */
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
  /** Refund of money that bought no label. */
  refundOfFunds: (cents: number): Entries => ({ customer_funds: cents, refunds_payable: -cents }),
  /** Refund for a label that the client keeps. */
  refundGiven: (cents: number): Entries => ({ refunds_given: cents, refunds_payable: -cents }),
  refundPaid: (cents: number): Entries => ({ refunds_payable: cents, processor: -cents }),
  /** The label provider voids a label and credits what it charged. */
  voided: (actualCents: number): Entries => ({ carrier_payable: actualCents, refunds_given: -actualCents }),
  /** The client's bank holds the money until the dispute is decided. */
  disputeOpened: (cents: number): Entries => ({ dispute_hold: cents, processor: -cents }),
  disputeLost: (cents: number): Entries => ({ loss: cents, dispute_hold: -cents }),
  topUp: (cents: number): Entries => ({ processor: cents, client_balances: -cents }),
  /** Labels paid from the balance alone. */
  balancePayment: (cents: number): Entries => ({ client_balances: cents, customer_funds: -cents }),
  /** The balance's part of a payment, until the card has paid the rest. */
  balanceHeld: (cents: number): Entries => ({ client_balances: cents, balance_holds: -cents }),
  /** A payment by balance and card, whose balance part was held. */
  splitPayment: (balanceCents: number, cardCents: number): Entries => ({
    balance_holds: balanceCents,
    processor: cardCents,
    customer_funds: -(balanceCents + cardCents),
  }),
  refundToBalance: (cents: number): Entries => ({ refunds_payable: cents, client_balances: -cents }),
  /** Part of a balance is refunded to the card that topped it up. */
  payout: (cents: number): Entries => ({ client_balances: cents, refunds_payable: -cents }),
  /**
   * What a disputed payment put into a balance is taken from it and held. Once the dispute is lost, it covers the loss.
   */
  creditDisputed: (takenCents: number, coveredCents: number): Entries => ({
    client_balances: takenCents,
    balance_holds: coveredCents - takenCents,
    loss: -coveredCents,
  }),
  /** Paid by bank transfer, recorded by an admin. Reversed for a withdrawal. */
  deposit: (cents: number): Entries => ({ bank: cents, client_balances: -cents }),
  /** The operator gives the client money, such as for a late parcel. */
  credit: (cents: number): Entries => ({ refunds_given: cents, client_balances: -cents }),
  /** Debt that the operator no longer expects to be paid. */
  writtenOff: (cents: number): Entries => ({ bad_debt: cents, client_balances: -cents }),
  /** A carrier bills more than the label cost. A credit is negative. */
  carrierAdjustment: (cents: number): Entries => ({ carrier_adjustments: cents, carrier_payable: -cents }),
  adjustmentPassedOn: (cents: number, feeCents: number): Entries => ({
    client_balances: cents + feeCents,
    carrier_adjustments: -cents,
    adjustment_fees: -feeCents,
  }),
  processorFee: (cents: number): Entries => ({ processor_fees: cents, processor: -cents }),
  /** The payment provider transfers money to the operator's bank account. */
  bankPayout: (cents: number): Entries => ({ bank: cents, processor: -cents }),
};

export const reversed = (entries: Entries): Entries =>
  Object.fromEntries(Object.entries(entries).map(([account, cents]) => [account, -cents]));

export function sumOf(...all: Entries[]): Entries {
  const sum: Entries = {};
  for (const [account, cents] of all.flatMap(Object.entries) as [LedgerAccount, number][])
    sum[account] = (sum[account] ?? 0) + cents;
  return sum;
}
