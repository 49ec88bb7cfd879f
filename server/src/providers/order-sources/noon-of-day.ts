import { dateIn } from '@lading/contract/calendar-date.ts';

/** For times that mean a day: noon UTC is on the same day in the Americas and in Europe. */
export const noonOfDay = (timeZone: string, moment: Date): Date =>
  new Date(`${dateIn(timeZone, moment)}T12:00:00Z`);
