import { describe, expect, it } from 'vitest';
import { planOutcome } from './plan-outcome.ts';

const UNPAID = { adjustedCents: 0, passedOnCents: 0, reversedCents: 0 };

/** What the client pays for each difference. `won` refunds everything that the client has paid. */
function paid(...differences: (number | 'won')[]): number[] {
  const payer = { policy: { mode: 'pass_on' as const, threshold: 50, fee: 25 }, isErased: false, ...UNPAID };
  const all: number[] = [];
  for (const difference of differences) {
    if (difference === 'won') {
      payer.reversedCents += payer.passedOnCents;
      payer.passedOnCents = 0;
      continue;
    }
    const { clientCents, feeCents } = planOutcome(difference, payer);
    payer.adjustedCents += difference;
    payer.passedOnCents += clientCents;
    expect(feeCents).toBe(clientCents > 0 ? 25 : 0);
    all.push(clientCents);
  }
  return all;
}

describe('what the client pays for the differences of a shipment', () => {
  it.each<[string, (number | 'won')[], number[]]>([
    ['nothing after an equal credit', [-200, 200], [0, 0]],
    ['what exceeds an earlier credit', [-1_000, 1_200], [0, 200]],
    ['nothing if the excess is within the threshold', [-1_000, 1_050], [0, 0]],
    ['each credit set off once', [-200, 300, 300], [0, 100, 300]],
    ['no earlier absorbed charge', [40, 40, 300], [0, 0, 300]],
    ['a credit of what was paid back, no more', [-200, 500, -500, -100], [0, 300, -300, 0]],
    ['a new charge after a refunded one', [500, 'won', 300], [500, 300]],
    ['a new charge after the credit for a refunded one', [500, 'won', -500, 300], [500, 0, 300]],
    ['nothing after a credit above the refunded amount', [500, 'won', -700, 200], [500, 0, 0]],
    ['the excess over a credit above the refunded amount', [500, 'won', -700, 300], [500, 0, 100]],
  ])('is %s', (_, differences, amounts) => {
    expect(paid(...differences)).toEqual(amounts);
  });

  it('is nothing for an erased client', () => {
    const policy = { mode: 'pass_on' as const, threshold: 0, fee: 25 };
    for (const cents of [900, -900])
      expect(planOutcome(cents, { policy, isErased: true, ...UNPAID })).toEqual({
        outcome: 'absorbed',
        clientCents: 0,
        feeCents: 0,
      });
  });
});
