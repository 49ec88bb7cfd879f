import { useRuntimeConfig } from './use-runtime-config.ts';

interface Formats {
  dateTime: Intl.DateTimeFormat;
  minute: Intl.DateTimeFormat;
  day: Intl.DateTimeFormat;
  shortDay: Intl.DateTimeFormat;
  exact: Intl.DateTimeFormat;
}

/** Cached, because creating a formatter is slow. */
const known = new Map<string, Formats>();

function formatsOf(timeZone: string): Formats {
  const cached = known.get(timeZone);
  if (cached) return cached;
  const made = {
    dateTime: new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'medium', timeZone }),
    minute: new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone }),
    day: new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone }),
    shortDay: new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone }),
    exact: new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeStyle: 'long', timeZone }),
  };
  known.set(timeZone, made);
  return made;
}

const write = (format: Intl.DateTimeFormat, iso: string): string | null => {
  const date = new Date(iso);
  return Number.isNaN(date.getTime()) ? null : format.format(date);
};

/** Times in the operator's zone; null for an invalid date. */
const operatorTime = (timeZone: string) => {
  const formats = formatsOf(timeZone);
  return {
    timeZone,
    /** Nov 14, 2025, 10:42:07 AM */
    dateTime: (iso: string) => write(formats.dateTime, iso),
    /** Nov 14, 2025, 10:42 AM */
    minute: (iso: string) => write(formats.minute, iso),
    /** Nov 14, 2025 */
    date: (iso: string) => write(formats.day, iso),
    /** Nov 14 */
    shortDate: (iso: string) => write(formats.shortDay, iso),
    /** With the time zone, for tooltips. */
    exact: (iso: string) => write(formats.exact, iso),
  };
};

/** For screens whose filters and totals use the operator's days: a row shows the day under which the filter finds it. */
export const useOperatorTime = () => operatorTime(useRuntimeConfig()?.timeZone ?? 'UTC');
