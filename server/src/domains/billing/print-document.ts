import { BILLING_KIND_NAMES } from '@lading/contract/billing.ts';
import { cardName } from '@lading/contract/card-name.ts';
import { formatMoney } from '@lading/contract/money.ts';
import type { LetterDocument, LetterTable } from '../../labels/port.ts';
import type {
  BillingContent,
  ChargeLine,
  CreditNoteContent,
  InvoiceContent,
  ReceiptContent,
  StatementContent,
  TaxAmount,
} from './billing-content.ts';

interface Printed {
  number: string;
  content: BillingContent;
  /** How much of a receipt's payment has been refunded so far. */
  refundedCents: number;
}

type Body = Pick<LetterDocument, 'facts' | 'tables' | 'totals' | 'notes'>;

/** The document as a letter. */
export function letterOf({ number, content, refundedCents }: Printed): LetterDocument {
  const { seller, buyer, sample } = content;
  const taxId = (id: string) => (id === '' ? [] : [`Tax ID: ${id}`]);
  return {
    title: BILLING_KIND_NAMES[content.kind],
    number,
    sample,
    sender: {
      name: seller.legalName,
      lines: [...seller.addressLines, ...taxId(seller.taxId), seller.contactEmail].filter(
        (line) => line !== '',
      ),
    },
    recipient: {
      caption: content.kind === 'receipt' ? 'Received from' : 'Bill to',
      lines: [
        buyer.name,
        ...buyer.addressLines,
        ...taxId(buyer.taxId),
        ...(buyer.reference === '' ? [] : [`Your reference: ${buyer.reference}`]),
      ],
    },
    ...bodyOf(content, refundedCents),
  };
}

function bodyOf(content: BillingContent, refundedCents: number): Body {
  switch (content.kind) {
    case 'receipt':
      return receiptBody(content, refundedCents);
    case 'statement':
      return statementBody(content);
    case 'invoice':
      return invoiceBody(content);
    case 'credit_note':
      return creditNoteBody(content);
  }
}

const PURPOSES: Record<ReceiptContent['purpose'], string> = {
  labels: 'Shipping labels',
  batch: 'Shipping labels, bulk upload',
  top_up: 'Balance top-up',
  automatic_top_up: 'Automatic balance top-up',
};

function receiptBody(content: ReceiptContent, refundedCents: number): Body {
  const { totalCents, balanceCents, card } = content;
  const cardCents = totalCents - balanceCents;
  const methods = [
    ...(cardCents > 0 ? [[card ? cardName(card) : 'Card', formatMoney(cardCents)]] : []),
    ...(balanceCents > 0 ? [['Balance', formatMoney(balanceCents)]] : []),
  ];
  return {
    facts: [
      ['Date issued', dayText(content.issuedOn)],
      ['Date paid', dayText(content.paidOn)],
      ['Payment reference', content.reference],
    ],
    tables: [
      table(
        'Payment',
        [
          ['Description', 3],
          ['Amount', 1, 'right'],
        ],
        [[PURPOSES[content.purpose], formatMoney(totalCents)]],
      ),
      table(
        'Paid with',
        [
          ['Method', 3],
          ['Amount', 1, 'right'],
        ],
        methods,
      ),
    ],
    totals: [
      { name: 'Amount paid (USD)', amount: formatMoney(totalCents), bold: true },
      ...(refundedCents > 0 ? [{ name: 'Refunded to date', amount: formatMoney(-refundedCents) }] : []),
    ],
    notes: [],
  };
}

function statementBody(content: StatementContent): Body {
  const { entries, cardEntries, openingCents, closingCents } = content;
  const opening = [dayText(content.periodStart), 'Opening balance', '', '', formatMoney(openingCents)];
  return {
    facts: [
      ['Period', periodText(content)],
      ['Date issued', dayText(content.issuedOn)],
      ['Currency', 'USD'],
    ],
    tables: [
      table(
        'Balance',
        [
          ['Date', 2],
          ['Description', 4],
          ['Reference', 4],
          ['Amount', 2, 'right'],
          ['Balance', 2, 'right'],
        ],
        rowsOf([null, ...entries], (entry) =>
          entry === null
            ? opening
            : [
                dayText(entry.date),
                entry.text,
                entry.reference,
                formatMoney(entry.cents),
                formatMoney(entry.balanceCents),
              ],
        ),
      ),
      chargeTable('Payments and refunds by card', cardEntries, 'Description'),
    ],
    totals: [
      { name: 'Opening balance', amount: formatMoney(openingCents) },
      { name: 'Changes', amount: formatMoney(closingCents - openingCents) },
      { name: 'Closing balance (USD)', amount: formatMoney(closingCents), bold: true },
    ],
    notes: [],
  };
}

