import type { InvoiceLine, Layout, LineKind } from '../invoice-lines.ts';
import { reasonOfCharge } from './charge-reasons.ts';
import { namedColumns } from './named-columns.ts';
import { readCents, readDate, readRequired, readText, requireDollars } from './read-cells.ts';
import { trackingCandidates } from './tracking-numbers.ts';

/** Shippo's invoice items. A label is named by its transaction, and in some reports by its tracking number too. */
const REQUIRED = ['type', 'amount', 'invoice'] as const;

const KINDS: Record<string, LineKind> = {
  LABEL_PAYMENT: 'freight',
  LABEL_REFUND: 'freight',
  LABEL_SURCHARGE: 'correction',
  LABEL_PAYMENT_ADJUSTMENT: 'correction',
  LABEL_REFUND_ADJUSTMENT: 'correction',
};

export const SHIPPO_LAYOUT: Layout = {
  hasHeader: true,
  isOne: (first) => {
    const columns = namedColumns(first);
    return REQUIRED.every((name) => columns.has(name)) && columns.has('transaction');
  },
  reader: (first) => {
    const columns = namedColumns(first);
    return (cells, line) => [lineOf((name) => columns.cell(cells, name), line)];
  },
};

function lineOf(at: (name: string) => string, line: number): InvoiceLine {
  const type = readRequired(at('type'), 'type', 60);
  requireDollars(at('currency'));
  const description = readText(at('description'), 'description', 150);
  const kind = KINDS[type];
  const trackingNumber = readText(at('tracking_number'), 'tracking_number', 60);
  const transaction = readText(at('transaction'), 'transaction', 60);
  return {
    invoice: {
      carrier: 'Shippo',
      account: readText(at('shippo_account'), 'shippo_account', 60),
      number: readRequired(at('invoice'), 'invoice', 60),
    },
    invoiceDate: readDate(at('object_created') || at('date'), 'object_created'),
    statedTotalCents: null,
    line,
    // Fees are charged to the account, even if they name a label.
    trackingNumbers: kind ? trackingCandidates(trackingNumber) : [],
    transactionId: kind && transaction !== '' ? transaction : null,
    kind: kind ?? 'charge',
    reason: kind === 'correction' ? reasonOfCharge(description) : 'unknown',
    description: description === '' ? type : `${type}: ${description}`,
    cents: readCents(at('amount'), 'amount'),
    measured: {},
  };
}
