import type { ContentsType } from '@lading/contract/customs/vocabulary.ts';

export const OUNCES_PER_POUND = 16;
const KILOGRAMS_PER_OUNCE = 0.028349523125;
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** “1,234.50” */
export function money(cents: number): string {
  const whole = String(Math.floor(cents / 100)).replace(/\B(?=(\d{3})+$)/g, ',');
  return `${whole}.${String(cents % 100).padStart(2, '0')}`;
}

/** “1 lb 2.5 oz”. At least the smallest figure: customs refuses goods that weigh nothing. */
export function poundsAndOunces(ounces: number): string {
  const hundredths = Math.max(1, Math.round(ounces * 100));
  const pounds = Math.floor(hundredths / (100 * OUNCES_PER_POUND));
  const rest = (hundredths % (100 * OUNCES_PER_POUND)) / 100;
  if (pounds === 0) return `${rest} oz`;
  return rest === 0 ? `${pounds} lb` : `${pounds} lb ${rest} oz`;
}

/** “0.510 kg”, at least one gram. */
export const kilograms = (ounces: number): string =>
  `${Math.max(0.001, ounces * KILOGRAMS_PER_OUNCE).toFixed(3)} kg`;

/** “16 Nov 2026”, which no country reads as another day. */
export function plainDate(text: string): string {
  const [year, month, day] = text.split('-');
  const name = MONTHS[Number(month) - 1];
  return name && day ? `${Number(day)} ${name} ${year}` : text;
}

export const CONTENTS_NAMES: Record<ContentsType, string> = {
  merchandise: 'Sale of goods',
  gift: 'Gift',
  sample: 'Commercial sample',
  documents: 'Documents',
  return: 'Returned goods',
  humanitarian: 'Humanitarian donation',
  other: 'Other',
};
