/** Percentages as people read them, with one decimal. */
const percent = (part: number, whole: number): number => Math.round((part / whole) * 1000) / 10;

export const share = (part: number, whole: number): number => (whole === 0 ? 0 : percent(part, whole));

/** Against what was before; null where there was nothing. */
export const change = (now: number, before: number): number | null =>
  before === 0 ? null : percent(now - before, before);

export interface Growth {
  growthTrend: 'up' | 'down';
  growthPercentage: number;
}

/** Someone who had nothing before has grown by all that there is. */
export function growth(now: number, before: number): Growth {
  const percentage = change(now, before) ?? 100;
  return { growthTrend: percentage < 0 ? 'down' : 'up', growthPercentage: Math.abs(percentage) };
}