function invoiceBody(content: InvoiceContent): Body {
  const { cardCents, balanceCents, dueCents, dueOn, paymentInstructions } = content;
  return {
    facts: [
      ['Period', periodText(content)],
      ['Date issued', dayText(content.issuedOn)],
      ['Due date', dueOn ? dayText(dueOn) : 'Paid'],
      ['Currency', 'USD'],
    ],
    tables: [
      chargeTable('Labels', content.labels, 'Service'),
      chargeTable('Adjustments and fees', content.adjustments, 'Description'),
      chargeTable('Refunds', content.refunds, 'Description'),
      chargeTable('Credits', content.credits, 'Description'),
    ],
    totals: [
      ...taxedTotals(content, 'Total (USD)'),
      { name: 'Paid by card', amount: formatMoney(cardCents) },
      { name: 'Paid from balance', amount: formatMoney(balanceCents) },
      { name: 'Amount due (USD)', amount: formatMoney(dueCents), bold: true },
    ],
    notes: [taxNote(content), { caption: 'How to pay', text: paymentInstructions }],
  };
}

function creditNoteBody(content: CreditNoteContent): Body {
  return {
    facts: [
      ['Corrects invoice', content.invoiceNumber],
      ['Invoice date', dayText(content.invoiceIssuedOn)],
      ['Period', periodText(content)],
      ['Date issued', dayText(content.issuedOn)],
      ['Currency', 'USD'],
    ],
    tables: [chargeTable('Credited', content.lines, 'Description')],
    totals: taxedTotals(content, 'Total credited (USD)'),
    notes: [taxNote(content)],
  };
}

const taxedTotals = (
  { subtotalCents, totalCents, taxes }: InvoiceContent | CreditNoteContent,
  name: string,
): LetterDocument['totals'] => [
  { name: 'Subtotal', amount: formatMoney(subtotalCents) },
  ...taxes.map((tax) => ({ name: taxName(tax), amount: formatMoney(tax.cents) })),
  ...(taxes.length === 0 ? [{ name: 'Tax', amount: formatMoney(0) }] : []),
  { name, amount: formatMoney(totalCents), bold: true },
];

export const taxName = ({ name, rate, netCents }: TaxAmount): string =>
  `${name} ${(rate / 100).toFixed(2)}% of ${formatMoney(netCents)}`;

const taxNote = ({ taxes, noTaxReason }: InvoiceContent | CreditNoteContent) => ({
  caption: 'Tax',
  text: taxes.length > 0 ? 'All prices include tax.' : noTaxReason,
});

type ColumnText = readonly [caption: string, width: number, align?: 'right'];

/** Formats each row only when it is laid out: an invoice can have thousands of them. */
const rowsOf = <T>(items: readonly T[], rowOf: (item: T) => string[]): Iterable<string[]> => ({
  *[Symbol.iterator]() {
    for (const item of items) yield rowOf(item);
  },
});

const table = (title: string, columns: readonly ColumnText[], rows: Iterable<string[]>): LetterTable => ({
  title,
  columns: columns.map(([caption, width, align]) => ({ caption, width, ...(align ? { align } : {}) })),
  rows,
});

const chargeTable = (title: string, lines: readonly ChargeLine[], description: string): LetterTable => ({
  ...table(
    title,
    [
      ['Date', 2],
      [description, 5],
      ['Reference', 5],
      ['Amount', 2, 'right'],
    ],
    rowsOf(lines, ({ date, text, reference, cents }) => [dayText(date), text, reference, formatMoney(cents)]),
  ),
  sum: `${title}: ${formatMoney(lines.reduce((sum, { cents }) => sum + cents, 0))}`,
});

const FORMAT = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', dateStyle: 'medium' });
const dayText = (day: string): string => FORMAT.format(new Date(`${day}T00:00:00Z`));

const periodText = ({ periodStart, periodEnd }: { periodStart: string; periodEnd: string }): string =>
  `${dayText(periodStart)} – ${dayText(periodEnd)}`;
