import type { TestProject } from 'vitest/node';
import { type Browsers, findBrowsers } from './chromium.ts';
import { type RunningServer, type ServerAddress, startServer } from './server.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** One for every worker. */
    servers: ServerAddress[];
    browsers: Browsers;
  }
}

export async function setup(project: TestProject) {
  project.provide('browsers', findBrowsers());
  const servers = await startServers(project.config.maxWorkers);
  project.provide(
    'servers',
    servers.map(({ baseUrl, dataDir, accounts }) => ({ baseUrl, dataDir, accounts })),
  );
  return () => allDone(servers.map(({ stop }) => stop()));
}

async function startServers(count: number): Promise<RunningServer[]> {
  const starting = Array.from({ length: count }, () => startServer());
  try {
    return await allDone(starting);
  } catch (error) {
    for (const start of await Promise.allSettled(starting))
      if (start.status === 'fulfilled') await start.value.stop();
    throw error;
  }
}

/** Like Promise.all, but nothing is left running when one of them fails. */
async function allDone<T>(work: Promise<T>[]): Promise<T[]> {
  await Promise.allSettled(work);
  return Promise.all(work);
}
