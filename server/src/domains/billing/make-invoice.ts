import { addDays } from '@lading/contract/calendar-date.ts';
import type { AssignedCredit } from './assign-credits.ts';
import type { ChargeLine, InvoiceContent } from './billing-content.ts';
import { correctionText, RETURNED_REFUND } from './make-statement.ts';
import type { ReturnedRefund } from './month-facts.store.ts';
import { framed, type MonthFacts } from './month-facts.ts';
import { includedTaxes, sumOfTaxes } from './taxes.ts';

/** The charges of a month, before credits. */
interface Charges {
  labels: ChargeLine[];
  adjustments: ChargeLine[];
  /** With what is charged again because the bank returned a refund. */
  refunds: ChargeLine[];
  totalCents: number;
}

/** Null for a month in which nothing was charged. */
export function chargesOf(facts: MonthFacts): Charges | null {
  const { dayOf, month } = facts;
  const labels = facts.labels.map((label) => ({
    date: dayOf(label.purchased_at),
    text: serviceOf(label),
    reference: label.tracking_number ?? '',
    cents: label.total_cents,
  }));
  const adjustments = facts.entries
    .filter(({ kind, cents }) => (kind === 'adjustment' || kind === 'correction') && cents < 0)
    .map((entry) => ({
      date: dayOf(entry.created_at),
      text: entry.kind === 'adjustment' ? 'Carrier adjustment' : correctionText(entry),
      reference: entry.tracking_number ?? '',
      cents: -entry.cents,
    }));
  const returned = facts.returnedRefunds.map((refund) => ({
    date: dayOf(refund.ended_at),
    text: RETURNED_REFUND,
    reference: refund.tracking_number ?? '',
    cents: refund.cents,
    refundId: refund.id,
  }));
  if (labels.length + adjustments.length + returned.length === 0) return null;
  const refunded = facts.refunds
    .filter(({ label_month: labelMonth }) => labelMonth === month)
    .map((refund) => ({
      date: dayOf(refund.ended_at),
      text: 'Refund',
      reference: refund.tracking_number ?? '',
      cents: -refund.cents,
      refundId: refund.id,
    }));
  const refunds = [...refunded, ...returned];
  return { labels, adjustments, refunds, totalCents: sumOfLines([...labels, ...adjustments, ...refunds]) };
}

const serviceOf = ({ carrier, service_name: name }: { carrier: string; service_name: string }) =>
  name.startsWith(carrier) ? name : `${carrier} ${name}`;

/** `credits` reduce this invoice. Their amounts are positive. */
export function makeInvoice(
  facts: MonthFacts,
  charges: Charges,
  credits: readonly AssignedCredit[],
): InvoiceContent {
  const { settings, frame, dueDays, closingCents, heldCents } = facts;
  const creditLines = credits.map(({ line }) => line);
  const totalCents = charges.totalCents - sumOfLines(creditLines);
  const taxes = includedTaxes(totalCents, serviceCentsOf(facts, credits), settings.tax_lines);
  const cardCents = cardCentsOf(facts, credits);
  // A payment that is still open has bought nothing yet, so what it holds is no debt.
  const debtCents = Math.max(0, -closingCents - heldCents);
  // Payments settle the oldest debt first, so this month's part of the debt is what is left of it.
  const dueCents = Math.min(totalCents, Math.max(0, totalCents - cardCents), debtCents);
  return {
    kind: 'invoice',
    ...framed(facts),
    labels: charges.labels,
    adjustments: charges.adjustments,
    refunds: charges.refunds,
    credits: creditLines.map((line) => ({ ...line, cents: -line.cents })),
    taxes,
    noTaxReason: taxes.length === 0 ? settings.no_tax_reason : '',
    subtotalCents: totalCents - sumOfTaxes(taxes),
    totalCents,
    cardCents,
    balanceCents: totalCents - cardCents - dueCents,
    dueCents,
    dueOn: dueCents > 0 ? addDays(frame.issuedOn, dueDays) : null,
    paymentInstructions: dueCents > 0 ? settings.payment_instructions : '',
  };
}

/**
 * Commission and fees. A refund of a label takes its share of the commission with it, and a returned one brings it back. What
 * is refunded of an earlier month is deducted only if it reduces this invoice. Otherwise a credit note takes off its tax.
 */
function serviceCentsOf(
  { labels, refunds, returnedRefunds, entries, month }: MonthFacts,
  credits: readonly AssignedCredit[],
): number {
  const commission = labels.reduce((sum, label) => sum + label.commission_cents, 0);
  const charged = entries
    .filter(({ cents }) => cents < 0)
    .reduce((sum, { fee_cents: feeCents }) => sum + feeCents, 0);
  const fees = credits.reduce((sum, { feeCents }) => sum - feeCents, charged);
  const refunded = refundedCommission(refunds.filter(({ label_month: labelMonth }) => labelMonth === month));
  return commission + fees - refunded + refundedCommission(returnedRefunds);
}

/** Rounded once per label, so that parts of a refund take the same share as the whole. */
function refundedCommission(refunds: readonly ReturnedRefund[]): number {
  const parts = Map.groupBy(refunds, ({ shipment_id: id }) => id);
  return [...parts.values()].reduce((sum, [first, ...others]) => {
    if (!first) return sum;
    const cents = others.reduce((all, other) => all + other.cents, first.cents);
    return sum + Math.round((cents * first.commission_cents) / first.total_cents);
  }, 0);
}

function cardCentsOf(
  { labels, refunds, returnedRefunds, month }: MonthFacts,
  credits: readonly AssignedCredit[],
): number {
  const paid = labels.reduce((sum, label) => sum + label.card_cents, 0);
  // Only a card's bank can return a refund.
  const returned = returnedRefunds.reduce((sum, { cents }) => sum + cents, 0);
  const refunded = refunds
    .filter(({ label_month: labelMonth, destination }) => labelMonth === month && destination === 'card')
    .reduce((sum, { cents }) => sum + cents, 0);
  const credited = credits.reduce((sum, { line, toCard }) => (toCard ? sum + line.cents : sum), 0);
  return paid + returned - refunded - credited;
}

export const sumOfLines = (lines: readonly ChargeLine[]): number =>
  lines.reduce((sum, { cents }) => sum + cents, 0);
