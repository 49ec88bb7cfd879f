const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];
const DAYS = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'];

interface Day {
  year: number;
  month: number;
  day: number;
  moment: Date;
}

/** Parses the text itself, so that no time zone can shift the printed day. */
function dayOf(text: string): Day | null {
  const parts = /^(\d{4})-(\d{2})-(\d{2})/.exec(text);
  if (!parts) return null;
  const [year, month, day] = [Number(parts[1]), Number(parts[2]), Number(parts[3])];
  return { year, month, day, moment: new Date(Date.UTC(year, month - 1, day)) };
}

/** Three digits. */
export function dayOfYear(text: string): string {
  const day = dayOf(text);
  if (!day) return '001';
  return String((day.moment.getTime() - Date.UTC(day.year, 0, 1)) / 86_400_000 + 1).padStart(3, '0');
}

/** 15NOV26 */
export function shortDate(text: string): string {
  const day = dayOf(text);
  if (!day) return text;
  return `${String(day.day).padStart(2, '0')}${MONTHS[day.month - 1] ?? ''}${String(day.year).slice(2)}`;
}

/** 11/15/26 */
export function slashDate(text: string): string {
  const day = dayOf(text);
  if (!day) return text;
  return [day.month, day.day, day.year % 100].map((part) => String(part).padStart(2, '0')).join('/');
}

/** FRI - 20 NOV */
export function weekday(text: string): string {
  const day = dayOf(text);
  if (!day) return text;
  return `${DAYS[day.moment.getUTCDay()] ?? ''} - ${String(day.day).padStart(2, '0')} ${MONTHS[day.month - 1] ?? ''}`;
}

/** At most two decimals. */
export const pounds = (weight: number) => String(Math.round(weight * 100) / 100);

/** In ounces under a pound. */
export function weightText(weight: number): string {
  if (weight < 1) return `${Math.max(1, Math.ceil(weight * 16 - 1e-9))} OZ`;
  return `${pounds(weight)} LB${weight === 1 ? '' : 'S'}`;
}

export const inFours = (text: string) => text.replace(/\s/g, '').replace(/(.{4})(?=.)/g, '$1 ');
