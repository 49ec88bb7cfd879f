import { type CustomsItem, MIN_WEIGHT_OZ } from './declaration.ts';

export const lineValueCents = ({ quantity, unitValueCents }: CustomsItem): number =>
  quantity * unitValueCents;

export const OUNCES_PER_POUND = 16;

const SCALE = Math.round(1 / MIN_WEIGHT_OZ);

/** Whole numbers, so that sums are exact. Fine enough for a thousand pieces of a tenth of a gram. */
const scaled = (ounces: number) => Math.round(ounces * SCALE);

export const lineWeightOz = ({ quantity, unitWeightOz }: CustomsItem): number =>
  (quantity * scaled(unitWeightOz)) / SCALE;

export const totalValueCents = (items: readonly CustomsItem[]): number =>
  items.reduce((sum, item) => sum + lineValueCents(item), 0);

export const totalWeightOz = (items: readonly CustomsItem[]): number =>
  items.reduce((sum, { quantity, unitWeightOz }) => sum + quantity * scaled(unitWeightOz), 0) / SCALE;
