import { COPY } from './copy.ts';

export interface CardInput {
  number: string;
  expiry: string;
  cvc: string;
}
export type CardField = keyof CardInput;
type CardProblems = Partial<Record<CardField, string>>;

export const CARD_FIELDS: readonly CardField[] = ['number', 'expiry', 'cvc'];

const digitsOf = (text: string) => text.replace(/\D/g, '');

const AMEX = /^3[47]/;
const MAX_DIGITS = 19;

/** 4242 4242 4242 4242; American Express (34 or 37): 3782 822463 10005. */
export function formatCardNumber(text: string): string {
  const digits = digitsOf(text).slice(0, MAX_DIGITS);
  const groups = AMEX.test(digits)
    ? [digits.slice(0, 4), digits.slice(4, 10), digits.slice(10)]
    : (digits.match(/.{1,4}/g) ?? []);
  return groups.filter(Boolean).join(' ');
}

/** 12 / 30. A first digit from 2 to 9 is a complete month and gets a leading zero. */
export function formatExpiry(text: string): string {
  const digits = digitsOf(/^[2-9]$/.test(text) ? `0${text}` : text).slice(0, 4);
  return digits.length < 3 ? digits : `${digits.slice(0, 2)} / ${digits.slice(2)}`;
}

export function parseExpiry(text: string): { month: number; year: number } | null {
  const [, month, year] = /^(\d{2})(\d{2})$/.exec(digitsOf(text)) ?? [];
  if (!month || !year || Number(month) < 1 || Number(month) > 12) return null;
  return { month: Number(month), year: 2000 + Number(year) };
}

export const isBlank = (card: CardInput): boolean => CARD_FIELDS.every((field) => card[field].trim() === '');

/** Finds incomplete and expired input only; the gateway validates the card itself. */
export function cardProblems(card: CardInput, now: Date): CardProblems {
  const problems: CardProblems = {};
  const number = digitsOf(card.number);
  if (number.length < (AMEX.test(number) ? 15 : 13)) problems.number = COPY.numberIncomplete;
  const expiry = parseExpiry(card.expiry);
  if (!expiry) problems.expiry = COPY.expiryIncomplete;
  // A card is valid through the last day of its month.
  else if (new Date(expiry.year, expiry.month, 1) <= now) problems.expiry = COPY.expiryPast;
  if (!/^\d{3,4}$/.test(card.cvc.trim())) problems.cvc = COPY.cvcIncomplete;
  return problems;
}

const FIELD_OF_CODE: Readonly<Record<string, CardField>> = {
  incorrect_number: 'number',
  invalid_number: 'number',
  expired_card: 'expiry',
  invalid_expiry_month: 'expiry',
  invalid_expiry_year: 'expiry',
  incorrect_cvc: 'cvc',
  invalid_cvc: 'cvc',
};

/** The field that a decline code refers to. */
export const fieldOfRefusal = (code: string): CardField | null => FIELD_OF_CODE[code] ?? null;
