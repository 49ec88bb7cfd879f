/** With one decimal. */
const percent = (part: number, whole: number): number => Math.round((part / whole) * 1000) / 10;

export const share = (part: number, whole: number): number => (whole === 0 ? 0 : percent(part, whole));

/** In percent. Null when there was nothing before. */
export const change = (now: number, before: number): number | null =>
  before === 0 ? null : percent(now - before, before);

interface Growth {
  growthTrend: 'up' | 'down';
  growthPercentage: number;
}

/** Counts as 100 percent when there was nothing before. */
export function growth(now: number, before: number): Growth {
  const percentage = change(now, before) ?? 100;
  return { growthTrend: percentage < 0 ? 'down' : 'up', growthPercentage: Math.abs(percentage) };
}
