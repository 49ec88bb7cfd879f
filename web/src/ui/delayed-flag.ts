export const SHOW_DELAY_MS = 200;
export const MIN_VISIBLE_MS = 400;

/**
 * When to flip a loading flag: late enough that a quick answer never flickers, and long enough that a shown one can be read.
 * Returns the milliseconds to wait before the flag takes the wanted value, or null when it already has it.
 */
export function flipDelay(wanted: boolean, shown: boolean, shownSince: number, now: number): number | null {
  if (wanted === shown) return null;
  if (wanted) return SHOW_DELAY_MS;
  return Math.max(0, MIN_VISIBLE_MS - (now - shownSince));
}
