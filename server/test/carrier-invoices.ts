import type { InvoiceImportAnswer, InvoicePreviewAnswer } from '@lading/contract/carrier-invoices.ts';
import { API, path } from '@lading/contract/routes.ts';
import { expect } from 'vitest';
import type { TestApp } from './build-test-app.ts';
import { bearer } from './factories.ts';
import { buy, call, centsOfRate, pay, ratesFor, type Shop } from './shipping.ts';

/** Invoice files as carriers write them. */

const UPS_COLUMNS = 250;

export interface UpsCharge {
  tracking?: string;
  cents: number;
  /** SHP, ADJ, RTN or MIS. */
  category?: string;
  detail?: string;
  /** FRT, FSC, ACC, INF… */
  classification?: string;
  description?: string;
  /** Cells by position. */
  more?: Record<number, string>;
}

interface InvoiceFacts {
  number: string;
  date?: string;
  account?: string;
  /** What the carrier states; by default the sum. */
  totalCents?: number;
}

const amount = (cents: number) => (cents / 100).toFixed(2);
const quoted = (text: string) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** UPS Billing Data: no header, one row per charge. */
export function upsFile(invoice: InvoiceFacts, charges: readonly UpsCharge[]): string {
  const billed = charges.filter(({ classification }) => classification !== 'INF');
  const total = invoice.totalCents ?? billed.reduce((sum, { cents }) => sum + cents, 0);
  return charges
    .map((charge) => {
      const cells = Array.from({ length: UPS_COLUMNS }, () => '');
      const facts: Record<number, string> = {
        0: '2.1',
        2: invoice.account ?? '0000A1B2C3',
        3: 'US',
        4: invoice.date ?? '2026-11-14',
        5: invoice.number,
        9: 'USD',
        10: amount(total),
        20: charge.tracking ?? '',
        34: charge.category ?? 'SHP',
        35: charge.detail ?? '',
        43: charge.classification ?? 'FRT',
        45: charge.description ?? 'Ground Commercial',
        52: amount(charge.cents),
        ...charge.more,
      };
      for (const [position, text] of Object.entries(facts)) cells[Number(position)] = text;
      return cells.map(quoted).join(',');
    })
    .join('\n');
}

const FEDEX_HEADER = [
  'Bill to Account Number',
  'Invoice Date',
  'Invoice Number',
  'Original Amount Due',
  'Ground Tracking ID Prefix',
  'Express or Ground Tracking ID',
  'Transportation Charge Amount',
  'Net Charge Amount',
  'Service Type',
  'Actual Weight Amount',
  'Actual Weight Units',
  'Dim Length',
  'Dim Width',
  'Dim Height',
  'Dim Unit',
  'Zone Code',
];
const FEDEX_PAIRS = 25;
const PAIR = ['Tracking ID Charge Description', 'Tracking ID Charge Amount'];

export interface FedexRow {
  tracking: string;
  prefix?: string;
  freightCents: number;
  charges?: readonly (readonly [string, number])[];
  /** By default the sum of the charges. */
  netCents?: number;
  weightLb?: number;
  dimensions?: readonly [number, number, number];
}

const netOf = ({ netCents, freightCents, charges = [] }: FedexRow) =>
  netCents ?? freightCents + charges.reduce((sum, [, cents]) => sum + cents, 0);

