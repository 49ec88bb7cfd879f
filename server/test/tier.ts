import { inTier } from '@lading/contract/tier.fixture.ts';

export { inTier };

const QUICK_SEED = 20_261_116;

/** Put it into the test's name or messages, so that a failed run can be repeated. */
export const testSeed = (): number =>
  Number(process.env.LADING_TEST_SEED ?? inTier(QUICK_SEED, Date.now() % 1_000_000_000));
