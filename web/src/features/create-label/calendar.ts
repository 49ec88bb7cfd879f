import { addDays, dateIn } from '@lading/contract/calendar-date.ts';

/** Today in the operator's time zone, or in the browser's until that is known. */
export const todayIn = (timeZone: string | undefined, now = new Date()): string =>
  dateIn(timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone, now);

const MONDAY = 1;
const weekday = (date: string) => new Date(`${date}T00:00:00Z`).getUTCDay();

interface DateChoice {
  label: string;
  date: string;
}

/** Lists each date once: on a Sunday, tomorrow is the next Monday. */
export function dateChoices(today: string): DateChoice[] {
  const toMonday = (MONDAY + 7 - weekday(today)) % 7 || 7;
  const choices = [
    { label: 'Today', date: today },
    { label: 'Tomorrow', date: addDays(today, 1) },
    { label: 'Next Monday', date: addDays(today, toMonday) },
  ];
  return choices.filter(({ date }, index) => choices.findIndex((other) => other.date === date) === index);
}
