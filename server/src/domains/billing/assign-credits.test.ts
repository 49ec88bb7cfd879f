import { describe, expect, it } from 'vitest';
import { assignCredits, type Credit } from './assign-credits.ts';

const [OCTOBER, NOVEMBER, DECEMBER] = ['2026-10-01', '2026-11-01', '2026-12-01'] as const;

const invoice = (month: string, leftCents: number, dueCents = 0) => ({ month, leftCents, dueCents });

const credit = (kind: Credit['kind'], cents: number, labelMonth: string | null = null): Credit => ({
  kind,
  labelMonth,
  earlierDebtCents: 0,
  feeCents: 0,
  toCard: false,
  line: { date: '2026-12-20', text: 'Credit', reference: '', cents },
});

const writeOff = (cents: number, earlierDebtCents: number): Credit => ({
  ...credit('write_off', cents),
  earlierDebtCents,
});

const assigned = (credits: Credit[], ...invoices: ReturnType<typeof invoice>[]) =>
  Object.fromEntries(
    [...assignCredits(credits, invoices)].map(([month, lines]) => [
      month,
      lines.map(({ line }) => line.cents),
    ]),
  );

describe('a credit', () => {
  it('for a refund corrects the invoice of its label', () => {
    expect(assigned([credit('refund', 300, OCTOBER)], invoice(OCTOBER, 900), invoice(NOVEMBER, 900))).toEqual(
      { [OCTOBER]: [300] },
    );
  });

  it('for a refund corrects the newest other invoices where its own has nothing left', () => {
    expect(
      assigned(
        [credit('refund', 1_000, OCTOBER)],
        invoice(OCTOBER, 500),
        invoice(NOVEMBER, 400),
        invoice(DECEMBER, 200),
      ),
    ).toEqual({ [OCTOBER]: [500], [DECEMBER]: [200], [NOVEMBER]: [300] });
  });

  it('for a refund of a label that was never invoiced is on the statement only', () => {
    expect(assigned([credit('refund', 300, OCTOBER)], invoice(NOVEMBER, 900))).toEqual({});
  });

  it('for an adjustment corrects the invoice of its label first, then the newest', () => {
    expect(
      assigned(
        [credit('adjustment', 700, OCTOBER)],
        invoice(OCTOBER, 500),
        invoice(NOVEMBER, 400),
        invoice(DECEMBER, 100),
      ),
    ).toEqual({ [OCTOBER]: [500], [DECEMBER]: [100], [NOVEMBER]: [100] });
  });

  it('reduces the newest invoice; a written-off debt reduces the oldest one that was due', () => {
    const invoices = [invoice(OCTOBER, 500), invoice(NOVEMBER, 500, 200), invoice(DECEMBER, 500)];
    expect(assigned([credit('credit', 100)], ...invoices)).toEqual({ [DECEMBER]: [100] });
    expect(assigned([writeOff(100, 200)], ...invoices)).toEqual({ [NOVEMBER]: [100] });
  });

  it('goes on with the next newest invoice', () => {
    const invoices = [invoice(OCTOBER, 300), invoice(NOVEMBER, 500, 200), invoice(DECEMBER, 700, 100)];
    expect(assigned([credit('credit', 900)], ...invoices)).toEqual({ [DECEMBER]: [700], [NOVEMBER]: [200] });
  });

  it('for a written-off debt corrects what was due of each invoice, oldest first, then the newest', () => {
    const invoices = [invoice(OCTOBER, 300), invoice(NOVEMBER, 500, 200), invoice(DECEMBER, 700, 100)];
    expect(assigned([writeOff(600, 300)], ...invoices)).toEqual({ [NOVEMBER]: [200], [DECEMBER]: [400] });
  });

  it('for a written-off debt corrects no more of an old invoice than was due, the rest of it was paid by card', () => {
    expect(
      assigned([writeOff(6_000, 1_000)], invoice(OCTOBER, 10_000, 1_000), invoice(NOVEMBER, 5_000)),
    ).toEqual({
      [OCTOBER]: [1_000],
      [NOVEMBER]: [5_000],
    });
  });

  it('for a written-off debt takes into account that payments have settled the oldest debt', () => {
    const invoices = [invoice(OCTOBER, 6_000, 6_000), invoice(NOVEMBER, 10_000, 10_000)];
    expect(assigned([writeOff(11_000, 11_000)], ...invoices)).toEqual({
      [OCTOBER]: [1_000],
      [NOVEMBER]: [10_000],
    });
    expect(assigned([writeOff(5_000, 0)], invoice(OCTOBER, 6_000, 6_000), invoice(NOVEMBER, 5_000))).toEqual({
      [NOVEMBER]: [5_000],
    });
  });

  it('for a written-off debt corrects the newest invoice if none was due', () => {
    const invoices = [invoice(OCTOBER, 900), invoice(NOVEMBER, 400), invoice(DECEMBER, 500)];
    expect(assigned([writeOff(500, 0)], ...invoices)).toEqual({ [DECEMBER]: [500] });
    expect(assigned([writeOff(700, 0)], ...invoices)).toEqual({
      [DECEMBER]: [500],
      [NOVEMBER]: [200],
    });
  });

  it('divides its fee like its amount', () => {
    const reversal = { ...credit('adjustment', 900, OCTOBER), feeCents: 500 };
    const credits = assignCredits([reversal], [invoice(OCTOBER, 600), invoice(NOVEMBER, 900)]);
    expect([...credits].map(([month, [part]]) => [month, part?.feeCents])).toEqual([
      [OCTOBER, 333],
      [NOVEMBER, 167],
    ]);
  });

  it('never reduces an invoice below zero', () => {
    expect(assigned([credit('credit', 900), credit('credit', 900)], invoice(OCTOBER, 1_000))).toEqual({
      [OCTOBER]: [900, 100],
    });
  });
});
