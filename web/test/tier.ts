import { it } from 'vitest';

/** The browser does not see the environment of the process. */
const isFullTier = import.meta.env.LADING_TEST_TIER === 'all';

/** A test of `npm run test:all` only: a scan, a second way through a screen, or more cases of a guarantee that `npm test` checks. */
export const longIt: (name: string, test: () => Promise<void>) => void = isFullTier ? it : () => {};

/** `npm test` checks the first case; `npm run test:all` checks all of them. */
export const firstInQuickTier = <T>(cases: readonly T[]): readonly T[] =>
  isFullTier ? cases : cases.slice(0, 1);
