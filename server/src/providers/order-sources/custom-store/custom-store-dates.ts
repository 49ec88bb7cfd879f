/** Dates of the protocol: `MM/dd/yyyy HH:mm` in UTC. */

const pad = (value: number) => String(value).padStart(2, '0');

/** Without seconds, which are cut off. */
export const writeDate = (time: Date): string =>
  `${pad(time.getUTCMonth() + 1)}/${pad(time.getUTCDate())}/${time.getUTCFullYear()} ${pad(time.getUTCHours())}:${pad(time.getUTCMinutes())}`;

const US_DATE =
  /^(\d{1,2})\/(\d{1,2})\/(\d{4})(?:\s+(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?\s*([AaPp][Mm])?)?$/;
const ISO_DATE = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(Z|[+-]\d\d:?\d\d)?)?$/;

/**
 * Stores also write seconds, twelve hours with AM and PM, or ISO dates. Null if the text is none of these.
 */
export function readDate(text: string): Date | null {
  const [, month, day, year, hour = '0', minute = '0', second = '0', half] = US_DATE.exec(text) ?? [];
  if (month === undefined) {
    const iso = ISO_DATE.exec(text);
    return iso === null
      ? null
      : valid(new Date(iso[1] || text.length === 10 ? text : `${text.replace(' ', 'T')}Z`));
  }
  const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (/p/i.test(half) ? 12 : 0);
  const time = new Date(
    Date.UTC(Number(year), Number(month) - 1, Number(day), hours, Number(minute), Number(second)),
  );
  // June 31 would become July 1.
  return time.getUTCMonth() === Number(month) - 1 && hours < 24 ? time : null;
}

/** Whether a date that could be read also has a time. */
export const hasTime = (text: string): boolean => text.includes(':');

const valid = (time: Date) => (Number.isNaN(time.getTime()) ? null : time);
