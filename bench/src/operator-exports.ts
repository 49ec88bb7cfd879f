import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { API } from '@lading/contract/routes.ts';
import type { CompiledQuery } from 'kysely';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { auditLogsForExport } from '../../server/src/domains/audit/audit.store.ts';
import { exportedShipments } from '../../server/src/domains/shipments/operator/listed-shipments.store.ts';
import { withValues } from '../../server/src/platform/db/csv-export.ts';
import { openDatabase } from '../../server/src/platform/db/database.ts';
import { createLog } from '../../server/src/platform/log.ts';
import { compare, report, secondsOf } from './harness.ts';
import type { SeededServer } from './operator-server.ts';

const ROUNDS = 4;
const SLOW_BYTES_PER_SECOND = 4_000_000;
const SLOW_SECONDS = 15;

/** L14: a million rows as CSV compared with PostgreSQL's COPY of the same query, the memory, and slow or aborted downloads. */
export async function benchExports(server: SeededServer): Promise<void> {
  const database = openDatabase(server.ownerUrl, createLog('error'));
  const shipments = exportedShipments(database.db, { pattern: null }, 'UTC');
  const records = auditLogsForExport(database.db, {}).compile();
  await database.close();
  await benchExport(server, 'shipments', API.adminShipmentsDownload, shipments);
  await benchExport(server, 'records', API.adminAuditDownload, records);
  await benchSlowReader(server);
}

async function benchExport(
  server: SeededServer,
  what: string,
  path: string,
  query: CompiledQuery,
): Promise<void> {
  const idle = server.memory();
  let bytes = 0;
  const watch = watchMemory(server);
  const ratio = await compare(
    ROUNDS,
    () =>
      secondsOf(async () => {
        const answer = await download(server, path);
        bytes = await readAll(answer);
      }),
    () => secondsOf(() => copy(server, withValues(query))),
  );
  const peak = watch.stop();
  report(`L14  export of all ${what}, time ÷ COPY of the same query`, ratio, '≤ 2');
  console.log(
    `L14  … ${(bytes / 1e6).toFixed(0)} MB; memory ${idle.toFixed(0)} MB idle, at most ${(peak - idle).toFixed(0)} MB more (aim ≤ 64)`,
  );
}

async function copy(server: SeededServer, query: string): Promise<void> {
  const client = new pg.Client({ connectionString: server.ownerUrl });
  await client.connect();
  const rows = client.query(copyTo(`COPY (${query}) TO STDOUT WITH (FORMAT csv, HEADER true)`));
  for await (const _chunk of rows);
  await client.end();
}

async function download(server: SeededServer, path: string): Promise<IncomingMessage> {
  const headers = { authorization: `Bearer ${server.token}` };
  const [answer] = (await once(get(`${server.url}${path}`, { headers, agent: false }), 'response')) as [
    IncomingMessage,
  ];
  if (answer.statusCode !== 200) throw new Error(`${path} returned ${answer.statusCode}`);
  return answer;
}

async function readAll(answer: IncomingMessage): Promise<number> {
  let bytes = 0;
  for await (const chunk of answer) bytes += chunk.length;
  return bytes;
}

function watchMemory(server: SeededServer) {
  let peak = server.memory();
  const timer = setInterval(() => {
    peak = Math.max(peak, server.memory());
  }, 20);
  return {
    stop: () => {
      clearInterval(timer);
      return peak;
    },
  };
}

/** Reads slowly, then aborts. */
async function benchSlowReader(server: SeededServer): Promise<void> {
  const idle = server.memory();
  const watch = watchMemory(server);
  const answer = await download(server, API.adminShipmentsDownload);
  const end = performance.now() + SLOW_SECONDS * 1000;
  let bytes = 0;
  for await (const chunk of answer) {
    bytes += chunk.length;
    await sleep((chunk.length / SLOW_BYTES_PER_SECOND) * 1000);
    if (performance.now() > end) break;
  }
  answer.destroy();
  const peak = watch.stop();
  console.log(
    `L14  a client reading at ${(bytes / 1e6 / SLOW_SECONDS).toFixed(1)} MB/s: at most ${(peak - idle).toFixed(0)} MB more (aim ≤ 64)`,
  );
  console.log(
    `L14  … that disconnects: its database connection is released after ${await untilFree(server)} ms`,
  );
}

async function untilFree(server: SeededServer): Promise<string> {
  const client = new pg.Client({ connectionString: server.ownerUrl });
  await client.connect();
  const startedAt = performance.now();
  try {
    for (;;) {
      const { rowCount } = await client.query(
        `SELECT FROM pg_stat_activity WHERE application_name = 'lading-export'`,
      );
      if (rowCount === 0) return (performance.now() - startedAt).toFixed(0);
      if (performance.now() - startedAt > 60_000) return 'more than 60000';
      await sleep(10);
    }
  } finally {
    await client.end();
  }
}
