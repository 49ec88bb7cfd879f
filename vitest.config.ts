import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const WORKERS = Math.max(2, availableParallelism());
const BROWSERS = Math.min(4, WORKERS);

/** Files share what they import: to read the program anew for each took a quarter of the time. So no module may keep a state of its own. */
const together = { isolate: false };

/** Those that start programs and the scans of every page; begun last, one of them would run alone at the end. */
const LONGEST = /\/server\/test\/|\/accessibility\./;

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) => Number(LONGEST.test(moduleId));
    return (await super.sort(files)).sort((a, b) => isLong(b) - isLong(a));
  }
}

const unit = (name: string) => ({ test: { name, include: [`${name}/**/*.test.ts`], ...together } });

export default defineConfig({
  test: {
    // Tests wait for the database and for processes more than they compute; one worker per core but one would leave half of it idle.
    maxWorkers: WORKERS,
    sequence: { sequencer: LongestFirst },
    projects: [
      unit('contract'),
      unit('web'),
      {
        test: {
          name: 'server',
          include: ['server/**/*.test.ts'],
          ...together,
          globalSetup: ['server/test/database-server.ts'],
          // A busy machine is slow, and slow is not wrong.
          testTimeout: 60_000,
          hookTimeout: 120_000,
          expect: { poll: { timeout: 20_000 } },
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['e2e/**/*.test.ts'],
          globalSetup: ['e2e/src/global-setup.ts'],
          testTimeout: 120_000,
          hookTimeout: 180_000,
          // Every worker has a server, a database and a browser of its own, which is why a large machine gets no more of them.
          maxWorkers: BROWSERS,
          // After the other projects, which use the whole machine as well.
          sequence: { groupOrder: 1 },
          // A browser on a busy machine is slow, and slow is not wrong.
          expect: { poll: { timeout: 20_000 } },
        },
      },
    ],
  },
});
