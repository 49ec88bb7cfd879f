export interface DayCount {
  day: string;
  count: number;
}

/**
 * The day and the offset within it at which a page of a long list starts, so that the query skips only rows
 * of that day. The histogram must be in the order of the list. Null when the list ends before the page.
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
