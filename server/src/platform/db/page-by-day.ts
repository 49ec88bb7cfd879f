export interface DayCount {
  day: string;
  count: number;
}

/**
 * Where a page of a long list begins: the day and the place within it. Only rows of that day have to be passed over, however far
 * down the list the page lies. The days come in the order of the list; null when it ends before the page.
 */
export function seekDay(
  histogram: readonly DayCount[],
  offset: number,
): { day: string; offset: number } | null {
  let left = offset;
  for (const { day, count } of histogram) {
    if (left < count) return { day, offset: left };
    left -= count;
  }
  return null;
}
