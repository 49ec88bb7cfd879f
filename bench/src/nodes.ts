import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import autocannon from 'autocannon';
import { readCount } from '../../server/src/commands/read-count.ts';
import { prepareDatabase } from '../../server/src/compose.ts';
import { readConfig } from '../../server/src/config.ts';
import { openDatabaseServer, requireOwner } from '../../server/src/platform/db/open-server.ts';
import { createLog } from '../../server/src/platform/log.ts';
import { BulkCustomer, rowToShip } from '../../server/test/bulk-customer.ts';
import { BuyingCustomer } from '../../server/test/buying-customer.ts';
import { type RunningLading, runLading, SOURCES } from '../../server/test/run-lading.ts';
import { POLL_EVERY_MS } from './bulk.ts';
import { compare, report, secondsOf } from './harness.ts';

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '1000' },
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '5' },
  },
});
const rows = readCount('rows', values.rows);
const rounds = readCount('rounds', values.rounds);
const seconds = readCount('seconds', values.seconds);

const CONNECTIONS = 32;
const CUSTOMERS = 16;
const PURCHASES = 192;
const LATENCY_MS = 100;
/** Enough callers that none reaches its rate limit. */
const CALLERS = 400;
const WORKER = resolve(import.meta.dirname, 'bench-worker.ts');

const dataDir = mkdtempSync(join(tmpdir(), 'lading-bench-'));
const log = createLog('error');
const database = await openDatabaseServer({ dataDir, databaseUrl: null, ownerUrl: null }, log);
const env = {
  DATABASE_URL: database.appUrl,
  NODE_ENV: 'production',
  // The measured clients pay without verified addresses.
  LADING_SECURITY: 'standard',
  LOG_LEVEL: 'error',
  LADING_MIGRATE: 'off',
};
await prepareDatabase(requireOwner(database), readConfig(env));
const ladings: RunningLading[] = [];

async function startServer(settings: Record<string, string> = {}): Promise<string> {
  const lading = await runLading(dataDir, { ...env, ...settings }, 'server', SOURCES);
  ladings.push(lading);
  return lading.url;
}

async function startWorker(latencyMs: number): Promise<() => Promise<unknown>> {
  const child = spawn(process.execPath, [WORKER, String(latencyMs)], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { PATH: process.env.PATH, HOME: process.env.HOME, LADING_DATA_DIR: dataDir, ...env },
  });
  await once(child.stdout, 'data');
  return () => {
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    return ended;
  };
}

let customers = 0;
const newName = () => {
  customers += 1;
  return `nodes${customers}`;
};

/** Reads per second of all servers together, with the same number of connections for any number of servers. */
async function readsPerSecond(urls: readonly string[], token: string, manyCallers = false): Promise<number> {
  let turn = 0;
  const authorization = `Bearer ${token}`;
  const results = await Promise.all(
    urls.map((url) =>
      autocannon({
        url: `${url}/api/auth/verify`,
        connections: CONNECTIONS / urls.length,
        duration: seconds,
        requests: [
          {
            headers: { authorization },
            setupRequest: (request) => {
              turn += 1;
              const caller = `10.0.${(turn % CALLERS) >> 8}.${(turn % CALLERS) & 255}`;
              return manyCallers
                ? { ...request, headers: { authorization, 'x-forwarded-for': caller } }
                : request;
            },
          },
        ],
      }),
    ),
  );
  if (results.some(({ non2xx, errors }) => non2xx + errors > 0)) throw new Error('a read failed');
  return results.reduce((sum, { requests }) => sum + requests.average, 0);
}

async function purchasesPerSecond(crowd: readonly BuyingCustomer[]): Promise<number> {
  const buy = async (customer: BuyingCustomer) => {
    for (let done = 0; done < PURCHASES / CUSTOMERS; done += 1) {
      const rate = await customer.chooseRate();
      await customer.pay(rate);
      await customer.fetchLabel(rate);
    }
  };
  return PURCHASES / (await secondsOf(() => Promise.all(crowd.map(buy))));
}

