import type { Config } from '../config.ts';
import { type DatabaseServer, joinDatabaseServer } from '../platform/db/open-server.ts';
import type { Log } from '../platform/log.ts';
import { onInterrupt } from './run-command.ts';

/** Uses the server of a running Lading, or starts one until the command ends or is interrupted. */
export function joinServer(config: Config, log: Log): Promise<DatabaseServer> {
  const joining = joinDatabaseServer(config, log);
  // PostgreSQL has a session of its own, so it would outlive the command.
  onInterrupt(async () => (await joining.catch(() => null))?.stop());
  return joining;
}
