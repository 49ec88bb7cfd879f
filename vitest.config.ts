import { defineConfig } from 'vitest/config';

const unit = (name: string) => ({ test: { name, include: [`${name}/**/*.test.ts`] } });

export default defineConfig({
  test: {
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
          fileParallelism: false,
        },
      },
    ],
  },
});
