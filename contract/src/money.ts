/** Amounts are whole cents internally. Dollars are used for display, and on the wire where the specification says so. */

export const dollarsOf = (cents: number): number => cents / 100;

/** 8.41 → 841, despite floating-point error. */
export const centsOf = (dollars: number): number => Math.round(dollars * 100);

/** Shared, because creating a formatter is slow. */
const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

export const formatMoney = (cents: number): string => dollars.format(cents / 100);
