import { type Carrier, ENVELOPE_IN, type Parcel } from '@lading/contract/parcel.ts';
import { DIMENSIONAL_RULES, SIZE_COUNTS_ABROAD } from '../data/dimensional-rules.ts';
import type { Limits } from '../data/service-facts.ts';

/** A parcel by the rules of one carrier. */
export interface Measures {
  envelope: boolean;
  tube: boolean;
  weightLb: number;
  /** Longest first, rounded by the carrier's rule. */
  sides: readonly [number, number, number];
  lengthPlusGirthIn: number;
  cubicIn: number;
  /** The greater of actual and dimensional weight, not rounded to pounds. */
  billableLb: number;
}

const DUST = 1e-9;
const roundUp = (inches: number) => Math.ceil(inches - DUST);

/** Null when some carrier could take the parcel. */
export function parcelProblem(parcel: Parcel): string | null {
  if (!isPositive(parcel.weightLb)) return 'The weight must be more than 0 lb.';
  if (parcel.type !== 'envelope' && !sidesOf(parcel).every(isPositive))
    return 'Length, width and height must be more than 0 in.';
  return null;
}

const isPositive = (value: number) => Number.isFinite(value) && value > 0;

function sidesOf(parcel: Parcel): [number, number, number] {
  if (parcel.type === 'envelope') return [ENVELOPE_IN.length, ENVELOPE_IN.width, ENVELOPE_IN.height];
  const [a, b, c] = [parcel.lengthIn, parcel.widthIn, parcel.heightIn];
  const [longest, shortest] = [Math.max(a, b, c), Math.min(a, b, c)];
  return [longest, a + b + c - longest - shortest, shortest];
}

/** Null when the carrier or service takes a parcel of this weight and size. */
export function limitProblem(taker: string, limits: Limits, parcel: Parcel): string | null {
  const sides = sidesOf(parcel);
  const [longest, second, shortest] = sides;
  const most = (text: string, has: string) => `${taker} accepts up to ${text}; this package ${has}.`;
  const size = () => `is ${sides.map(figure).join(' × ')} in`;
  if (parcel.weightLb > limits.weightLb)
    return most(`${limits.weightLb} lb`, `weighs ${figure(parcel.weightLb)} lb`);
  if (sides.some((side, at) => side > (limits.sidesIn[at] ?? Infinity) + DUST))
    return most(
      `${limits.sidesIn.join(' × ')} in${limits.sidesIn.length === 1 ? ' on the longest side' : ''}`,
      size(),
    );
  const girth = longest + 2 * (second + shortest);
  if (limits.lengthPlusGirthIn !== null && girth > limits.lengthPlusGirthIn + DUST)
    return most(`${limits.lengthPlusGirthIn} in of combined length and girth`, `has ${figure(girth)} in`);
  if (longest + second + shortest > (limits.sumOfSidesIn ?? Infinity) + DUST)
    return most(`${limits.sumOfSidesIn} in of combined length, width and height`, size());
  return null;
}

export function measure(carrier: Carrier, parcel: Parcel, shipDate: string, abroad: boolean): Measures {
  const rule = DIMENSIONAL_RULES[carrier].findLast(({ from }) => from <= shipDate);
  const round = rule?.inches === 'nearest' ? (inches: number) => Math.max(1, Math.round(inches)) : roundUp;
  const [longest, second, shortest] = sidesOf(parcel);
  const sides = [round(longest), round(second), round(shortest)] as const;
  const cubicIn = sides[0] * sides[1] * sides[2];
  const envelope = parcel.type === 'envelope';
  const sizeCounts =
    rule !== undefined && !envelope && cubicIn > rule.freeCubicIn && (!abroad || SIZE_COUNTS_ABROAD[carrier]);
  return {
    envelope,
    tube: parcel.type === 'tube',
    weightLb: parcel.weightLb,
    sides,
    lengthPlusGirthIn: sides[0] + 2 * (sides[1] + sides[2]),
    cubicIn,
    billableLb: Math.max(parcel.weightLb, sizeCounts ? cubicIn / rule.divisor : 0),
  };
}

export const figure = (value: number) => String(Number(value.toFixed(2)));
