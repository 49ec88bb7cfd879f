/**
 * `npm test` runs the quick tier: every guarantee once, with fixed seeds. `npm run test:all` sets LADING_TEST_TIER=all:
 * it adds the files named *.long.test.ts, runs longer and picks a new seed, which it prints and LADING_TEST_SEED repeats.
 */
const isFullTier = process.env.LADING_TEST_TIER === 'all';

const QUICK_SEED = 20_261_116;

export const inTier = <T>(quick: T, full: T): T => (isFullTier ? full : quick);

/** Put it into the test's name or messages, so that a failed run can be repeated. */
export const testSeed = (): number =>
  Number(process.env.LADING_TEST_SEED ?? inTier(QUICK_SEED, Date.now() % 1_000_000_000));
