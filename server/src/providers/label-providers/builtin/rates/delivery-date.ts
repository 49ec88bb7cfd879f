import { FEDERAL_HOLIDAYS, type HolidayRule } from '../data/holidays.ts';

const DAY_MS = 86_400_000;
const SUNDAY = 0;
const SATURDAY = 6;

const utc = (year: number, month: number, day: number) => Date.UTC(year, month - 1, day);
const weekday = (day: number) => new Date(day).getUTCDay();

/** The day as UTC milliseconds; null unless it is a calendar day from 2000 to 2199. */
export function parseDay(text: string): number | null {
  if (!/^2[01]\d\d-\d\d-\d\d$/.test(text)) return null;
  const [year = 0, month = 0, day = 0] = text.split('-').map(Number);
  const at = utc(year, month, day);
  return formatDay(at) === text ? at : null;
}

const formatDay = (at: number) => new Date(at).toISOString().slice(0, 10);

function dayOf(rule: HolidayRule, year: number): number {
  if ('day' in rule) {
    const at = utc(year, rule.month, rule.day);
    return weekday(at) === SUNDAY ? at + DAY_MS : at;
  }
  if (rule.nth < 0) {
    const last = utc(year, rule.month + 1, 0);
    return last - ((weekday(last) - rule.weekday + 7) % 7) * DAY_MS;
  }
  const first = utc(year, rule.month, 1);
  return first + (((rule.weekday - weekday(first) + 7) % 7) + (rule.nth - 1) * 7) * DAY_MS;
}

const holidaysByYear = new Map<number, ReadonlySet<number>>();

export function holidaysOf(year: number): ReadonlySet<number> {
  const known = holidaysByYear.get(year);
  if (known) return known;
  const days = new Set(FEDERAL_HOLIDAYS.map((rule) => dayOf(rule, year)));
  holidaysByYear.set(year, days);
  return days;
}

function isWorkingDay(at: number, saturday: boolean): boolean {
  const day = weekday(at);
  if (day === SUNDAY || (day === SATURDAY && !saturday)) return false;
  return !holidaysOf(new Date(at).getUTCFullYear()).has(at);
}

/** The given number of working days after the first working day on which the carrier accepts the parcel. */
export function deliveryDate(shipDay: number, days: number, saturday: boolean): string {
  let at = shipDay;
  while (!isWorkingDay(at, saturday)) at += DAY_MS;
  for (let left = days; left > 0; left -= 1) {
    do at += DAY_MS;
    while (!isWorkingDay(at, saturday));
  }
  return formatDay(at);
}
