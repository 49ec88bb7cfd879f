import { dollarsOf } from '@lading/contract/money.ts';
import { csvLine } from '../../platform/csv.ts';
import type { BillingContent, ChargeLine, ReceiptContent, StatementContent } from './billing-content.ts';
import { taxName } from './print-document.ts';

type Taxed = Exclude<BillingContent, ReceiptContent | StatementContent>;

/** The same lines as in the PDF, one per row, with amounts in dollars. */
export function* csvOf(number: string, content: Exclude<BillingContent, ReceiptContent>): Generator<string> {
  if (content.kind === 'statement') yield* statementLines(number, content);
  else yield* taxedLines(number, content);
}

const dollars = (cents: number): string => dollarsOf(cents).toFixed(2);

function* statementLines(number: string, content: StatementContent): Generator<string> {
  yield csvLine(['Document', 'Date', 'Section', 'Description', 'Reference', 'Amount', 'Balance']);
  const { openingCents, closingCents, periodStart, periodEnd } = content;
  yield csvLine([number, periodStart, 'Balance', 'Opening balance', '', '', dollars(openingCents)]);
  for (const { date, text, reference, cents, balanceCents } of content.entries)
    yield csvLine([number, date, 'Balance', text, reference, dollars(cents), dollars(balanceCents)]);
  yield csvLine([number, periodEnd, 'Balance', 'Closing balance', '', '', dollars(closingCents)]);
  for (const { date, text, reference, cents } of content.cardEntries)
    yield csvLine([number, date, 'Card', text, reference, dollars(cents), '']);
}

function* taxedLines(number: string, content: Taxed): Generator<string> {
  yield csvLine(['Document', 'Date', 'Section', 'Description', 'Reference', 'Amount']);
  for (const [section, lines] of sectionsOf(content))
    for (const { date, text, reference, cents } of lines)
      yield csvLine([number, date, section, text, reference, dollars(cents)]);
  for (const [name, cents] of totalsOf(content))
    yield csvLine([number, content.periodEnd, 'Total', name, '', dollars(cents)]);
}

const sectionsOf = (content: Taxed): (readonly [string, readonly ChargeLine[]])[] =>
  content.kind === 'credit_note'
    ? [['Credited', content.lines]]
    : [
        ['Labels', content.labels],
        ['Adjustments and fees', content.adjustments],
        ['Refunds', content.refunds],
        ['Credits', content.credits],
      ];

const totalsOf = (content: Taxed): (readonly [string, number])[] => [
  ['Subtotal', content.subtotalCents],
  ...content.taxes.map((tax) => [taxName(tax), tax.cents] as const),
  ['Total', content.totalCents],
  ...(content.kind === 'invoice'
    ? ([
        ['Paid by card', content.cardCents],
        ['Paid from balance', content.balanceCents],
        ['Amount due', content.dueCents],
      ] as const)
    : []),
];
