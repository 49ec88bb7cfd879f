import type { TestProject } from 'vitest/node';
import { type Browsers, findBrowsers } from './chromium.ts';
import { allDone, type SharedServerAddress, startServers } from './server.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** One for every worker. */
    servers: SharedServerAddress[];
    browsers: Browsers;
  }
}

export async function setup(project: TestProject) {
  project.provide('browsers', findBrowsers());
  const servers = await startServers(project.config.maxWorkers);
  project.provide(
    'servers',
    servers.map(({ stop: _, ...address }) => address),
  );
  return () => allDone(servers.map(({ stop }) => stop()));
}
