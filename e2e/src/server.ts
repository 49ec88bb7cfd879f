import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Role } from '@lading/contract/constants.ts';
import { programBundle } from '../../server/test/program-bundle.ts';

export interface Account {
  role: Role;
  email: string;
  password: string;
}

export const STORES = ['shopify', 'woocommerce', 'custom-store', 'etsy', 'ebay', 'amazon'] as const;
type StoreName = (typeof STORES)[number];

interface ServerAddress {
  baseUrl: string;
  dataDir: string;
  accounts: Account[];
}

/** A server that many files use. */
export interface SharedServerAddress extends ServerAddress {
  /** The ports where it expects the doubles of stores, which tests start. */
  storePorts: Record<StoreName, number>;
}

export interface RunningServer extends ServerAddress {
  /** Stops the server as an operator would. Throws if it did not exit cleanly. */
  stop: () => Promise<void>;
}

/** The operator's apps. */
const SHOPIFY_APP = { clientId: 'client-of-this-test', clientSecret: 'client-secret-of-this-test' };
const EBAY_APP = {
  clientId: 'Workshop-Lading-PRD-1234',
  clientSecret: 'PRD-abcdef123456',
  ruName: 'Workshop-Workshop-Lading-abcdefg',
};

const ROOT = resolve(import.meta.dirname, '../..');
/** Generous, because demo data takes minutes on a busy machine. */
const START_LIMIT_MS = 300_000;
const STOP_LIMIT_MS = 50_000;
const READY = /Lading is ready at (http:\/\/\S+)/;
const DOUBLE_READY = /double is ready at (http:\/\/\S+)/;

type Settings = Record<string, string>;

/** Only the environment variables that a program needs to run: the developer's own settings must not affect a test. */
const environment = (dataDir: string, settings: Settings) => ({
  PATH: process.env.PATH ?? '',
  HOME: process.env.HOME ?? tmpdir(),
  PORT: '0',
  LADING_DATA_DIR: dataDir,
  LADING_RATE_LIMITS: 'off',
  LOG_LEVEL: 'error',
  ...settings,
});

const newDataDir = () => mkdtempSync(join(tmpdir(), 'lading-e2e-'));

/** Servers with the same demo data. Creating it takes longer than a start, so it is created once and copied. */
export async function startServers(count: number): Promise<(RunningServer & SharedServerAddress)[]> {
  const prepared = newDataDir();
  try {
    const { end } = await launch(prepared, {});
    await end();
    const starting = Array.from({ length: count }, () => startShared(copyOf(prepared)));
    try {
      return await allDone(starting);
    } catch (error) {
      for (const start of await Promise.allSettled(starting))
        if (start.status === 'fulfilled') await start.value.stop();
      throw error;
    }
  } finally {
    rmSync(prepared, { recursive: true, force: true });
  }
}

async function startShared(dataDir: string): Promise<RunningServer & SharedServerAddress> {
  const storePorts = await freeStorePorts();
  return { ...(await startServer(storeSettings(storePorts), dataDir)), storePorts };
}

function copyOf(prepared: string): string {
  const dataDir = newDataDir();
  // -a keeps the owner: PostgreSQL refuses files of another user.
  execFileSync('cp', ['-a', `${prepared}/.`, dataDir]);
  return dataDir;
}

/** Like Promise.all, but waits for all promises even if one of them fails. */
export async function allDone<T>(work: Promise<T>[]): Promise<T[]> {
  await Promise.allSettled(work);
  return Promise.all(work);
}

/** The real server, with demo data unless the settings forbid it. Without a data folder it has a new database. */
export async function startServer(
  settings: Settings = {},
  dataDir: string = newDataDir(),
): Promise<RunningServer> {
  const removeData = () => rmSync(dataDir, { recursive: true, force: true });
  try {
    const { baseUrl, end } = await launch(dataDir, settings);
    return {
      baseUrl,
      dataDir,
      accounts: demoAccounts(dataDir),
      stop: () => end().finally(removeData),
    };
  } catch (error) {
    removeData();
    throw error;
  }
}

/** Chosen in advance, because servers must know the ports of stores before they start, and most tests need no store. */
async function freeStorePorts(): Promise<Record<StoreName, number>> {
  const ports = await Promise.all(STORES.map(async (store) => [store, await freePort()] as const));
  return Object.fromEntries(ports) as Record<StoreName, number>;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  await new Promise((done) => server.close(done));
  return port;
}

