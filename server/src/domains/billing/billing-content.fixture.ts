import type {
  ChargeLine,
  CreditNoteContent,
  InvoiceContent,
  ReceiptContent,
  StatementContent,
} from './billing-content.ts';

const FRAME = {
  sample: true,
  seller: {
    legalName: 'Harbor Labels LLC',
    addressLines: ['100 Dock Street, Suite 400', 'Tacoma, WA 98402', 'United States'],
    taxId: '91-1234567',
    contactEmail: 'billing@harbor.example',
  },
  buyer: {
    name: 'Blue Kite Goods of the Upper Willamette Valley and Northern Oregon, Incorporated',
    addressLines: ['9 Mill Road', 'Salem, OR 97301', 'United States'],
    taxId: 'OR-7712345',
    reference: 'PO 5512 Ελλάδα 東京',
  },
  issuedOn: '2026-11-01',
};
const PERIOD = { periodStart: '2026-10-01', periodEnd: '2026-10-31' };
const SERVICES = [
  'USPS Ground Advantage',
  'UPS Ground Saver',
  'FedEx International Connect Plus',
  'DHL Express Worldwide',
];

const labels = (count: number): ChargeLine[] =>
  Array.from({ length: count }, (_, index) => ({
    date: `2026-10-${String(1 + (index % 31)).padStart(2, '0')}`,
    text: SERVICES[index % SERVICES.length] ?? '',
    reference: `94001000000000${String(index).padStart(8, '0')}`,
    cents: 842 + index * 7,
  }));

const sumOf = (lines: readonly ChargeLine[]) => lines.reduce((sum, { cents }) => sum + cents, 0);

export function anInvoice(count: number): InvoiceContent {
  const lines = labels(count);
  const adjustments = [
    { date: '2026-10-20', text: 'Carrier adjustment', reference: lines[0]?.reference ?? '', cents: 215 },
  ];
  const refunds = [{ date: '2026-10-22', text: 'Refund', reference: lines[0]?.reference ?? '', cents: -842 }];
  const totalCents = sumOf([...lines, ...adjustments, ...refunds]);
  return {
    kind: 'invoice',
    ...FRAME,
    ...PERIOD,
    labels: lines,
    adjustments,
    refunds,
    credits: [],
    taxes: [{ name: 'Sales tax', rate: 825, appliesTo: 'service', netCents: 1_000, cents: 83 }],
    noTaxReason: '',
    subtotalCents: totalCents - 83,
    totalCents,
    cardCents: 500,
    balanceCents: totalCents - 500 - 700,
    dueCents: 700,
    dueOn: '2026-12-01',
    paymentInstructions: 'Wire to First Harbor Bank, account 000123.\nPlease name the invoice number.',
  };
}

export const aStatement = (count: number): StatementContent => ({
  kind: 'statement',
  ...FRAME,
  ...PERIOD,
  openingCents: 10_000,
  closingCents: 10_000 - 100 * count,
  entries: labels(count).map(({ date, reference }, index) => ({
    id: index + 1,
    date,
    text: 'Labels',
    reference,
    cents: -100,
    balanceCents: 10_000 - 100 * (index + 1),
  })),
  cardEntries: [{ date: '2026-10-03', text: 'Labels paid by card', reference: 'a1b2c3d4e5f6', cents: 842 }],
});

export const aCreditNote = (): CreditNoteContent => ({
  kind: 'credit_note',
  ...FRAME,
  ...PERIOD,
  invoiceNumber: 'INV-2026-00004',
  invoiceIssuedOn: '2026-10-01',
  lines: [{ date: '2026-10-22', text: 'Refund', reference: '9400100000000000000001', cents: 842 }],
  taxes: [],
  noTaxReason: 'Postage is not taxed in the state of Washington.',
  subtotalCents: 842,
  totalCents: 842,
});

export const aReceipt = (): ReceiptContent => ({
  kind: 'receipt',
  ...FRAME,
  paidOn: '2026-10-31',
  purpose: 'batch',
  totalCents: 5_000,
  balanceCents: 2_000,
  card: { brand: 'visa', last4: '4242' },
  reference: 'a1b2c3d4e5f6',
});
