import { describe, expect, it } from 'vitest';
import { aCreditNote, anInvoice, aReceipt, aStatement } from './billing-content.fixture.ts';
import { csvOf } from './document-csv.ts';
import { letterOf } from './print-document.ts';

const NUMBER = 'INV-2026-00012';
const letter = (content: Parameters<typeof letterOf>[0]['content'], refundedCents = 0) =>
  letterOf({ number: NUMBER, content, refundedCents });
const totalsOf = ({ totals }: ReturnType<typeof letter>) =>
  totals.map(({ name, amount }) => `${name}: ${amount}`);

describe('the letter', () => {
  it('of an invoice has seller, buyer, lines, tax, what was paid and what is due', () => {
    const invoice = letter(anInvoice(2));
    expect(invoice.sender.lines).toContain('Tax ID: 91-1234567');
    expect(invoice.recipient.lines).toContain('Your reference: PO 5512 Ελλάδα 東京');
    expect(invoice.facts).toContainEqual(['Due date', 'Dec 1, 2026']);
    expect(invoice.tables.map(({ title, rows, sum }) => [title, [...rows].length, sum])).toEqual([
      ['Labels', 2, 'Labels: $16.91'],
      ['Adjustments and fees', 1, 'Adjustments and fees: $2.15'],
      ['Refunds', 1, 'Refunds: -$8.42'],
      ['Credits', 0, 'Credits: $0.00'],
    ]);
    expect(totalsOf(invoice)).toEqual([
      'Subtotal: $9.81',
      'Sales tax 8.25% of $10.00: $0.83',
      'Total (USD): $10.64',
      'Paid by card: $5.00',
      'Paid from balance: -$1.36',
      'Amount due (USD): $7.00',
    ]);
    expect(invoice.notes.map(({ caption }) => caption)).toEqual(['Tax', 'How to pay']);
  });

  it('of a credit note names the invoice and the reason for no tax', () => {
    const note = letter(aCreditNote());
    expect(note.facts[0]).toEqual(['Corrects invoice', 'INV-2026-00004']);
    expect(totalsOf(note)).toEqual(['Subtotal: $8.42', 'Tax: $0.00', 'Total credited (USD): $8.42']);
    expect(note.notes[0]?.text).toBe('Postage is not taxed in the state of Washington.');
  });

  it('of a receipt shows the card by brand and last digits, and later refunds', () => {
    const receipt = letter(aReceipt(), 500);
    expect([...(receipt.tables[1]?.rows ?? [])]).toEqual([
      ['Visa ending in 4242', '$30.00'],
      ['Balance', '$20.00'],
    ]);
    expect(totalsOf(receipt)).toEqual(['Amount paid (USD): $50.00', 'Refunded to date: -$5.00']);
    const [method] = letter({ ...aReceipt(), card: null }).tables[1]?.rows ?? [];
    expect(method).toEqual(['Card', '$30.00']);
  });

  it('of a statement has the opening balance, every entry and the closing balance', () => {
    const statement = letter(aStatement(3));
    expect([...(statement.tables[0]?.rows ?? [])].map((row) => row.at(-1))).toEqual([
      '$100.00',
      '$99.00',
      '$98.00',
      '$97.00',
    ]);
    expect(totalsOf(statement).at(-1)).toBe('Closing balance (USD): $97.00');
  });
});

describe('the CSV file', () => {
  it.each([
    ['invoice', anInvoice(3), 1 + 5 + 6],
    ['credit note', aCreditNote(), 1 + 1 + 2],
    ['statement', aStatement(3), 1 + 2 + 3 + 1],
  ] as const)('of a %s has the same lines', (_, content, lines) => {
    expect([...csvOf(NUMBER, content)]).toHaveLength(lines);
  });
});