async function crowdOf(urls: readonly string[]): Promise<BuyingCustomer[]> {
  const crowd = Array.from(
    { length: CUSTOMERS },
    (_, at) =>
      new BuyingCustomer(async () => urls[at % urls.length] ?? '', { name: newName(), careful: true }),
  );
  for (const customer of crowd) await customer.signUp();
  return crowd;
}

/** Rows per second from upload to last label, with one server and the given number of workers. */
async function rowsPerSecond(url: string, workers: number, latencyMs: number): Promise<number> {
  const stops = await Promise.all(Array.from({ length: workers }, () => startWorker(latencyMs)));
  const customer = new BulkCustomer(async () => url, { name: newName(), lookAgainMs: POLL_EVERY_MS });
  await customer.signUp();
  const startedAt = performance.now();
  await customer.upload(Array.from({ length: rows }, (_, index) => rowToShip(index + 1)));
  await customer.waitForAddresses();
  await customer.getRates();
  await customer.pay();
  const { counts } = await customer.waitForLabels();
  const perSecond = rows / ((performance.now() - startedAt) / 1000);
  if (counts.label_generated !== rows) throw new Error(`only ${counts.label_generated} labels were made`);
  await Promise.all(stops.map((stop) => stop()));
  return perSecond;
}

/** Keeps the figures behind a ratio, which show the capacity of one node. */
function measured(what: string, measure: () => Promise<number>): () => Promise<number> {
  return async () => {
    const figure = await measure();
    console.log(`     ${what}: ${figure.toFixed(1)}/s`);
    return figure;
  };
}

try {
  console.log(`${availableParallelism()} cores, shared by the servers, PostgreSQL and the clients`);
  const [one, two] = await Promise.all([startServer(), startServer()]);
  const token = await new BuyingCustomer(async () => one, { name: newName(), careful: true }).signUp();
  await readsPerSecond([one, two], token);
  const reads = await compare(
    rounds,
    measured('reads, two servers', () => readsPerSecond([one, two], token)),
    measured('reads, one server', () => readsPerSecond([one], token)),
  );
  report('N1   signed-in reads/s of two servers ÷ one', reads, 'up to the free cores');

  const [crowdOfTwo, crowdOfOne] = [await crowdOf([one, two]), await crowdOf([one])];
  await purchasesPerSecond(crowdOfTwo);
  const purchases = await compare(
    rounds,
    measured('purchases, two servers', () => purchasesPerSecond(crowdOfTwo)),
    measured('purchases, one server', () => purchasesPerSecond(crowdOfOne)),
  );
  report('N2   complete purchases/s of two servers ÷ one', purchases, 'up to the free cores');

  const limited = await startServer({ LADING_RATE_LIMITS: 'on', TRUST_PROXY: '127.0.0.1' });
  const unlimited = await startServer({ TRUST_PROXY: '127.0.0.1' });
  await readsPerSecond([limited], token, true);
  const limits = await compare(
    rounds,
    measured('reads, limits on', () => readsPerSecond([limited], token, true)),
    measured('reads, limits off', () => readsPerSecond([unlimited], token, true)),
  );
  report('N3   signed-in reads/s with limits ÷ without', limits, '≥ 0.95');

  for (const latencyMs of [0, LATENCY_MS]) {
    const batches = await compare(
      rounds,
      measured(`rows, two workers, ${latencyMs} ms`, () => rowsPerSecond(one, 2, latencyMs)),
      measured(`rows, one worker, ${latencyMs} ms`, () => rowsPerSecond(one, 1, latencyMs)),
    );
    const aim = latencyMs > 0 ? 'near 2 with free cores' : 'up to the free cores';
    report(`N4   rows/s of two workers ÷ one, label provider ${latencyMs} ms away`, batches, aim);
  }
} finally {
  for (const lading of ladings) await lading.end('SIGTERM');
  await database.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
