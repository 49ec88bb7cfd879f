import { prepareDatabase } from '../compose.ts';
import { readConfig } from '../config.ts';
import { requireOwner } from '../platform/db/open-server.ts';
import { createLog } from '../platform/log.ts';
import { joinServer } from './join-server.ts';
import { runCommand } from './run-command.ts';

/** `npm run migrate`: migrates the database. Needed where processes run with LADING_MIGRATE=off. */
async function main(): Promise<void> {
  const config = readConfig(process.env);
  const server = await joinServer(config, createLog('error'));
  try {
    const applied = await prepareDatabase(requireOwner(server), config);
    console.log(applied.length > 0 ? `Applied ${applied.join(', ')}.` : 'The database is up to date.');
  } finally {
    await server.stop();
  }
}

runCommand(main);
