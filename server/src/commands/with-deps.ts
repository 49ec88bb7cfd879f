import { type Composition, compose } from '../compose.ts';
import { readConfig } from '../config.ts';
import { createLog } from '../platform/log.ts';
import { joinServer } from './join-server.ts';
import { readyDatabase } from './ready-database.ts';

/** Runs a command against the database, whether Lading is running or not. */
export async function withDeps(work: (deps: Composition['deps']) => Promise<void>): Promise<void> {
  const config = readConfig(process.env);
  const log = createLog('error');
  const server = await joinServer(config, log);
  try {
    await readyDatabase(server, config);
    // As a server it enqueues jobs, such as emails, and runs none.
    const { deps, close } = await compose({ ...config, role: 'server' }, server.appUrl, log, () => '');
    try {
      await work(deps);
    } finally {
      await close();
    }
  } finally {
    await server.stop();
  }
}
