import { parseArgs } from 'node:util';
import { prepareDatabase } from '../compose.ts';
import { readConfig } from '../config.ts';
import { StartError } from '../platform/app-error.ts';
import { systemClock } from '../platform/clock.ts';
import { joinDatabaseServer } from '../platform/db/open-server.ts';
import { createLog } from '../platform/log.ts';
import { seedDatabase } from './seed-database.ts';

const DEFAULTS = { shipments: '100000', 'audit-logs': '100000', clients: '500' };
const MAX_COUNT = 20_000_000;

/**
 * `npm run seed -- --shipments 1000000 --audit-logs 1000000 --clients 2000` adds invented trade, to test performance with a
 * lot of data. The labels are blank and the providers know nothing of it, so it can be viewed but not refunded.
 */
async function main(): Promise<void> {
  const config = readConfig(process.env);
  if (config.production)
    throw new StartError('This command adds invented data, so it does not run with NODE_ENV=production.');
  const { values } = parseArgs({
    options: {
      shipments: { type: 'string', default: DEFAULTS.shipments },
      'audit-logs': { type: 'string', default: DEFAULTS['audit-logs'] },
      clients: { type: 'string', default: DEFAULTS.clients },
    },
  });
  const size = {
    shipments: readCount('shipments', values.shipments),
    auditLogs: readCount('audit-logs', values['audit-logs']),
    clients: readCount('clients', values.clients),
  };
  const server = await joinDatabaseServer(config.dataDir, config.databaseUrl, createLog('error'));
  try {
    await prepareDatabase(server.ownerUrl, config);
    console.log(
      `Creating ${size.clients} clients and ${size.shipments} shipments in ${server.description}. A running Lading waits until this is done.`,
    );
    const start = performance.now();
    await seedDatabase(server.ownerUrl, size, systemClock.now(), (step, milliseconds) =>
      console.log(`${seconds(milliseconds).padStart(8)}  ${step}`),
    );
    console.log(
      `${seconds(performance.now() - start).padStart(8)}  total. The labels are blank, and these clients cannot sign in.`,
    );
  } finally {
    await server.stop();
  }
}

function readCount(name: string, text: string): number {
  const count = /^\d+$/.test(text) ? Number(text) : 0;
  if (count < 1 || count > MAX_COUNT)
    throw new StartError(`--${name} must be a whole number from 1 to ${MAX_COUNT}; it is '${text}'.`);
  return count;
}

const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`;

main().catch((error: unknown) => {
  console.error(error instanceof StartError ? error.message : error);
  process.exit(1);
});
