import { ENTRY_TEXTS } from '../balances/entry-texts.ts';
import type { Credit } from './assign-credits.ts';
import type { ChargeLine, CreditNoteContent } from './billing-content.ts';
import type { EarlierInvoice } from './documents.store.ts';
import { earlierDebtAtWriteOffs } from './earlier-debt.ts';
import { sumOfLines } from './make-invoice.ts';
import { correctionText, isWriteOff } from './make-statement.ts';
import { framed, type MonthFacts } from './month-facts.ts';
import { creditedTaxes, sumOfTaxes } from './taxes.ts';

/** Refunds of labels of earlier months, and money that the client got apart from refunds. */
export function creditsOf(facts: MonthFacts): Credit[] {
  const { refunds, entries, month, dayOf } = facts;
  const earlierDebt = earlierDebtAtWriteOffs(facts);
  return [
    ...refunds
      .filter(({ label_month: labelMonth }) => labelMonth !== month)
      .map((refund) => ({
        kind: 'refund' as const,
        feeCents: Math.round((refund.cents * refund.commission_cents) / refund.total_cents),
        toCard: refund.destination === 'card',
        labelMonth: refund.label_month,
        earlierDebtCents: 0,
        line: {
          date: dayOf(refund.ended_at),
          text: 'Refund',
          reference: refund.tracking_number ?? '',
          cents: refund.cents,
          refundId: refund.id,
        },
      })),
    ...entries
      .filter(({ kind, cents }) => (kind === 'adjustment' || kind === 'correction') && cents > 0)
      .map((entry) => ({
        kind: kindOf(entry),
        feeCents: -entry.fee_cents,
        toCard: false,
        labelMonth: entry.label_month,
        earlierDebtCents: earlierDebt.get(entry.id) ?? 0,
        line: {
          date: dayOf(entry.created_at),
          text: entry.kind === 'adjustment' ? ENTRY_TEXTS.adjustment(entry) : correctionText(entry),
          reference: entry.tracking_number ?? '',
          cents: entry.cents,
        },
      })),
  ];
}

const kindOf = ({ kind, reason_key: key }: { kind: string; reason_key: string }): Credit['kind'] => {
  if (kind === 'adjustment') return 'adjustment';
  return isWriteOff(key) ? 'write_off' : 'credit';
};

export function makeCreditNote(
  facts: MonthFacts,
  invoice: EarlierInvoice,
  lines: ChargeLine[],
): CreditNoteContent {
  const totalCents = sumOfLines(lines);
  const taxes = creditedTaxes(invoice.taxes, {
    totalCents: invoice.total_cents,
    beforeCents: invoice.credited_cents,
    cents: totalCents,
  });
  return {
    kind: 'credit_note',
    ...framed(facts),
    invoiceNumber: invoice.number,
    invoiceIssuedOn: invoice.issued_on,
    lines,
    taxes,
    noTaxReason: invoice.no_tax_reason,
    subtotalCents: totalCents - sumOfTaxes(taxes),
    totalCents,
  };
}
