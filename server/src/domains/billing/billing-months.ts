import { addDays } from '@lading/contract/calendar-date.ts';

/** Months are written as their first day, YYYY-MM-01. */

export const firstDayOf = (month: string): string => `${month.slice(0, 7)}-01`;

export function monthAfter(month: string): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return number === 12 ? `${year + 1}-01-01` : `${year}-${String(number + 1).padStart(2, '0')}-01`;
}

export const lastDayOf = (month: string): string => addDays(monthAfter(month), -1);
