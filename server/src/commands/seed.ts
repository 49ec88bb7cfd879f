import { parseArgs } from 'node:util';
import { readConfig } from '../config.ts';
import { StartError } from '../platform/app-error.ts';
import { systemClock } from '../platform/clock.ts';
import { requireOwner } from '../platform/db/open-server.ts';
import { createLog } from '../platform/log.ts';
import { seedDatabase } from '../seed/seed-database.ts';
import { joinServer } from './join-server.ts';
import { readCount } from './read-count.ts';
import { readyDatabase } from './ready-database.ts';
import { runCommand } from './run-command.ts';

const DEFAULTS = { shipments: '100000', 'audit-logs': '100000', clients: '500' };
const LIMITS = { max: 20_000_000 };

/**
 * `npm run seed -- --shipments 1000000 --audit-logs 1000000 --clients 2000`: adds generated records for
 * performance tests. Their labels are blank and no provider knows them, so they can be viewed but not
 * refunded.
 */
async function main(): Promise<void> {
  const config = readConfig(process.env);
  if (config.production)
    throw new StartError('This command adds generated records, so it does not run with NODE_ENV=production.');
  const { values } = parseArgs({
    options: {
      shipments: { type: 'string', default: DEFAULTS.shipments },
      'audit-logs': { type: 'string', default: DEFAULTS['audit-logs'] },
      clients: { type: 'string', default: DEFAULTS.clients },
    },
  });
  const size = {
    shipments: readCount('shipments', values.shipments, LIMITS),
    auditLogs: readCount('audit-logs', values['audit-logs'], LIMITS),
    clients: readCount('clients', values.clients, LIMITS),
  };
  const server = await joinServer(config, createLog('error'));
  try {
    await readyDatabase(server, config);
    console.log(
      `Generating ${size.clients} clients and ${size.shipments} shipments in ${server.description}. If Lading is running, it waits until this is done.`,
    );
    const startedAt = performance.now();
    await seedDatabase(
      server.adminUrl ?? requireOwner(server),
      size,
      systemClock.now(),
      (what, milliseconds) => console.log(`${seconds(milliseconds).padStart(8)}  ${what}`),
    );
    console.log(
      `${seconds(performance.now() - startedAt).padStart(8)}  total. The labels are blank, and these clients cannot sign in.`,
    );
  } finally {
    await server.stop();
  }
}

const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`;

runCommand(main);
