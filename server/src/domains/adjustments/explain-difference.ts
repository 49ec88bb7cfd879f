import type { AdjustmentReason, ParcelFacts } from '@lading/contract/adjustment-reasons.ts';
import type { Measured } from './invoice-lines.ts';
import type { BilledLine, ShipmentBill } from './shipment-bill.ts';

const GRAMS_PER_LB = 453.59237;
/** Carriers round sizes to whole inches. */
const SIZE_TOLERANCE_IN = 1;
/** A second freight charge of about the same amount is a second use of the label. */
const SAME_CHARGE = 0.8;

interface Explanation {
  reason: AdjustmentReason;
  claimed: ParcelFacts;
  measured: ParcelFacts;
}

/** Why a carrier bills a different amount, if its lines say so. */
export function explain(
  bill: ShipmentBill,
  newLines: readonly BilledLine[],
  billedCents: number,
): Explanation {
  const facts: Measured = Object.assign({}, ...newLines.map(({ measured }) => measured));
  const { parcel } = bill;
  const claimed = {
    weightGrams: parcel.weightLb ? Math.round(parcel.weightLb * GRAMS_PER_LB) : null,
    dimensions: parcel.lengthIn ? `${parcel.lengthIn} × ${parcel.widthIn} × ${parcel.heightIn} in` : null,
    zone: facts.claimedZone ?? null,
    service: bill.serviceName,
  };
  const measured = {
    weightGrams: facts.weightGrams ?? null,
    dimensions: facts.dimensions ?? null,
    zone: facts.zone ?? null,
    service: facts.service ?? null,
  };
  return { reason: reasonOf(bill, newLines, billedCents, facts), claimed, measured };
}

function reasonOf(
  bill: ShipmentBill,
  newLines: readonly BilledLine[],
  billedCents: number,
  facts: Measured,
): AdjustmentReason {
  if (billedCents < 0) return 'credit';
  if (newLines.length === 0) return 'voided_after_credit';
  const isFreight = ({ kind, cents }: BilledLine) => kind === 'freight' && cents > 0;
  const freight = newLines.filter(isFreight);
  if (bill.voidedCents > 0 && freight.length > 0) return 'refunded_label_used';
  const first = [...bill.earlierLines, ...newLines].find(isFreight);
  if (freight.some((line) => line !== first && line.cents >= (first?.cents ?? 0) * SAME_CHARGE))
    return 'duplicate_use';
  return (
    largestOf(newLines.filter(({ kind }) => kind === 'correction')) ??
    measuredReason(bill, facts) ??
    largestOf(newLines.filter(({ kind }) => kind === 'charge')) ??
    'unknown'
  );
}

/** The reason of the largest charge that has a known one. */
function largestOf(lines: readonly BilledLine[]): AdjustmentReason | undefined {
  const known = lines.filter(({ reason, cents }) => reason !== 'unknown' && cents > 0);
  // A fuel surcharge follows from the other charges.
  const others = known.filter(({ reason }) => reason !== 'fuel');
  return (others.length > 0 ? others : known).toSorted((one, other) => other.cents - one.cents)[0]?.reason;
}

/** Carriers round weights up to whole pounds, so only a higher pound is a difference. */
function measuredReason({ parcel }: ShipmentBill, facts: Measured): AdjustmentReason | undefined {
  if (facts.weightGrams !== undefined && facts.weightGrams / GRAMS_PER_LB > Math.ceil(parcel.weightLb) + 0.01)
    return 'weight';
  if (isLarger(facts.dimensions, [parcel.lengthIn, parcel.widthIn, parcel.heightIn])) return 'size';
  if (facts.claimedZone !== undefined && facts.claimedZone !== facts.zone) return 'zone';
  return undefined;
}

function isLarger(dimensions: string | undefined, claimed: readonly number[]): boolean {
  if (!dimensions) return false;
  const sides = dimensions.replace(' in', '').split(' × ').map(Number);
  const sorted = claimed.toSorted((one, other) => one - other);
  return sides
    .toSorted((one, other) => one - other)
    .some((side, position) => side > (sorted[position] ?? 0) + SIZE_TOLERANCE_IN);
}
