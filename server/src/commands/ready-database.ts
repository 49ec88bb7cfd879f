import { checkDatabase, prepareDatabase } from '../compose.ts';
import type { Config } from '../config.ts';
import { type DatabaseServer, requireOwner } from '../platform/db/open-server.ts';

/** Migrates the database, but never under a running Lading, which may be of the previous version. */
export async function readyDatabase(
  server: Pick<DatabaseServer, 'ownerUrl' | 'appUrl' | 'joined'>,
  config: Pick<Config, 'migrates' | 'migrationsDir' | 'timeZone'>,
): Promise<void> {
  const checkedUrl = server.ownerUrl ?? server.appUrl;
  if (!config.migrates) await checkDatabase(checkedUrl, config);
  else if (server.joined)
    await checkDatabase(checkedUrl, config, 'restart Lading to migrate it, then run this command again');
  else await prepareDatabase(requireOwner(server), config);
}
