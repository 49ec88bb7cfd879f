import { shortReference } from '../../platform/ids.ts';
import { ENTRY_TEXTS } from '../balances/entry-texts.ts';
import type { CardEntry, StatementContent, StatementEntry } from './billing-content.ts';
import type { CardFacts, EntryFacts } from './month-facts.store.ts';
import { framed, type MonthFacts } from './month-facts.ts';

/** Null for a month without balance entries and payments. */
export function makeStatement(facts: MonthFacts): StatementContent | null {
  const { entries, cardMoney, dayOf, openingCents, closingCents } = facts;
  if (entries.length === 0 && cardMoney.length === 0) return null;
  return {
    kind: 'statement',
    ...framed(facts),
    openingCents,
    closingCents,
    entries: entries.map((entry) => toEntry(entry, dayOf)),
    cardEntries: cardMoney.map((money) => toCardEntry(money, dayOf)),
  };
}

export const RETURNED_REFUND = 'Refund returned by your bank';

const toEntry = (entry: EntryFacts, dayOf: (moment: Date) => string): StatementEntry => ({
  id: entry.id,
  date: dayOf(entry.created_at),
  text: TEXTS[entry.kind](entry),
  reference: entry.tracking_number ?? (entry.payment_id ? shortReference(entry.payment_id) : ''),
  cents: entry.cents,
  balanceCents: entry.balance_cents,
});

/** Contains no text that anyone typed, because statements are kept when a client is erased. */
const TEXTS: Record<EntryFacts['kind'], (entry: EntryFacts) => string> = {
  ...ENTRY_TEXTS,
  top_up: () => 'Top-up',
  correction: (entry) => correctionText(entry),
};

export const correctionText = ({
  reason_key: key,
  cents,
}: Pick<EntryFacts, 'reason_key' | 'cents'>): string => {
  if (isWriteOff(key)) return 'Debt written off';
  return cents > 0 ? 'Credit' : 'Correction';
};

export const isWriteOff = (reasonKey: string): boolean => reasonKey.startsWith('balance-write_off:');

const CARD_TEXTS: Record<CardFacts['kind'], string> = {
  payment: 'Labels paid by card',
  refund: 'Refund to your card',
  returned_refund: RETURNED_REFUND,
};

const toCardEntry = ({ id, at, kind, cents }: CardFacts, dayOf: (moment: Date) => string): CardEntry => ({
  date: dayOf(at),
  text: CARD_TEXTS[kind],
  reference: shortReference(id),
  cents,
});
