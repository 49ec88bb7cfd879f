const SHOW_DELAY_MS = 200;
const MIN_VISIBLE_MS = 400;

/**
 * Delays a loading flag: quick responses never show it, and once shown it stays long enough to read. Returns
 * the milliseconds until the flag takes the wanted value, or null if it already has it.
 */
export function flipDelay(wanted: boolean, shown: boolean, shownSince: number, now: number): number | null {
  if (wanted === shown) return null;
  if (wanted) return SHOW_DELAY_MS;
  return Math.max(0, MIN_VISIBLE_MS - (now - shownSince));
}
