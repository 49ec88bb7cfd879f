import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { LoginAnswer } from '@lading/contract/identity.ts';
import { API } from '@lading/contract/routes.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { findPostmaster, isAlive } from '../src/platform/db/postmaster.ts';
import { childrenOf } from './processes.ts';
import { type RunningLading, runLading } from './run-lading.ts';
import { startSilentProxy } from './silent-proxy.ts';
import { createTestDatabase } from './test-database.ts';

const PASSWORD = 'a long password';
const KEPT = 'kept@shop.example';
const NO_ADMIN = 'none yet: npm run admin:create -- --email you@example.com';

const post = (lading: RunningLading, path: string, body: object) =>
  fetch(`${lading.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
const signUp = (lading: RunningLading, email: string) =>
  post(lading, API.register, { email, password: PASSWORD, full_name: 'Ada Park' });
const logIn = (lading: RunningLading, email: string) =>
  post(lading, API.login, { email, password: PASSWORD });
const roleIn = async (answer: Response) => ((await answer.json()) as LoginAnswer).user.role;
const clusterIn = (dataDir: string) => join(dataDir, 'postgres');

/** A first start takes as long as several later ones, so most tests begin with a copy of its data folder. */
let prepared: string;
let firstOutput: string;
beforeAll(async () => {
  prepared = mkdtempSync(join(tmpdir(), 'lading-start-'));
  const first = await runLading(prepared);
  firstOutput = first.output();
  await first.end('SIGTERM');
}, 60_000);
afterAll(() => rmSync(prepared, { recursive: true, force: true }));

function copyOfPrepared(): string {
  const dataDir = mkdtempSync(join(tmpdir(), 'lading-start-'));
  // -a keeps the owner: PostgreSQL refuses files of another user.
  execFileSync('cp', ['-a', `${prepared}/.`, dataDir]);
  return dataDir;
}

function removeDataDir(dataDir: string): void {
  const left = findPostmaster(clusterIn(dataDir));
  if (left) process.kill(left.pid, 'SIGQUIT');
  rmSync(dataDir, { recursive: true, force: true });
}

describe('Lading', () => {
  let dataDir: string;
  let running: RunningLading[] = [];
  beforeEach(() => {
    dataDir = copyOfPrepared();
  });
  afterEach(async () => {
    for (const lading of running) await lading.end('SIGTERM');
    running = [];
    removeDataDir(dataDir);
  });

  const cluster = () => clusterIn(dataDir);
  async function start(env?: Record<string, string>): Promise<RunningLading> {
    const lading = await runLading(dataDir, env);
    running.push(lading);
    return lading;
  }
  async function end(lading: RunningLading, signal: NodeJS.Signals): Promise<number | string> {
    running = running.filter((other) => other !== lading);
    return lading.end(signal);
  }

  it('stops cleanly on SIGINT and SIGTERM, stops PostgreSQL too, and keeps its data', async () => {
    const emails: string[] = [];
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      const lading = await start();
      for (const email of emails) expect((await logIn(lading, email)).status).toBe(200);
      const email = `${signal.toLowerCase()}@shop.example`;
      expect((await signUp(lading, email)).status).toBe(201);
      emails.push(email);
      const postgres = findPostmaster(cluster());
      expect(postgres?.ready).toBe(true);
      expect(await end(lading, signal)).toBe(0);
      expect(isAlive(postgres?.pid ?? 0)).toBe(false);
    }
    const last = await start();
    for (const email of emails) expect((await logIn(last, email)).status).toBe(200);
  });

  it('stops while the network to the database is silent', async () => {
    const database = await createTestDatabase();
    const proxy = await startSilentProxy(database.ownerUrl);
    const lading = await start({ DATABASE_URL: proxy.url, NODE_ENV: 'test', LADING_FAST_TIMINGS: 'on' });
    expect((await signUp(lading, KEPT)).status).toBe(201);
    proxy.fallSilent();
    // Any other code means that a step of the shutdown did not finish.
    expect(await end(lading, 'SIGTERM')).toBe(0);
    await proxy.close();
    await database.drop();
  }, 90_000);

  it('takes over the PostgreSQL that a killed Lading left running', async () => {
    const first = await start();
    await signUp(first, KEPT);
    const before = findPostmaster(cluster())?.pid;
    await end(first, 'SIGKILL');
    expect(isAlive(before ?? 0)).toBe(true);
    const second = await start();
    expect(findPostmaster(cluster())?.pid).toBe(before);
    expect(second.output()).toContain('reusing a running server');
    expect((await logIn(second, KEPT)).status).toBe(200);
    expect(await end(second, 'SIGTERM')).toBe(0);
    expect(isAlive(before ?? 0)).toBe(false);
  });

  it('recovers when Lading and PostgreSQL were both killed', async () => {
    const first = await start();
    await signUp(first, KEPT);
    const postgres = findPostmaster(cluster())?.pid ?? 0;
    await end(first, 'SIGKILL');
    process.kill(postgres, 'SIGKILL');
    const second = await start();
    expect((await logIn(second, KEPT)).status).toBe(200);
  });

  it('starts over a pid file whose number now belongs to another process', async () => {
    const bystander = spawn('sleep', ['60']);
    await once(bystander, 'spawn');
    const socketDir = join(tmpdir(), 'lading-nowhere');
    writeFileSync(
      join(cluster(), 'postmaster.pid'),
      `${bystander.pid}\n/proc/self/cwd\n1\n5432\n${socketDir}\n\n  1 1\nready\n`,
    );
    await start();
    expect(isAlive(bystander.pid ?? 0)).toBe(true);
    bystander.kill();
  });

  it('fills an empty database with demo data once, with its own passwords', async () => {
    rmSync(dataDir, { recursive: true });
    mkdirSync(dataDir);
    const first = await start({ LADING_DEMO: 'on' });
    const accounts = JSON.parse(readFileSync(join(dataDir, 'demo-accounts.json'), 'utf8'));
    expect(accounts.map((account: { email: string }) => account.email)).toEqual([
      'admin@lading.example',
      'demo@lading.example',
    ]);
    for (const { role, email, password } of accounts) {
      expect(first.output()).toContain(`${email}  ${password}`);
      const answer = await post(first, API.login, { email, password });
      expect([answer.status, await roleIn(answer)]).toEqual([200, role]);
    }
    await end(first, 'SIGTERM');
    const second = await start({ LADING_DEMO: 'on' });
    expect(second.output()).toContain(accounts[0].password);
    expect(second.output()).not.toContain('Filling in demo data');
  });
});

describe('a running Lading', () => {
  let dataDir: string;
  let lading: RunningLading;
  beforeAll(async () => {
    dataDir = copyOfPrepared();
    lading = await runLading(dataDir, { ADMIN_EMAIL: 'boss@shop.example', ADMIN_PASSWORD: PASSWORD });
  });
  afterAll(async () => {
    await lading.end('SIGTERM');
    removeDataDir(dataDir);
  });

  it('prints how to create an admin only while there is none', () => {
    expect(firstOutput).toContain(NO_ADMIN);
    expect(lading.output()).not.toContain('none yet');
  });

  it('creates the admin named in its settings, and "admin:create" adds another', async () => {
    expect(await roleIn(await logIn(lading, 'boss@shop.example'))).toBe('admin');
    const command = resolve(import.meta.dirname, '../src/commands/admin-create.ts');
    const output = execFileSync(process.execPath, [command, '--email', 'second@shop.example'], {
      input: `${PASSWORD}\n`,
      encoding: 'utf8',
      env: { PATH: process.env.PATH, LADING_DATA_DIR: dataDir },
    });
    expect(output).toBe('second@shop.example is now an admin.\n');
    expect(await roleIn(await logIn(lading, 'second@shop.example'))).toBe('admin');
  });

  it('refuses a second instance on the same data folder in one sentence', async () => {
    await expect(runLading(dataDir)).rejects.toThrow(
      `Lading did not start: Another Lading (process ${lading.process.pid}) is already running on the data folder ${dataDir}.`,
    );
    expect((await fetch(`${lading.url}/readyz`)).status).toBe(200);
  });

  it('names a wrong setting and a port in use in one sentence', async () => {
    const other = mkdtempSync(join(tmpdir(), 'lading-other-'));
    await expect(runLading(other, { PORT: 'x' })).rejects.toThrow(
      /^\s*Lading did not start: PORT must be a number from 0 to 65535\.\s*$/,
    );
    const { port } = new URL(lading.url);
    await expect(runLading(other, { PORT: port })).rejects.toThrow(
      `Port ${port} is already in use; set PORT to another one.`,
    );
    expect(findPostmaster(clusterIn(other))).toBeNull();
    rmSync(other, { recursive: true });
  });

  it('restarts PostgreSQL when all its processes die during requests', async () => {
    await signUp(lading, KEPT);
    let busy = true;
    const isReady = async () => (await fetch(`${lading.url}/readyz`)).ok;
    const crowd = Array.from({ length: 12 }, async () => {
      while (busy) await isReady();
    });
    await sleep(200);
    const postmaster = findPostmaster(clusterIn(dataDir))?.pid ?? 0;
    for (const pid of [postmaster, ...childrenOf(postmaster)]) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // The postmaster's death already ended this one.
      }
    }
    await sleep(500);
    busy = false;
    await Promise.all(crowd);
    while (!(await isReady())) await sleep(50);
    expect((await logIn(lading, KEPT)).status).toBe(200);
  });
});
