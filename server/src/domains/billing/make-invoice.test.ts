import { describe, expect, it } from 'vitest';
import { assignCredits } from './assign-credits.ts';
import { creditsOf } from './make-credit-note.ts';
import { chargesOf, makeInvoice } from './make-invoice.ts';
import type { EntryFacts, RefundFacts } from './month-facts.store.ts';
import type { MonthFacts } from './month-facts.ts';

const [JANUARY, MARCH] = ['2027-01-01', '2027-03-01'] as const;
const AT = new Date('2027-03-10T12:00:00Z');

/** March with a label of $60.00, of which $10.00 are commission, and a tax of 20% on the service. */
const march = (entries: EntryFacts[] = [], refunds: RefundFacts[] = []): MonthFacts => ({
  month: MARCH,
  frame: {
    sample: true,
    seller: { legalName: 'Harbor Labels LLC', addressLines: [], taxId: '', contactEmail: '' },
    buyer: { name: 'Blue Kite Goods', addressLines: [], taxId: '', reference: '' },
    issuedOn: '2027-04-01',
  },
  settings: {
    tax_lines: [{ name: 'VAT', rate: 2_000, appliesTo: 'service' }],
    no_tax_reason: '',
    payment_instructions: '',
  },
  dueDays: 30,
  dayOf: (moment) => moment.toISOString().slice(0, 10),
  openingCents: 0,
  openingHeldCents: 0,
  closingCents: 0,
  heldCents: 0,
  entries,
  labels: [
    {
      id: 'label',
      purchased_at: AT,
      carrier: 'UPS',
      service_name: 'UPS Ground',
      tracking_number: '1Z1',
      total_cents: 6_000,
      commission_cents: 1_000,
      card_cents: 6_000,
    },
  ],
  refunds,
  returnedRefunds: [],
  cardMoney: [],
  invoices: [],
});

/** An adjustment of $4.00 with a fee of $5.00. */
const adjustment = (labelMonth: string, step: 'passed-on' | 'reversed'): EntryFacts => {
  const sign = step === 'passed-on' ? 1 : -1;
  return {
    id: step === 'passed-on' ? 1 : 2,
    created_at: AT,
    kind: 'adjustment',
    reason_key: `adjustment:1:${step}`,
    cents: -900 * sign,
    balance_cents: 0,
    payment_id: null,
    shipment_id: 'label',
    tracking_number: '1Z1',
    label_month: labelMonth,
    fee_cents: 500 * sign,
  };
};

const refundOf = (cents: number): RefundFacts => ({
  id: 'refund',
  ended_at: AT,
  cents,
  destination: 'card',
  shipment_id: 'label',
  tracking_number: '1Z1',
  label_month: MARCH,
  total_cents: 6_000,
  commission_cents: 1_000,
});

function invoiceOf(facts: MonthFacts, januaryCents = 5_000) {
  const charges = chargesOf(facts);
  if (!charges) throw new Error('Nothing was charged');
  const credits = assignCredits(creditsOf(facts), [
    { month: JANUARY, leftCents: januaryCents, dueCents: 0 },
    { month: MARCH, leftCents: charges.totalCents, dueCents: 0 },
  ]);
  return makeInvoice(facts, charges, credits.get(MARCH) ?? []);
}

describe('the tax on the service', () => {
  const COMMISSION_ONLY = [{ netCents: 833, cents: 167 }];

  it('includes the fees of adjustments', () => {
    expect(invoiceOf(march([adjustment(MARCH, 'passed-on')])).taxes).toMatchObject([
      { netCents: 1_250, cents: 250 },
    ]);
  });

  it('leaves out a fee that was charged and refunded on the same invoice', () => {
    const entries = [adjustment(MARCH, 'passed-on'), adjustment(MARCH, 'reversed')];
    expect(invoiceOf(march(entries))).toMatchObject({ totalCents: 6_000, taxes: COMMISSION_ONLY });
  });

  it('is not lowered by a fee that a credit note for an earlier invoice refunds', () => {
    const facts = march([adjustment(JANUARY, 'reversed')]);
    expect(invoiceOf(facts)).toMatchObject({ totalCents: 6_000, credits: [], taxes: COMMISSION_ONLY });
  });

  it('is lowered by the part of a refunded fee that reduces this invoice', () => {
    const facts = march([adjustment(JANUARY, 'reversed')]);
    // A third of the reversal fits the January invoice.
    expect(invoiceOf(facts, 300)).toMatchObject({
      totalCents: 5_400,
      taxes: [{ netCents: 556, cents: 111 }],
    });
  });

  it('comes back with a returned refund, and leaves with the new refund', () => {
    const january = { ...refundOf(600), label_month: JANUARY };
    const returned = invoiceOf({ ...march(), returnedRefunds: [january] });
    expect(returned).toMatchObject({ totalCents: 6_600, taxes: [{ netCents: 917, cents: 183 }] });
    const again = invoiceOf({ ...march([], [january]), returnedRefunds: [january] }, 0);
    expect(again).toMatchObject({ totalCents: 6_000, cardCents: 6_000, taxes: COMMISSION_ONLY });
  });

  it('is the same if a label is refunded in parts', () => {
    const once = invoiceOf(march([], [refundOf(30)]));
    const inParts = invoiceOf(
      march(
        [],
        Array.from({ length: 10 }, () => refundOf(3)),
      ),
    );
    expect(once).toMatchObject({ totalCents: 5_970, taxes: [{ netCents: 829, cents: 166 }] });
    expect(inParts.taxes).toEqual(once.taxes);
  });
});
