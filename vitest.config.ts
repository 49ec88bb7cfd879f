import { availableParallelism } from 'node:os';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { configDefaults, defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { CHROMIUM_ARGS, findBrowsers } from './e2e/src/chromium.ts';
import { memoryFolder } from './scripts/memory-folder.ts';

const inMemory = process.env.TMPDIR ? null : memoryFolder();
if (inMemory) process.env.TMPDIR = inMemory;

const CORES = Math.max(2, availableParallelism());
/** Server tests also wait for deadlines, retries and processes. One more worker computes meanwhile. */
const WORKERS = CORES + 1;
/** Each e2e worker has its own server, database and browser, so a large machine gets no more of them. */
const BROWSERS = Math.min(4, CORES);

/** Each group uses the whole machine. On two cores, four browsers at once would let tests run out of time. */
const COMPONENTS_GROUP = 1;
const E2E_GROUP = 2;

/** Sharing imported modules between files saves a quarter of the time. Modules therefore must not keep state of a test. */
const sharedModules = { isolate: false };

/**
 * Node runs the sources without Vite, which takes a seventh less processor time. No test mocks a module. Collecting
 * garbage less often saves another 4 %.
 */
const native = {
  experimental: { viteModuleRunner: false, nodeLoader: false },
  execArgv: ['--max-semi-space-size=32'],
};

const isFullTier = process.env.LADING_TEST_TIER === 'all';
const isShuffled = process.argv.some((argument) => argument.startsWith('--sequence.shuffle'));
const exclude = isFullTier ? configDefaults.exclude : [...configDefaults.exclude, '**/*.long.test.*'];

/** Files that start programs, and the scans of every page. Started last, one of them would run alone at the end. */
const LONGEST = /\/server\/test\/|\/accessibility\./;

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) => Number(LONGEST.test(moduleId));
    return (await super.sort(files)).sort((a, b) => isLong(b) - isLong(a));
  }
}

/**
 * Looks for the browser only when it starts, because the search may install it. Vitest reads the options of all projects
 * at each start, also of those that do not run.
 */
function startedWhenNeeded(): ReturnType<typeof playwright> {
  let found: ReturnType<typeof playwright> | undefined;
  const provider = () => {
    found ??= playwright({
      launchOptions: { args: CHROMIUM_ARGS, executablePath: findBrowsers().windowless },
      // As in the journeys, because a date field takes its digits in the order of the locale. Motion is left
      // to the journeys: drawing it and waiting for its end take a fifth of the time.
      contextOptions: { locale: 'en-US', timezoneId: 'UTC', reducedMotion: 'reduce' },
    });
    return found;
  };
  return {
    ...playwright(),
    prewarm: (project) => provider().prewarm?.(project),
    providerFactory: (project) => provider().providerFactory(project),
  };
}

/** Layout, hit tests and the checks of contrast stay the same, but no pixel is drawn, which takes a fifth of the time. */
const drawNothing = {
  content:
    "document.head.appendChild(document.createElement('style')).textContent = 'iframe { opacity: 0 }';",
};

/** Generous, because all parts of `npm test` run at the same time. */
const TEST_LIMIT_MS = 60_000;

const SETUP = ['contract/src/seeded-properties.fixture.ts'];

const unit = (name: string) => ({
  test: {
    name,
    include: [`${name}/**/*.test.ts`],
    exclude,
    ...sharedModules,
    ...native,
    setupFiles: SETUP,
    testTimeout: TEST_LIMIT_MS,
    expect: { poll: { timeout: 20_000 } },
  },
});

export default defineConfig({
  test: {
    maxWorkers: WORKERS,
    sequence: isShuffled ? {} : { sequencer: LongestFirst },
    projects: [
      unit('contract'),
      unit('web'),
      {
        plugins: [react(), tailwindcss()],
        // A dependency that is found during a run would be loaded with a second copy of React.
        optimizeDeps: { include: ['vitest-browser-react/pure', 'axe-core'] },
        test: {
          name: 'components',
          include: ['web/src/**/*.test.tsx'],
          exclude,
          // The browser does not see the environment of the process.
          env: { LADING_TEST_TIER: process.env.LADING_TEST_TIER ?? '' },
          ...sharedModules,
          maxWorkers: BROWSERS,
          sequence: { groupOrder: COMPONENTS_GROUP },
          testTimeout: TEST_LIMIT_MS,
          expect: { poll: { timeout: 20_000 } },
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            // It notes every step of every test. `--browser.traceView` shows them.
            traceView: false,
            orchestratorScripts: [drawNothing],
            viewport: { width: 1440, height: 900 },
            instances: [{ browser: 'chromium' }],
            provider: startedWhenNeeded(),
          },
        },
      },
      {
        test: {
          name: 'server',
          include: ['server/**/*.test.ts', 'deploy/**/*.test.ts'],
          exclude,
          ...sharedModules,
          ...native,
          setupFiles: SETUP,
          globalSetup: ['server/test/database-server.ts'],
          testTimeout: TEST_LIMIT_MS,
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
          sequence: { groupOrder: E2E_GROUP },
          expect: { poll: { timeout: 20_000 } },
        },
      },
    ],
  },
});
