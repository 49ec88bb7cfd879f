/** With one decimal. */
const percent = (part: number, whole: number): number => Math.round((part / whole) * 1000) / 10;

/** In percent. Null when there was nothing before. Amounts can be negative, so the sign comes from the difference alone. */
export const change = (now: number, before: number): number | null =>
  before === 0 ? null : percent(now - before, Math.abs(before));

interface Growth {
  growthTrend: 'up' | 'down';
  growthPercentage: number;
  isNew: boolean;
}

/** Counts as 100 percent when there was nothing before. */
export function growth(now: number, before: number): Growth {
  const percentage = change(now, before);
  return {
    growthTrend: (percentage ?? 100) < 0 ? 'down' : 'up',
    growthPercentage: Math.abs(percentage ?? 100),
    isNew: percentage === null,
  };
}
