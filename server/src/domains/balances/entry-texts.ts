import type { BalanceEntryKind } from './balances.tables.ts';

type EntryText = (entry: { cents: number }) => string;

/** The kinds of balance entries that have the same text on the screen and in documents. */
export const ENTRY_TEXTS = {
  deposit: ({ cents }) => (cents < 0 ? 'Withdrawal' : 'Bank transfer'),
  labels: () => 'Labels',
  released: () => 'Returned to the balance',
  refund: () => 'Refund',
  adjustment: ({ cents }) => (cents < 0 ? 'Carrier adjustment' : 'Carrier adjustment reversed'),
  dispute: ({ cents }) => (cents < 0 ? 'Disputed payment' : 'Disputed amount returned to the balance'),
  payout: () => 'Payout to card',
} satisfies Partial<Record<BalanceEntryKind, EntryText>>;
