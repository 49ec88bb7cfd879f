import fc from 'fast-check';
import { testSeed } from './tier.fixture.ts';

/** For properties that name no seed. A setup file of the tests in Node. */
fc.configureGlobal({ seed: testSeed() });
