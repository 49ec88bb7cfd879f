import type { TestProject } from 'vitest/node';
import { findChromium } from './chromium.ts';
import { type Account, startServer } from './server.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    baseUrl: string;
    dataDir: string;
    accounts: Account[];
    chromium: string;
  }
}

export async function setup(project: TestProject) {
  project.provide('chromium', findChromium());
  const server = await startServer();
  project.provide('baseUrl', server.baseUrl);
  project.provide('dataDir', server.dataDir);
  project.provide('accounts', server.accounts);
  return server.stop;
}
