import type { ChargeLine } from './billing-content.ts';

/** An invoice that credits can reduce. */
interface CreditTarget {
  /** The first day of its month. */
  month: string;
  /** What is left of it. */
  leftCents: number;
  /** What the client owed for it when it was issued; 0 for the new invoice. */
  dueCents: number;
}

/** Money refunded or credited to the client, except refunds of labels on the new invoice. */
export interface Credit {
  kind: 'refund' | 'adjustment' | 'credit' | 'write_off';
  /** With a positive amount. */
  line: ChargeLine;
  /** The part of it that is our fee or commission. */
  feeCents: number;
  /** Refunded to the card that paid, not to the balance. */
  toCard: boolean;
  /** The month of the label that it belongs to. */
  labelMonth: string | null;
  /** For a debt that is written off: what was left of the debt from before the month. */
  earlierDebtCents: number;
}

/** What a credit takes off one invoice. */
export type AssignedCredit = Pick<Credit, 'line' | 'feeCents' | 'toCard'>;

/**
 * Assigns each credit to the invoices that it corrects, and returns what it takes off each. A refund or an adjustment
 * corrects the invoice of its label, then the newest: the adjustment may have been charged in a later month than the
 * label. A credit reduces the newest invoice first. A written-off debt reduces what was still due of the oldest invoices,
 * then the newest invoice. No invoice is reduced below zero; the rest appears only on the statement.
 */
export function assignCredits(
  credits: readonly Credit[],
  targets: readonly CreditTarget[],
): Map<string, AssignedCredit[]> {
  const left = new Map(targets.map(({ month, leftCents }) => [month, leftCents]));
  const assigned = new Map<string, AssignedCredit[]>();
  for (const credit of credits) {
    for (const [month, cents] of divide(credit, targets, left)) {
      assigned.set(month, [...(assigned.get(month) ?? []), partOf(credit, cents)]);
      left.set(month, (left.get(month) ?? 0) - cents);
    }
  }
  return assigned;
}

type CentsByMonth = Map<string, number>;

/** What a credit takes off each invoice, by month. */
function divide(credit: Credit, targets: readonly CreditTarget[], left: CentsByMonth): CentsByMonth {
  const parts: CentsByMonth = new Map();
  let open = credit.line.cents;
  for (const { month, maxCents } of sharesOf(credit, targets, left)) {
    const taken = parts.get(month) ?? 0;
    const cents = Math.min(open, maxCents, (left.get(month) ?? 0) - taken);
    if (cents <= 0) continue;
    parts.set(month, taken + cents);
    open -= cents;
  }
  return parts;
}

const partOf = ({ line, feeCents, toCard }: Credit, cents: number): AssignedCredit => ({
  line: { ...line, cents },
  toCard,
  feeCents: Math.round((feeCents * cents) / line.cents),
});

/** What a credit may take off an invoice. */
interface Share {
  month: string;
  maxCents: number;
}

/** In the order in which the credit takes them. */
function sharesOf(credit: Credit, targets: readonly CreditTarget[], left: CentsByMonth): Share[] {
  const { kind, labelMonth } = credit;
  const newestFirst = targets.toSorted((one, other) => other.month.localeCompare(one.month));
  const whole = newestFirst.map(({ month }) => ({ month, maxCents: Number.POSITIVE_INFINITY }));
  if (kind === 'credit') return whole;
  if (kind === 'write_off') return [...stillDue(credit, newestFirst, left).toReversed(), ...whole];
  const isOfLabel = ({ month }: Share) => month === labelMonth;
  // A label from before the first month was never invoiced, so its refund corrects nothing.
  if (kind === 'refund' && !whole.some(isOfLabel)) return [];
  return [...whole.filter(isOfLabel), ...whole.filter((share) => !isOfLabel(share))];
}

/** Payments settle the oldest debt first, so the remaining debt is that of the newest invoices. */
function stillDue(
  { earlierDebtCents }: Credit,
  newestFirst: readonly CreditTarget[],
  left: CentsByMonth,
): Share[] {
  let owed = earlierDebtCents;
  return newestFirst.map(({ month, dueCents }) => {
    const maxCents = Math.min(dueCents, left.get(month) ?? 0, owed);
    owed -= maxCents;
    return { month, maxCents };
  });
}
