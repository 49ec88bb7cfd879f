import type { AdjustmentReason, ParcelFacts } from '@lading/contract/adjustment-reasons.ts';
import { explain } from './explain-difference.ts';
import type { BilledLine, ShipmentBill } from './shipment-bill.ts';

export interface Difference {
  /** What was booked as the carrier's cost so far. */
  bookedCents: number;
  /** How much more the carrier bills. Negative for a credit. */
  billedCents: number;
  reason: AdjustmentReason;
  claimed: ParcelFacts;
  measured: ParcelFacts;
}

/** Compares everything that carriers billed for a shipment with what we booked. Null if they agree. */
export function findDifference(bill: ShipmentBill, newLines: readonly BilledLine[]): Difference | null {
  const lines = [...bill.earlierLines, ...newLines];
  const bookedCents = bill.purchaseCents - bill.voidedCents + bill.adjustedCents;
  const billedCents = basePrice(bill, lines) + sumOf(lines) - bookedCents;
  if (billedCents === 0) return null;
  return { bookedCents, billedCents, ...explain(bill, newLines, billedCents) };
}

/**
 * The price of the transport, if no line has it: it was billed on an invoice that we don't have. A freight credit
 * shows that it was billed even if the label was voided.
 */
function basePrice({ purchaseCents, voidedCents }: ShipmentBill, lines: readonly BilledLine[]): number {
  const freight = lines.filter(({ kind }) => kind === 'freight');
  if (freight.some(({ cents }) => cents > 0)) return 0;
  return freight.some(({ cents }) => cents < 0) ? purchaseCents : purchaseCents - voidedCents;
}

const sumOf = (lines: readonly BilledLine[]) => lines.reduce((sum, { cents }) => sum + cents, 0);
