import { prepareDatabase } from './compose.ts';
import { readConfig } from './config.ts';
import { StartError } from './platform/app-error.ts';
import { joinDatabaseServer } from './platform/db/open-server.ts';
import { createLog } from './platform/log.ts';

/** `npm run migrate`: brings the database up to date, for processes that are started with LADING_MIGRATE=off. */
async function main(): Promise<void> {
  const config = readConfig(process.env);
  const server = await joinDatabaseServer(config.dataDir, config.databaseUrl, createLog('error'));
  try {
    const applied = await prepareDatabase(server.ownerUrl, config);
    console.log(applied.length > 0 ? `Applied ${applied.join(', ')}.` : 'The database is up to date.');
  } finally {
    await server.stop();
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof StartError ? error.message : error);
  process.exit(1);
});
