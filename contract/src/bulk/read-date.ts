import { addDays, isCalendarDate } from '../calendar-date.ts';

const MAX_LENGTH = 40;

/** A time after the date, as in exports. It is ignored, and so is its time zone. */
const TIME = /[T ]\s*\d{1,2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?\s*(?:[AP]M)?\s*(?:Z|UTC|[+-]\d{2}:?\d{2})?$/i;

const YEAR_FIRST = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})$/;
const SLASHES = /^(\d{1,2})\/(\d{1,2})\/(\d{4}|\d{2})$/;
const HYPHENS = /^(\d{1,2})-(\d{1,2})-(\d{4}|\d{2})$/;
const DOTS = /^(\d{1,2})\.(\d{1,2})\.(\d{4}|\d{2})$/;
const DAY_AND_NAME = /^(\d{1,2})[ -]([a-z]{3,9})\.?,?[ -](\d{4}|\d{2})$/i;
const NAME_AND_DAY = /^([a-z]{3,9})\.?[ -](\d{1,2}),?[ -](\d{4}|\d{2})$/i;

const MONTHS = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
];

/** Spreadsheet serial dates (days since the end of 1899), with or without a fraction; this century only. */
const SERIAL = /^(\d{5})(?:\.\d{1,12})?$/;
const SERIAL_START = '1899-12-30';
const FIRST_SERIAL = 36_526;
const LAST_SERIAL = 73_050;

type ReadDate =
  | { date: string }
  /** Ambiguous. `guess` is a possible date that the user can confirm. */
  | { guess: string | null };

export function readDate(text: string): ReadDate {
  if (text.length > MAX_LENGTH) return { guess: null };
  const day = text.replace(TIME, '').trim();
  const date =
    readYearFirst(day) ?? readSlashes(day) ?? readDots(day) ?? readMonthName(day) ?? readSerial(day);
  return date ? { date } : { guess: guessDate(day) };
}

function readYearFirst(text: string): string | null {
  const [, year, month, day] = YEAR_FIRST.exec(text) ?? [];
  return calendarDate(year, month, day);
}

/** Always month first, as in the United States, even if the other order is possible. */
function readSlashes(text: string): string | null {
  const [, month, day, year] = SLASHES.exec(text) ?? [];
  return calendarDate(year, month, day);
}

function readDots(text: string): string | null {
  const [, day, month, year] = DOTS.exec(text) ?? [];
  return calendarDate(year, month, day);
}

function readMonthName(text: string): string | null {
  const dayFirst = DAY_AND_NAME.exec(text);
  const nameFirst = NAME_AND_DAY.exec(text);
  const [name, day, year] = dayFirst
    ? [dayFirst[2], dayFirst[1], dayFirst[3]]
    : [nameFirst?.[1], nameFirst?.[2], nameFirst?.[3]];
  if (!name) return null;
  // Matches by prefix, because 'Sept' is as common as 'Sep'.
  const month = MONTHS.findIndex((known) => known.startsWith(name.toLowerCase()));
  return month < 0 ? null : calendarDate(year, String(month + 1), day);
}

function readSerial(text: string): string | null {
  const days = Number(SERIAL.exec(text)?.[1]);
  return days >= FIRST_SERIAL && days <= LAST_SERIAL ? addDays(SERIAL_START, days) : null;
}

/** Hyphenated dates occur in both orders; a first number above 12 must be the day. */
function guessDate(text: string): string | null {
  const [, first, second, year] = SLASHES.exec(text) ?? HYPHENS.exec(text) ?? [];
  return calendarDate(year, first, second) ?? calendarDate(year, second, first);
}

function calendarDate(
  year: string | undefined,
  month: string | undefined,
  day: string | undefined,
): string | null {
  if (!year || !month || !day) return null;
  const date = `${year.padStart(4, '20')}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isCalendarDate(date) ? date : null;
}
