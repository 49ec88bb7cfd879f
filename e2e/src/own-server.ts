import { inject } from 'vitest';
import type { ServerAddress } from './server.ts';

/**
 * The server of this worker. Files that run at the same time have different ones, and so never meet each other's data. A file that needs
 * other settings puts its own server here.
 */
export const ownServer: ServerAddress = { ...serverOfWorker(Number(process.env.VITEST_POOL_ID)) };

function serverOfWorker(worker: number): ServerAddress {
  const server = inject('servers')[worker - 1];
  if (!server) throw new Error(`No server was started for worker ${worker}.`);
  return server;
}
