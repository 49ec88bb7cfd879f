/**
 * `npm test` runs the quick tier: every guarantee once, with fixed seeds. `npm run test:all` sets LADING_TEST_TIER=all:
 * it adds the files named *.long.test.ts, runs longer and picks a new seed, which it prints and LADING_TEST_SEED repeats.
 */
const isFullTier = process.env.LADING_TEST_TIER === 'all';

export const inTier = <T>(quick: T, full: T): T => (isFullTier ? full : quick);
