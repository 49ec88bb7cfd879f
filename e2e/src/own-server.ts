import { inject } from 'vitest';
import type { SharedServerAddress } from './server.ts';

/**
 * The server of this worker. Each worker has its own, so that files that run in parallel do not share data. A file
 * that needs other settings replaces the address and restores it at the end.
 */
export const ownServer: SharedServerAddress = { ...serverOfWorker(Number(process.env.VITEST_POOL_ID)) };

function serverOfWorker(worker: number): SharedServerAddress {
  const server = inject('servers')[worker - 1];
  if (!server) throw new Error(`No server was started for worker ${worker}.`);
  return server;
}
