import { describe, expect, it } from 'vitest';
import { billAfter, planAdjustment } from './plan-adjustment.ts';
import type { BilledLine, PayableBill } from './shipment-bill.ts';

const BILL: PayableBill = {
  shipmentId: '1',
  trackingNumber: '1Z1',
  carrier: 'UPS',
  service: 'ups_ground',
  serviceName: 'UPS Ground',
  parcel: { type: 'package', lengthIn: 12, widthIn: 9, heightIn: 4, weightLb: 2 },
  totalCents: 1_200,
  purchaseCents: 1_000,
  voidedCents: 0,
  adjustedCents: 0,
  earlierLines: [],
  userId: '2',
  clientName: 'Blue Kite Goods',
  isErased: false,
  awaitsVoid: false,
  policy: { mode: 'pass_on', threshold: 50, fee: 25 },
  passedOnCents: 0,
  refundedAheadCents: 0,
};

const line = (cents: number): BilledLine => ({ kind: 'correction', reason: 'unknown', cents, measured: {} });

/** What the client pays for each difference. `won` refunds everything that the client has paid. */
function paid(differences: readonly (number | 'won')[], changes: Partial<PayableBill> = {}): number[] {
  let bill = { ...BILL, ...changes };
  const all: number[] = [];
  for (const difference of differences) {
    if (difference === 'won') {
      bill = {
        ...bill,
        refundedAheadCents: bill.refundedAheadCents + bill.passedOnCents,
        passedOnCents: 0,
      };
      continue;
    }
    const planned = planAdjustment(bill, [line(difference)]);
    expect(planned).toMatchObject({
      billedCents: difference,
      feeCents: planned && planned.clientCents > 0 ? 25 : 0,
      outcome: planned?.clientCents === 0 ? 'absorbed' : 'passed_on',
    });
    all.push(planned?.clientCents ?? 0);
    bill = billAfter(bill, [line(difference)], planned);
  }
  return all;
}

describe('what the client pays for the differences of a shipment', () => {
  it.each<[string, (number | 'won')[], number[]]>([
    ['nothing after an equal credit', [-200, 200], [0, 0]],
    ['what exceeds an earlier credit', [-1_000, 1_200], [0, 200]],
    ['nothing if the excess is within the threshold', [-1_000, 1_050], [0, 0]],
    ['what exceeds a credit, which counts once', [-200, 300, 300], [0, 100, 300]],
    ['nothing for charges that were absorbed earlier', [40, 40, 300], [0, 0, 300]],
    ['a credit of what was paid back, no more', [-200, 500, -500, -100], [0, 300, -300, 0]],
    ['a new charge after a refunded one', [500, 'won', 300], [500, 300]],
    ['a new charge after the credit for a refunded one', [500, 'won', -500, 300], [500, 0, 300]],
    ['the whole later credit', [500, 'won', 40, -500, 300, -300], [500, 0, 0, 300, -300]],
    [
      'nothing of a credit for a refunded charge',
      [-200, 700, 'won', 300, -500, -300],
      [0, 500, 300, 0, -300],
    ],
    [
      'nothing of the credit for a second refunded charge',
      [500, 'won', -800, 400, 'won', 300, -100, -300],
      [500, 0, 100, 300, 0, -300],
    ],
    ['nothing after a credit above the refunded amount', [500, 'won', -700, 200], [500, 0, 0]],
    ['the excess over a credit above the refunded amount', [500, 'won', -700, 300], [500, 0, 100]],
  ])('is %s', (_, differences, amounts) => {
    expect(paid(differences)).toEqual(amounts);
  });

  it('is nothing for an erased client', () => {
    expect(paid([900, -900], { isErased: true })).toEqual([0, 0]);
  });
});