/** FedEx Billing Online with repeated columns for the charges. */
export function fedexFile(invoice: InvoiceFacts, rows: readonly FedexRow[]): string {
  const total = invoice.totalCents ?? rows.reduce((sum, row) => sum + netOf(row), 0);
  const lines = rows.map((row) => {
    const [length, width, height] = row.dimensions ?? [];
    const charges = (row.charges ?? []).flatMap(([text, cents]) => [text, amount(cents)]);
    const cells = [
      invoice.account ?? '123456789',
      (invoice.date ?? '2026-11-14').replaceAll('-', ''),
      invoice.number,
      amount(total),
      row.prefix ?? '',
      row.tracking,
      amount(row.freightCents),
      amount(netOf(row)),
      'Ground',
      String(row.weightLb ?? ''),
      'L',
      ...[length, width, height].map((side) => String(side ?? '')),
      'I',
      '5',
      ...charges,
    ];
    while (cells.length < FEDEX_HEADER.length + 2 * FEDEX_PAIRS) cells.push('');
    return cells.map(quoted).join(',');
  });
  const header = [...FEDEX_HEADER, ...Array.from({ length: FEDEX_PAIRS }, () => PAIR).flat()];
  return [header.join(','), ...lines].join('\r\n');
}

export const sendInvoice = (
  test: TestApp,
  operator: Shop,
  to: typeof API.adminCarrierInvoices | typeof API.adminCarrierInvoicePreview,
  text: string,
  query: Record<string, string> = {},
) =>
  test.inject({
    method: 'POST',
    url: `${to}?${new URLSearchParams({ fileName: 'invoice.csv', ...query })}`,
    headers: { ...bearer(operator.token), 'content-type': 'text/csv' },
    payload: text,
  });

export async function previewFile(
  test: TestApp,
  operator: Shop,
  text: string,
): Promise<InvoicePreviewAnswer> {
  const answer = await sendInvoice(test, operator, API.adminCarrierInvoicePreview, text);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
}

export async function importFile(test: TestApp, operator: Shop, text: string): Promise<InvoiceImportAnswer> {
  const answer = await sendInvoice(test, operator, API.adminCarrierInvoices, text);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
}

export interface BilledLabel {
  id: string;
  tracking: string;
  /** What the carrier charged. */
  cost: number;
  price: number;
}

export async function buyLabelOf(test: TestApp, shop: Shop, carrier = 'UPS'): Promise<BilledLabel> {
  const rate = (await ratesFor(test, shop)).find((one) => one.carrier === carrier);
  if (!rate) throw new Error(`No rate of ${carrier}`);
  await pay(test, shop, centsOfRate(rate), [rate.objectId]);
  const { transactionId: id, trackingNumber: tracking } = (await buy(test, shop, rate.objectId)).json();
  const { actual_cost_cents: cost } = await test.deps.db
    .selectFrom('shipments')
    .select('actual_cost_cents')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return { id, tracking, cost: cost ?? 0, price: centsOfRate(rate) };
}

let count = 0;
export const nextInvoice = (): string => {
  count += 1;
  return `INV-${count}`;
};

export const freight = ({ tracking, cost }: BilledLabel, more = 0): UpsCharge => ({
  tracking,
  cents: cost + more,
});

export const correction = ({ tracking }: BilledLabel, cents: number): UpsCharge => ({
  tracking,
  cents,
  category: 'ADJ',
  detail: 'RADJ',
  description: 'Shipping Charge Correction',
  more: { 175: 'AUDITED WEIGHT 5.0 LBS' },
});

/** The credit for a voided label. */
export const voidCredit = ({ tracking, cost }: BilledLabel): UpsCharge => ({
  tracking,
  cents: -cost,
  category: 'ADJ',
  description: 'Void Ground',
});

/** Imports a new UPS invoice. */
export const importUps = (test: TestApp, operator: Shop, charges: readonly UpsCharge[]) =>
  importFile(test, operator, upsFile({ number: nextInvoice() }, charges));

/** One with an adjustment, and one that is voided after the carrier has credited it. */
export async function billTwoLabels(test: TestApp, operator: Shop, shop: Shop): Promise<void> {
  const [used, voided] = [await buyLabelOf(test, shop), await buyLabelOf(test, shop)];
  await importUps(test, operator, [
    freight(used),
    correction(used, 300),
    freight(voided),
    voidCredit(voided),
  ]);
  await call(test, operator, 'POST', path(API.adminVoid, { id: voided.id }));
}
