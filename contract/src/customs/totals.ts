import type { CustomsItem } from './declaration.ts';

export const lineValueCents = ({ quantity, unitValueCents }: CustomsItem): number =>
  quantity * unitValueCents;

export const OUNCES_PER_POUND = 16;

/** In hundredths of an ounce, so that sums are exact. */
const hundredths = (ounces: number) => Math.round(ounces * 100);

export const lineWeightOz = ({ quantity, unitWeightOz }: CustomsItem): number =>
  (quantity * hundredths(unitWeightOz)) / 100;

export const totalValueCents = (items: readonly CustomsItem[]): number =>
  items.reduce((sum, item) => sum + lineValueCents(item), 0);

export const totalWeightOz = (items: readonly CustomsItem[]): number =>
  items.reduce((sum, { quantity, unitWeightOz }) => sum + quantity * hundredths(unitWeightOz), 0) / 100;
