const dateTime = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'medium' });
const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' });
const exact = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeStyle: 'long' });
const clock = new Intl.DateTimeFormat('en-US', { timeStyle: 'short' });

const parse = (iso: string) => {
  const date = new Date(iso);
  return Number.isNaN(date.getTime()) ? null : date;
};

/** Nov 14, 2025, 10:42:07 AM in the reader's time zone; null for an invalid date. */
export const formatDateTime = (iso: string) => {
  const date = parse(iso);
  return date ? dateTime.format(date) : null;
};

/** Nov 14, 2025 in the reader's time zone; null for an invalid date. */
export const formatDate = (iso: string) => {
  const date = parse(iso);
  return date ? day.format(date) : null;
};

/** With the time zone, for tooltips. */
export const formatExactTime = (iso: string) => {
  const date = parse(iso);
  return date ? exact.format(date) : null;
};

/** 8:59 PM in the reader's time zone. */
export const formatClock = (time: number) => clock.format(time);
