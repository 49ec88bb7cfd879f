import type { TestCardInput, TestPaymentError } from '@lading/contract/test-gateway.ts';
import { CARD_ERRORS } from './card-errors.ts';
import { findTestCard, type TestCard } from './test-cards.ts';

type CardReading = { card: TestCard } | { error: TestPaymentError };

/** Finds the published test card or the error in the input. The card number does not leave this function. */
export function readCard(input: TestCardInput, now: Date): CardReading {
  const number = input.number.replaceAll(/[\s-]/g, '');
  if (!/^\d{13,19}$/.test(number)) return { error: CARD_ERRORS.invalidNumber };
  if (!hasCheckDigit(number)) return { error: CARD_ERRORS.incorrectNumber };
  const card = findTestCard(number);
  if (!card) return { error: CARD_ERRORS.notATestCard };
  const error = expiryError(input, now) ?? cvcError(input.cvc, card);
  return error ? { error } : { card };
}

/** The Luhn check. */
function hasCheckDigit(number: string): boolean {
  const sum = [...number].reverse().reduce((total, digit, at) => {
    const value = Number(digit) * (at % 2 === 0 ? 1 : 2);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

/** With a year of four digits. */
export const expiryOf = ({ expMonth, expYear }: TestCardInput, now: Date) => ({
  expMonth,
  expYear: fullYear(expYear, now),
});

const fullYear = (year: number, now: Date) =>
  year < 100 ? Math.floor(now.getUTCFullYear() / 100) * 100 + year : year;

/** A card is valid to the end of its month. */
export const hasExpired = (
  { expMonth, expYear }: Pick<TestCardInput, 'expMonth' | 'expYear'>,
  now: Date,
): boolean =>
  expYear < now.getUTCFullYear() || (expYear === now.getUTCFullYear() && expMonth < now.getUTCMonth() + 1);

/** Cards are never valid for longer; a later year is a typo. */
const MAX_VALIDITY_YEARS = 50;

function expiryError({ expMonth, expYear }: TestCardInput, now: Date): TestPaymentError | null {
  if (!Number.isInteger(expMonth) || expMonth < 1 || expMonth > 12) return CARD_ERRORS.invalidMonth;
  if (!Number.isInteger(expYear) || expYear < 0) return CARD_ERRORS.invalidYear;
  const thisYear = now.getUTCFullYear();
  const year = fullYear(expYear, now);
  if (year > thisYear + MAX_VALIDITY_YEARS) return CARD_ERRORS.invalidYear;
  if (!hasExpired({ expMonth, expYear: year }, now)) return null;
  return year < thisYear ? CARD_ERRORS.yearPast : CARD_ERRORS.monthPast;
}

function cvcError(cvc: string, { brand }: TestCard): TestPaymentError | null {
  const length = brand === 'amex' ? 4 : 3;
  return new RegExp(`^\\d{${length}}$`).test(cvc) ? null : CARD_ERRORS.invalidCvc;
}
