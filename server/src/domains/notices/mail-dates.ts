const formats = new Map<string, Intl.DateTimeFormat>();

/** A date in a mail. Keeps the formatter, because creating one takes longer than the rest of a receipt. */
export function formatDate(
  time: Date,
  timeZone: string,
  options: Intl.DateTimeFormatOptions = { dateStyle: 'long' },
): string {
  const key = JSON.stringify([timeZone, options]);
  const format = formats.get(key) ?? new Intl.DateTimeFormat('en-US', { timeZone, ...options });
  formats.set(key, format);
  return format.format(time);
}

const MONTH = { month: 'long', year: 'numeric' } as const;

/** The month of a day, such as "March 2026". */
export const monthName = (day: Date): string => formatDate(day, 'UTC', MONTH);
