import { addDays, dateIn } from '@lading/contract/calendar-date.ts';

/** The day that it is for the operator, who decides what has passed; until that is known, for the person. */
export const todayIn = (timeZone: string | undefined, now = new Date()): string =>
  dateIn(timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone, now);

const MONDAY = 1;
const weekday = (date: string) => new Date(`${date}T00:00:00Z`).getUTCDay();

export interface DateChoice {
  label: string;
  date: string;
}

/** Each day once: on a Sunday tomorrow is the next Monday already. */
export function dateChoices(today: string): DateChoice[] {
  const toMonday = (MONDAY + 7 - weekday(today)) % 7 || 7;
  const choices = [
    { label: 'Today', date: today },
    { label: 'Tomorrow', date: addDays(today, 1) },
    { label: 'Next Monday', date: addDays(today, toMonday) },
  ];
  return choices.filter(({ date }, index) => choices.findIndex((other) => other.date === date) === index);
}
