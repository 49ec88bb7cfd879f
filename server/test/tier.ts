export { inTier, testSeed } from '@lading/contract/tier.fixture.ts';
