import { describe, expect, it } from 'vitest';
import { findDifference } from './find-difference.ts';
import type { LineKind } from './invoice-lines.ts';
import type { BilledLine, ShipmentBill } from './shipment-bill.ts';

const aBill = (changes: Partial<ShipmentBill> = {}): ShipmentBill => ({
  purchaseCents: 1_000,
  voidedCents: 0,
  adjustedCents: 0,
  parcel: { type: 'package', lengthIn: 12, widthIn: 9, heightIn: 4, weightLb: 2 },
  serviceName: 'Ground',
  earlierLines: [],
  ...changes,
});

const line = (kind: LineKind, cents: number): BilledLine => ({
  kind,
  reason: 'unknown',
  cents,
  measured: {},
});

const billed = (bill: ShipmentBill, ...lines: BilledLine[]): number =>
  findDifference(bill, lines)?.billedCents ?? 0;

describe('the difference of a shipment', () => {
  it.each<[string, BilledLine[], number]>([
    ['one line with the label cost', [line('freight', 1_000)], 0],
    ['the label cost in several lines', [line('freight', 900), line('charge', 100)], 0],
    ['a higher price', [line('freight', 1_250)], 250],
    ['a lower price', [line('freight', 800)], -200],
    ['a correction on top of the price', [line('freight', 1_000), line('correction', 412)], 412],
    ['a correction without the price', [line('correction', 412)], 412],
    ['a charge without the price', [line('charge', 75)], 75],
    ['a credit without the price', [line('correction', -75)], -75],
    ['a refund of the freight without the price', [line('freight', -1_000)], -1_000],
    ['the freight and its refund', [line('freight', 1_000), line('freight', -1_000)], -1_000],
  ])('is right for %s', (_, lines, cents) => {
    expect(billed(aBill(), ...lines)).toBe(cents);
  });

  it('is null if the carrier bills what was booked', () => {
    expect(findDifference(aBill(), [line('freight', 1_000)])).toBeNull();
  });

  it('does not count earlier adjustments again', () => {
    const earlierLines = [line('freight', 1_000), line('correction', 300)];
    const bill = aBill({ earlierLines, adjustedCents: 300 });
    expect(billed(bill, line('correction', 50))).toBe(50);
    expect(findDifference(bill, [line('correction', -300)])).toMatchObject({
      bookedCents: 1_300,
      billedCents: -300,
      reason: 'credit',
    });
  });

  it('is exact again when the freight arrives after a surcharge', () => {
    const bill = aBill({ earlierLines: [line('correction', 300)], adjustedCents: 300 });
    expect(billed(bill, line('freight', 1_000))).toBe(0);
    expect(billed(bill, line('freight', 1_020))).toBe(20);
  });

  it('corrects an earlier mistake', () => {
    const bill = aBill({ earlierLines: [line('freight', 1_100)], adjustedCents: 0 });
    expect(billed(bill, line('correction', 5))).toBe(105);
  });

  describe('of a voided label', () => {
    const voided = aBill({ voidedCents: 1_000 });

    it('is the whole price if the carrier bills it', () => {
      expect(findDifference(voided, [line('freight', 1_000)])).toMatchObject({
        bookedCents: 0,
        billedCents: 1_000,
        reason: 'refunded_label_used',
      });
    });

    it('is nothing if the carrier bills the price and refunds it', () => {
      expect(billed(voided, line('freight', 1_000), line('freight', -1_000))).toBe(0);
      expect(billed(voided, line('freight', -1_000))).toBe(0);
    });

    it('is a surcharge alone if no freight is billed', () => {
      expect(billed(voided, line('correction', 250))).toBe(250);
    });

    const after = (adjustedCents: number, ...earlierLines: BilledLine[]) =>
      aBill({ voidedCents: 1_000, adjustedCents, earlierLines });

    it.each<[string, ShipmentBill, BilledLine[], number]>([
      ['only a surcharge', after(0, line('freight', 1_000)), [line('correction', 300)], 300],
      ['another surcharge', after(50, line('freight', 1_000), line('charge', 50)), [line('charge', 7)], 7],
      ['a second use', after(0, line('freight', 1_000)), [line('freight', 1_000)], 1_000],
      [
        'a second use with a discount',
        after(0, line('freight', 1_300), line('charge', -300)),
        [line('freight', 1_300), line('charge', -300)],
        1_000,
      ],
      [
        'nothing for the credit of a price with a discount',
        after(0, line('freight', 1_300), line('charge', -300)),
        [line('freight', -1_300), line('charge', 300)],
        0,
      ],
      ['nothing for a credit in one sum', after(0, line('freight', 1_000)), [line('charge', -1_000)], 0],
      [
        'nothing for a correction that is credited at once',
        after(0, line('freight', 1_000)),
        [line('correction', 300), line('correction', -300)],
        0,
      ],
      ['nothing for the credit', after(0, line('freight', 1_000)), [line('freight', -1_000)], 0],
      [
        'nothing for a credit as a correction',
        after(0, line('freight', 1_000)),
        [line('correction', -1_000)],
        0,
      ],
      ['what is not credited', after(0, line('freight', 1_000)), [line('freight', -960)], 40],
      ['nothing for a small rebate', after(0, line('freight', 1_000)), [line('charge', -5)], 0],
      [
        'a correction that is taken back, and not the label again',
        after(80, line('freight', 1_000), line('correction', 80)),
        [line('correction', -80)],
        -80,
      ],
      [
        'the rest of the credit after a rebate',
        after(0, line('freight', 1_000), line('charge', -5)),
        [line('freight', -1_000)],
        -5,
      ],
      ['the rest of a low price', after(-200, line('freight', 800)), [line('charge', 200)], 200],
      ['what a low price is credited less', after(-200, line('freight', 800)), [line('freight', -800)], 200],
      [
        'what a high price is credited more',
        after(250, line('freight', 1_250)),
        [line('freight', -1_250)],
        -250,
      ],
    ])('that was billed before the void is %s', (_, bill, lines, cents) => {
      expect(billed(bill, ...lines)).toBe(cents);
    });

    it.each<[string, ShipmentBill, number]>([
      ['a price without a credit', after(0, line('freight', 1_000)), 0],
      ['a low price without a credit', after(-200, line('freight', 800)), 0],
      ['corrections alone', after(0, line('correction', 300), line('correction', -300)), 0],
      ['the whole credit', after(-1_000, line('freight', 1_000), line('freight', -1_000)), 1_000],
      ['the credit alone', after(-1_000, line('freight', -1_000)), 1_000],
      ['a part of the credit', after(-100, line('freight', 1_000), line('freight', -100)), 100],
      [
        'a new price after the credit',
        after(0, ...[1_000, -1_000, 1_000].map((cents) => line('freight', cents))),
        0,
      ],
      [
        'a correction and its credit',
        after(0, ...[300, -300].map((cents) => line('correction', cents)), line('freight', 1_000)),
        0,
      ],
      ['a credit as a correction', after(-1_000, line('freight', 1_000), line('correction', -1_000)), 1_000],
    ])('takes back what was credited before the void: %s', (_, bill, cents) => {
      expect(billed(bill)).toBe(cents);
      if (cents > 0) expect(findDifference(bill, [])?.reason).toBe('voided_after_credit');
    });
  });
});
