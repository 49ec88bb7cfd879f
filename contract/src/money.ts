/** Money is whole cents everywhere; dollars exist only where a person or the outside reads them. */

export const dollarsOf = (cents: number): number => cents / 100;

/** 8.41 → 841, also where binary fractions are a hair off. */
export const centsOf = (dollars: number): number => Math.round(dollars * 100);

/** To make one takes as long as dozens of uses. */
const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

export const formatMoney = (cents: number): string => dollars.format(cents / 100);
