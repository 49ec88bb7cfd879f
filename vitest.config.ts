import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

const WORKERS = Math.max(2, availableParallelism());
const BROWSERS = Math.min(4, WORKERS);

const unit = (name: string) => ({ test: { name, include: [`${name}/**/*.test.ts`] } });

export default defineConfig({
  test: {
    // Tests wait for the database and for processes more than they compute; one worker per core but one would leave half of it idle.
    maxWorkers: WORKERS,
    projects: [
      unit('contract'),
      unit('web'),
      {
        test: {
          name: 'server',
          include: ['server/**/*.test.ts'],
          globalSetup: ['server/test/database-server.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
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
