import { CUSTOMS } from './customs-messages.ts';

/** Chapter 77 is reserved. Chapters 98 and 99 are national: valid, but they mean nothing in other countries. */
const LAST_NATIONAL_CHAPTER = 99;
const RESERVED_CHAPTER = 77;
const MIN_DIGITS = 6;
/** The longest number that Shippo accepts. */
const MAX_DIGITS = 12;

/** The digits without dots and blanks. */
export const hsDigits = (text: string): string => text.replace(/[\s.]/g, '');

export function hsProblem(text: string): string | null {
  const digits = hsDigits(text);
  if (!/^\d+$/.test(digits) || digits.length < MIN_DIGITS || digits.length > MAX_DIGITS)
    return CUSTOMS.hsInvalid;
  const chapter = Number(digits.slice(0, 2));
  const isChapter = chapter >= 1 && chapter <= LAST_NATIONAL_CHAPTER && chapter !== RESERVED_CHAPTER;
  return isChapter ? null : CUSTOMS.hsChapter;
}

/** “6109.10”, “6109.10.00.12” */
export function formatHs(text: string): string {
  const digits = hsDigits(text);
  const tail = digits.slice(4).match(/.{1,2}/g) ?? [];
  return [digits.slice(0, 4), ...tail].join('.');
}
