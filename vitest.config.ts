import { availableParallelism } from 'node:os';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { configDefaults, defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { CHROMIUM_ARGS, findBrowsers } from './e2e/src/chromium.ts';

const WORKERS = Math.max(2, availableParallelism());
/** Each e2e worker has its own server, database and browser, so a large machine gets no more of them. */
const BROWSERS = Math.min(4, WORKERS);

/** Sharing imported modules between files saves a quarter of the time. Modules therefore must not keep state of a test. */
const sharedModules = { isolate: false };

const isFullTier = process.env.LADING_TEST_TIER === 'all';
const exclude = isFullTier ? configDefaults.exclude : [...configDefaults.exclude, '**/*.long.test.*'];

/** Files that start programs, and the scans of every page. Started last, one of them would run alone at the end. */
const LONGEST = /\/server\/test\/|\/accessibility\./;

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) => Number(LONGEST.test(moduleId));
    return (await super.sort(files)).sort((a, b) => isLong(b) - isLong(a));
  }
}

/** Searched only when the browser starts, because the search may install it. */
const componentBrowser = {
  args: CHROMIUM_ARGS,
  get executablePath() {
    return findBrowsers().windowless;
  },
};

const unit = (name: string) => ({
  test: { name, include: [`${name}/**/*.test.ts`], exclude, ...sharedModules },
});

export default defineConfig({
  test: {
    // Tests wait for the database and for processes more than they compute, so every core gets a worker.
    maxWorkers: WORKERS,
    // The full tier shuffles the files instead.
    sequence: isFullTier ? {} : { sequencer: LongestFirst },
    projects: [
      unit('contract'),
      unit('web'),
      {
        plugins: [react(), tailwindcss()],
        test: {
          name: 'components',
          include: ['web/src/**/*.test.tsx'],
          exclude,
          expect: { poll: { timeout: 10_000 } },
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            viewport: { width: 1440, height: 900 },
            instances: [{ browser: 'chromium' }],
            provider: playwright({ launchOptions: componentBrowser }),
          },
        },
      },
      {
        test: {
          name: 'server',
          include: ['server/**/*.test.ts'],
          exclude,
          ...sharedModules,
          globalSetup: ['server/test/database-server.ts'],
          // Generous, because a busy machine is slow.
          testTimeout: 60_000,
          hookTimeout: 120_000,
          expect: { poll: { timeout: 20_000 } },
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['e2e/**/*.test.ts'],
          exclude,
          ...sharedModules,
          globalSetup: ['e2e/src/global-setup.ts'],
          testTimeout: 120_000,
          hookTimeout: 360_000,
          maxWorkers: BROWSERS,
          // The other projects use the whole machine, so browsers start after them.
          sequence: { groupOrder: 1 },
          expect: { poll: { timeout: 20_000 } },
        },
      },
    ],
  },
});
