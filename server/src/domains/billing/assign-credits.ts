import type { ChargeLine } from './billing-content.ts';

/** An invoice that credits can reduce. */
interface CreditTarget {
  /** The first day of its month. */
  month: string;
  /** What is left of it. */
  leftCents: number;
  dueCents: number;
}

/** Money refunded or credited to the client, except refunds of labels on the new invoice. */
export interface Credit {
  kind: 'refund' | 'adjustment' | 'credit' | 'write_off';
  /** With a positive amount. */
  line: ChargeLine;
  /** The part of it that is our fee. */
  feeCents: number;
  /** The month of the label that it belongs to. */
  labelMonth: string | null;
}

/** What a credit takes off one invoice. */
export type AssignedCredit = Pick<Credit, 'line' | 'feeCents'>;

/**
 * Assigns each credit to the invoices that it corrects, and returns what it takes off each. A refund or an adjustment
 * corrects the invoice of its label, then the newest: the adjustment may have been charged in a later month than the
 * label. A credit reduces the newest invoice first; a written-off debt reduces the oldest invoice that was due, and the
 * newest if none was. No invoice is reduced below zero; the rest appears only on the statement.
 */
export function assignCredits(
  credits: readonly Credit[],
  targets: readonly CreditTarget[],
): Map<string, AssignedCredit[]> {
  const left = new Map(targets.map(({ month, leftCents }) => [month, leftCents]));
  const assigned = new Map<string, AssignedCredit[]>();
  for (const credit of credits) {
    let open = credit.line.cents;
    for (const { month } of orderFor(credit, targets)) {
      const cents = Math.min(open, left.get(month) ?? 0);
      if (cents <= 0) continue;
      assigned.set(month, [...(assigned.get(month) ?? []), partOf(credit, cents)]);
      left.set(month, (left.get(month) ?? 0) - cents);
      open -= cents;
    }
  }
  return assigned;
}

const partOf = ({ line, feeCents }: Credit, cents: number): AssignedCredit => ({
  line: { ...line, cents },
  feeCents: Math.round((feeCents * cents) / line.cents),
});

function orderFor({ kind, labelMonth }: Credit, targets: readonly CreditTarget[]): CreditTarget[] {
  const newestFirst = targets.toSorted((one, other) => other.month.localeCompare(one.month));
  if (kind === 'credit') return newestFirst;
  const isOfLabel = ({ month }: CreditTarget) => month === labelMonth;
  // A label from before the first month was never invoiced, so its refund corrects nothing.
  if (kind === 'refund' && !targets.some(isOfLabel)) return [];
  if (kind !== 'write_off') return first(newestFirst, isOfLabel);
  const isDue = ({ dueCents }: CreditTarget) => dueCents > 0;
  return [...newestFirst.filter(isDue).toReversed(), ...newestFirst.filter((target) => !isDue(target))];
}

const first = (targets: CreditTarget[], isFirst: (target: CreditTarget) => boolean): CreditTarget[] => [
  ...targets.filter(isFirst),
  ...targets.filter((target) => !isFirst(target)),
];
