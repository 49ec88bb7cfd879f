import type { ShopifyWeight } from './shopify-answers.ts';

/**
 * Hundredths of the currency's unit, for every currency. Digits beyond them are rounded half up. Shopify sends
 * amounts as text; calculating with them as floating-point numbers would change some of them.
 */
export function centsOf(amount: string | number): number {
  const [, sign, whole = '0', fraction = ''] = /^(-?)(\d{1,12})(?:\.(\d+))?$/.exec(String(amount)) ?? [];
  if (sign === undefined) throw new Error('An amount is not a decimal number');
  const digits = fraction.padEnd(3, '0');
  const cents = Number(whole) * 100 + Number(digits.slice(0, 2)) + (digits.charAt(2) >= '5' ? 1 : 0);
  return sign === '-' && cents !== 0 ? -cents : cents;
}

const GRAMS: Readonly<Record<string, number>> = {
  GRAMS: 1,
  KILOGRAMS: 1000,
  OUNCES: 28.349523125,
  POUNDS: 453.59237,
};

/** Not rounded: a pound must not become more than 16 oz. Null for an unknown unit, and for zero, which is what Shopify has for products without a weight. */
export function gramsOf(weight: ShopifyWeight): number | null {
  const grams = weight ? weight.value * (GRAMS[weight.unit] ?? 0) : 0;
  return grams > 0 && grams <= 1e9 ? grams : null;
}