/** Etsy clients enter their own app; for eBay the operator has one. */
const storeSettings = (ports: SharedServerAddress['storePorts']): Settings => ({
  SHOPIFY_APP_ID: SHOPIFY_APP.clientId,
  SHOPIFY_APP_SECRET: SHOPIFY_APP.clientSecret,
  SHOPIFY_BASE_URL: `http://127.0.0.1:${ports.shopify}`,
  ETSY_BASE_URL: `http://127.0.0.1:${ports.etsy}`,
  EBAY_APP_ID: EBAY_APP.clientId,
  EBAY_APP_SECRET: EBAY_APP.clientSecret,
  EBAY_RU_NAME: EBAY_APP.ruName,
  EBAY_BASE_URL: `http://127.0.0.1:${ports.ebay}`,
  AMAZON_BASE_URL: `http://127.0.0.1:${ports.amazon}`,
  ORDER_SOURCE_ALLOWED_HOSTS: Object.values(ports)
    .map((port) => `127.0.0.1:${port}`)
    .join(),
});

async function launch(dataDir: string, settings: Settings) {
  if (!existsSync(join(ROOT, 'web/dist/app.html'))) {
    throw new Error('The e2e tests need the built web application: run "npm run build" first.');
  }
  const { main, compiled } = await programBundle();
  const child = spawn(process.execPath, [main], {
    cwd: ROOT,
    env: { ...environment(dataDir, settings), NODE_COMPILE_CACHE: compiled },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = collectOutput(child);
  const exit = exitOf(child);
  try {
    const baseUrl = await waitUntilReady(output, exit, READY);
    return { baseUrl, end: () => endServer(child, exit, output) };
  } catch (error) {
    child.kill('SIGKILL');
    throw error;
  }
}

export interface RunningDouble {
  url: string;
  stop: () => void;
}

/** Starts a double of a provider as a separate process. */
export async function startDouble(
  name: 'shippo' | 'stripe' | StoreName,
  { port = 0, options = {} }: { port?: number; options?: object } = {},
): Promise<RunningDouble> {
  const program = 'server/test/doubles/run-double.ts';
  const settings = ['--port', String(port), '--options', JSON.stringify(options)];
  const child = spawn(process.execPath, [program, name, ...settings], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  try {
    const url = await waitUntilReady(collectOutput(child), exitOf(child), DOUBLE_READY);
    return { url, stop: () => child.kill() };
  } catch (error) {
    child.kill();
    throw error;
  }
}

function demoAccounts(dataDir: string): Account[] {
  const file = join(dataDir, 'demo-accounts.json');
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : [];
}

interface Output {
  text: string;
  listener: (() => void) | null;
}

const exitOf = (child: ChildProcess) =>
  new Promise<number | null>((done) => child.once('exit', (code) => done(code)));

function collectOutput(child: ChildProcess): Output {
  const output: Output = { text: '', listener: null };
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      output.text += chunk;
      output.listener?.();
    });
  }
  return output;
}

/** The address that a process prints when it is ready. */
async function waitUntilReady(output: Output, exit: Promise<number | null>, ready: RegExp): Promise<string> {
  const named = new Promise<string>((done) => {
    const look = () => {
      const url = ready.exec(output.text)?.[1];
      if (url) done(url);
    };
    output.listener = look;
    look();
  });
  const url = await Promise.race([named, exit.then(() => null), limit(START_LIMIT_MS)]);
  if (url) return url;
  throw new Error(`The process did not become ready. Its output:\n${output.text}`);
}

async function endServer(child: ChildProcess, exit: Promise<number | null>, output: Output): Promise<void> {
  child.kill('SIGTERM');
  const code = await Promise.race([exit, limit(STOP_LIMIT_MS)]);
  if (code === null) {
    child.kill('SIGKILL');
    throw new Error(`The server did not exit in time. Its output:\n${output.text}`);
  }
  if (code !== 0) throw new Error(`The server exited with code ${code}. Its output:\n${output.text}`);
  const errors = output.text.split('\n').filter((line) => /"level":(50|60|"error"|"fatal")/.test(line));
  if (errors.length > 0) throw new Error(`The server logged errors during the tests:\n${errors.join('\n')}`);
}

const limit = (ms: number) => new Promise<null>((done) => setTimeout(() => done(null), ms).unref());
