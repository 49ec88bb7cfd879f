/** Days and wall-clock minutes of a time zone. Days are written YYYY-MM-DD. */

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterOf(timeZone: string): Intl.DateTimeFormat {
  const known = formatters.get(timeZone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  });
  formatters.set(timeZone, made);
  return made;
}

/** Offsets change only on quarter hours, and looking them up is slow. */
const QUARTER_MS = 15 * MINUTE_MS;
const OFFSETS_KEPT = 5000;
const offsets = new Map<string, number>();

function offsetAt(moment: number, timeZone: string): number {
  if (timeZone === 'UTC') return 0;
  const quarter = Math.floor(moment / QUARTER_MS);
  const key = `${timeZone} ${quarter}`;
  const known = offsets.get(key);
  if (known !== undefined) return known;
  const parts = new Map(
    formatterOf(timeZone)
      .formatToParts(quarter * QUARTER_MS)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0;
  const wall = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'));
  const offset = wall - quarter * QUARTER_MS;
  if (offsets.size >= OFFSETS_KEPT) offsets.clear();
  offsets.set(key, offset);
  return offset;
}

export function instantAt(day: string, minute: number, timeZone: string): number {
  const wall = Date.parse(`${day}T00:00:00Z`) + minute * MINUTE_MS;
  const guess = wall - offsetAt(wall, timeZone);
  // Across a daylight-saving change, the first guess has the wrong offset.
  return wall - offsetAt(guess, timeZone);
}

export const dayOf = (moment: number, timeZone: string): string =>
  new Date(moment + offsetAt(moment, timeZone)).toISOString().slice(0, 10);

export const dayAfter = (day: string, count = 1): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + count * DAY_MS).toISOString().slice(0, 10);
