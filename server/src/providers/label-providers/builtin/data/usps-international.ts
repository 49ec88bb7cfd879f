/**
 * USPS international prices. We have no table, so all prices are estimates: a share of the DHL Express list for
 * the same country group and weight (dhl-worldwide-export.ts). We chose the shares to approximate the retail
 * prices of 2025 to Canada and Great Britain, without a list to compare with. First-Class Package International
 * has the bands of USPS: up to 8 oz, 2 lb, 3 lb and 4 lb. 2026-11-15.
 */
import type { DerivedTariff } from './tariff-table.ts';

/** The general limit is 70 lb; most countries accept 66 lb and some 44 lb. We have no list by country. */
export const USPS_ABROAD_MAX_LB = 66;

const evenly = (bp: number): DerivedTariff => ({
  steps: 'pounds',
  shares: Array.from({ length: USPS_ABROAD_MAX_LB }, (_, at) => ({ ofLb: at + 1, bp })),
});

const HALF_POUND = { ofLb: 1, bp: 1500 };
const TWO_POUNDS = { ofLb: 2, bp: 2200 };

export const USPS_FIRST_CLASS_INTERNATIONAL: DerivedTariff = {
  steps: 'ounces-then-pounds',
  shares: [
    HALF_POUND,
    HALF_POUND,
    TWO_POUNDS,
    TWO_POUNDS,
    TWO_POUNDS,
    TWO_POUNDS,
    { ofLb: 3, bp: 2600 },
    { ofLb: 4, bp: 2900 },
  ],
};
export const USPS_PRIORITY_INTERNATIONAL = evenly(4000);
export const USPS_PRIORITY_EXPRESS_INTERNATIONAL = evenly(5000);
