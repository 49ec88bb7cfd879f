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

/**
 * Compares everything that carriers billed for a shipment with what we booked. Null if they agree. Without new lines, the
 * difference is a credit that was booked before the void.
 */
export function findDifference(bill: ShipmentBill, newLines: readonly BilledLine[]): Difference | null {
  const bookedCents = bookedOf(bill);
  const expectedCents = billedBy(bill, [...bill.earlierLines, ...newLines]) - awaitedCredit(bill, newLines);
  const billedCents = expectedCents - bookedCents;
  if (billedCents === 0) return null;
  return { bookedCents, billedCents, ...explain(bill, newLines, billedCents) };
}

const bookedOf = ({ purchaseCents, voidedCents, adjustedCents }: ShipmentBill) =>
  purchaseCents - voidedCents + adjustedCents;

const billedBy = (bill: ShipmentBill, lines: readonly BilledLine[]) => basePrice(bill, lines) + sumOf(lines);

/**
 * The price of the transport, if no line has it: it was billed on an invoice that we don't have. A freight credit
 * shows that it was billed even if the label was voided.
 */
function basePrice({ purchaseCents, voidedCents }: ShipmentBill, lines: readonly BilledLine[]): number {
  const freight = lines.filter(isFreight);
  if (freight.some(({ cents }) => cents > 0)) return 0;
  return freight.some(isCredit) ? purchaseCents : purchaseCents - voidedCents;
}

/**
 * What the carrier still has to credit for a label that it billed before the void. The ledger has the credit since the void,
 * and every booking makes the books agree with the lines, so the credit is what the earlier lines exceed the books by. A credit
 * of the transport or of half of the amount ends the wait, because the carrier may not say what it is for. A smaller one is a part.
 */
function awaitedCredit(bill: ShipmentBill, newLines: readonly BilledLine[]): number {
  const { voidedCents, earlierLines } = bill;
  const aheadCents = billedBy(bill, earlierLines) - bookedOf(bill);
  const awaitedCents = Math.max(0, Math.min(aheadCents, voidedCents - creditedBy(bill, earlierLines)));
  const newCents = creditOf(earlierLines, newLines);
  const isCredited =
    newLines.some((line) => isFreight(line) && isCredit(line)) || 2 * newCents >= awaitedCents;
  return isCredited ? 0 : awaitedCents - newCents;
}

/** What new lines credit. A discount that comes with a charge is no credit, and credits of corrections first cover other corrections. */
function creditOf(earlierLines: readonly BilledLine[], newLines: readonly BilledLine[]): number {
  const corrected = (lines: readonly BilledLine[]) => Math.min(0, sumOf(lines.filter(isCorrection)));
  const ofCorrections = corrected(earlierLines) - corrected([...earlierLines, ...newLines]);
  return Math.max(0, -sumOf(newLines.filter(isOfLabel))) + Math.max(0, ofCorrections);
}

/**
 * How much of a voided label's price the lines credit. A low price is no credit, and credits of corrections first cover other
 * corrections.
 */
function creditedBy(bill: ShipmentBill, lines: readonly BilledLine[]): number {
  const ofLabel = lines.filter(isOfLabel);
  const corrected = Math.min(0, sumOf(lines.filter(isCorrection)));
  const leftCents = basePrice(bill, lines) + sumOf(ofLabel) + corrected;
  const creditsCents = -(sumOf(ofLabel.filter(isCredit)) + corrected);
  return Math.max(0, Math.min(bill.voidedCents - leftCents, creditsCents));
}

const isFreight = ({ kind }: BilledLine) => kind === 'freight';
const isCorrection = ({ kind }: BilledLine) => kind === 'correction';
const isOfLabel = (line: BilledLine) => !isCorrection(line);
const isCredit = ({ cents }: BilledLine) => cents < 0;
const sumOf = (lines: readonly BilledLine[]) => lines.reduce((sum, { cents }) => sum + cents, 0);
