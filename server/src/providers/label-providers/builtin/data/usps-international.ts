/**
 * USPS international prices. No table of them could be had, so they are estimates throughout: a share of the DHL Express list for the same
 * country group and weight (dhl-worldwide-export.ts). The shares are ours: they aim at what is generally known of retail prices of 2025 to
 * Canada and Great Britain, and were checked against no list. First-Class Package International has the bands that USPS uses: up to 8 oz,
 * 2 lb, 3 lb and 4 lb. 2026-11-15.
 */
import type { DerivedTariff } from './tariff-table.ts';

/** The general standard is 70 lb, most countries take 66 lb and some 44; the list by country could not be had. */
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
