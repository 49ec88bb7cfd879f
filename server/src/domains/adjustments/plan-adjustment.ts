import { type Difference, findDifference } from './find-difference.ts';
import { type Outcome, planOutcome } from './plan-outcome.ts';
import type { BilledLine, PayableBill } from './shipment-bill.ts';

export interface PlannedAdjustment extends Difference, Outcome {
  bill: PayableBill;
}

/** What new lines of an invoice mean for a shipment. Null if it is billed as booked. */
export function planAdjustment(bill: PayableBill, newLines: readonly BilledLine[]): PlannedAdjustment | null {
  const difference = findDifference(bill, newLines);
  return difference && { bill, ...difference, ...planOutcome(difference.billedCents, bill) };
}

/** What is left after a credit, less what the client gets of it. Charges change nothing. */
const aheadAfter = (aheadCents: number, { billedCents, clientCents }: PlannedAdjustment) =>
  billedCents < 0 ? Math.max(0, aheadCents + billedCents - clientCents) : aheadCents;

/** The bill after its new lines are booked. */
export const billAfter = (
  bill: PayableBill,
  newLines: readonly BilledLine[],
  planned: PlannedAdjustment | null,
): PayableBill => ({
  ...bill,
  earlierLines: [...bill.earlierLines, ...newLines],
  adjustedCents: bill.adjustedCents + (planned?.billedCents ?? 0),
  passedOnCents: bill.passedOnCents + (planned?.clientCents ?? 0),
  refundedAheadCents: planned ? aheadAfter(bill.refundedAheadCents, planned) : bill.refundedAheadCents,
});

interface ImportSums {
  shipments: number;
  adjustments: number;
  passedOn: number;
  absorbed: number;
  billed: number;
  client: number;
  fees: number;
}

type CountedAdjustment = Pick<PlannedAdjustment, 'outcome' | 'billedCents' | 'clientCents' | 'feeCents'>;

/** Adds up what an import does, shipment by shipment. */
export class ImportTotals {
  readonly #shipments = new Set<string>();
  readonly #sums = { adjustments: 0, passedOn: 0, absorbed: 0, billed: 0, client: 0, fees: 0 };

  add(shipmentId: string, planned: CountedAdjustment | null): void {
    this.#shipments.add(shipmentId);
    if (!planned) return;
    this.#sums.adjustments += 1;
    this.#sums[planned.outcome === 'passed_on' ? 'passedOn' : 'absorbed'] += 1;
    this.#sums.billed += planned.billedCents;
    this.#sums.client += planned.clientCents;
    this.#sums.fees += planned.feeCents;
  }

  sums(): ImportSums {
    return { shipments: this.#shipments.size, ...this.#sums };
  }
}
