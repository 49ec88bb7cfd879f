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
import { type RunningLading, runLading } from './run-lading.ts';
import { startSilentProxy } from './silent-proxy.ts';
import { createTestDatabase } from './test-database.ts';

let prepared: string;
let dataDir: string;
let running: RunningLading[] = [];
/** A first start takes as long as several others, so all but the test of it begin with a copy of what one leaves. */
beforeAll(async () => {
  prepared = mkdtempSync(join(tmpdir(), 'lading-start-'));
  await (await runLading(prepared)).end('SIGTERM');
}, 60_000);
afterAll(() => rmSync(prepared, { recursive: true, force: true }));
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'lading-start-'));
  // Owners stay what they are: PostgreSQL refuses files of others.
  execFileSync('cp', ['-a', `${prepared}/.`, dataDir]);
});
afterEach(async () => {
  for (const lading of running) await lading.end('SIGTERM');
  running = [];
  const left = findPostmaster(join(dataDir, 'postgres'));
  if (left) process.kill(left.pid, 'SIGQUIT');
  rmSync(dataDir, { recursive: true, force: true });
});

const cluster = () => join(dataDir, 'postgres');
async function start(env?: Record<string, string>): Promise<RunningLading> {
  const lading = await runLading(dataDir, env);
  running.push(lading);
  return lading;
}
async function end(lading: RunningLading, signal: NodeJS.Signals): Promise<number | string> {
  running = running.filter((other) => other !== lading);
  return lading.end(signal);
}
const post = (lading: RunningLading, path: string, body: object) =>
  fetch(`${lading.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
const signUp = (lading: RunningLading, email: string) =>
  post(lading, API.register, { email, password: 'a long password', full_name: 'Ada Park' });
const logIn = (lading: RunningLading, email: string) =>
  post(lading, API.login, { email, password: 'a long password' });
const roleIn = async (answer: Response) => ((await answer.json()) as LoginAnswer).user.role;

describe('starting and stopping', () => {
  it.each(['SIGINT', 'SIGTERM'] as const)(
    'stops cleanly on %s, PostgreSQL included, and keeps everything',
    async (signal) => {
      const first = await start();
      expect((await signUp(first, 'kept@shop.example')).status).toBe(201);
      const postgres = findPostmaster(cluster());
      expect(postgres?.ready).toBe(true);
      expect(await end(first, signal)).toBe(0);
      expect(isAlive(postgres?.pid ?? 0)).toBe(false);
      const second = await start();
      expect((await logIn(second, 'kept@shop.example')).status).toBe(200);
    },
  );

  it('stops by itself although the network to the database has fallen silent', async () => {
    const database = await createTestDatabase();
    const proxy = await startSilentProxy(database.ownerUrl);
    const lading = await start({ DATABASE_URL: proxy.url, NODE_ENV: 'test', LADING_HURRIED: 'on' });
    expect((await signUp(lading, 'kept@shop.example')).status).toBe(201);
    proxy.fallSilent();
    // Any other number is that of a stop which did not come to its end.
    expect(await end(lading, 'SIGTERM')).toBe(0);
    await proxy.close();
    await database.drop();
  }, 90_000);

  it('takes over the PostgreSQL that a killed Lading left running', async () => {
    const first = await start();
    await signUp(first, 'kept@shop.example');
    const before = findPostmaster(cluster())?.pid;
    await end(first, 'SIGKILL');
    expect(isAlive(before ?? 0)).toBe(true);
    const second = await start();
    expect(findPostmaster(cluster())?.pid).toBe(before);
    expect(second.output()).toContain('was taken over');
    expect((await logIn(second, 'kept@shop.example')).status).toBe(200);
    expect(await end(second, 'SIGTERM')).toBe(0);
    expect(isAlive(before ?? 0)).toBe(false);
  });

  it('recovers when Lading and PostgreSQL were both killed', async () => {
    const first = await start();
    await signUp(first, 'kept@shop.example');
    const postgres = findPostmaster(cluster())?.pid ?? 0;
    await end(first, 'SIGKILL');
    process.kill(postgres, 'SIGKILL');
    const second = await start();
    expect((await logIn(second, 'kept@shop.example')).status).toBe(200);
  });

  it('starts over a pid file whose number now belongs to another process', async () => {
    await end(await start(), 'SIGTERM');
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

  it('refuses a second instance on the same data folder, in one sentence, and leaves the first alone', async () => {
    const first = await start();
    await expect(runLading(dataDir)).rejects.toThrow(
      `Lading did not start: Another Lading (process ${first.process.pid}) is already running on the data folder ${dataDir}.`,
    );
    expect((await fetch(`${first.url}/readyz`)).status).toBe(200);
  });

  it('brings PostgreSQL back when it and all its processes die in the middle of requests', async () => {
    const lading = await start();
    await signUp(lading, 'kept@shop.example');
    let busy = true;
    const isReady = async () => (await fetch(`${lading.url}/readyz`)).ok;
    const crowd = Array.from({ length: 12 }, async () => {
      while (busy) await isReady();
    });
    await sleep(200);
    const postmaster = findPostmaster(cluster())?.pid ?? 0;
    const backends = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8');
    for (const pid of [postmaster, ...backends.trim().split(' ').map(Number)]) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // The first death has ended this one before its turn came.
      }
    }
    await sleep(500);
    busy = false;
    await Promise.all(crowd);
    while (!(await isReady())) await sleep(50);
    expect((await logIn(lading, 'kept@shop.example')).status).toBe(200);
  });

  it('says in one sentence which setting is wrong, and that a port is taken', async () => {
    await expect(runLading(dataDir, { PORT: 'x' })).rejects.toThrow(
      /^\s*Lading did not start: PORT must be a number from 0 to 65535\.\s*$/,
    );
    const port = new URL((await start()).url).port;
    const other = mkdtempSync(join(tmpdir(), 'lading-other-'));
    await expect(runLading(other, { PORT: port })).rejects.toThrow(
      `Port ${port} is already in use; set PORT to another one.`,
    );
    expect(findPostmaster(join(other, 'postgres'))).toBeNull();
    rmSync(other, { recursive: true });
  });

  it('fills an empty database with demo data once, with passwords of its own', async () => {
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

  it('says how to make an admin while there is none', async () => {
    const first = await start();
    expect(first.output()).toContain('none yet: npm run admin:create -- --email you@example.com');
    await end(first, 'SIGTERM');
    const second = await start({ ADMIN_EMAIL: 'boss@shop.example', ADMIN_PASSWORD: 'a long password' });
    expect(second.output()).not.toContain('none yet');
  });

  it('makes the admin of the settings, and "admin:create" another, while it runs', async () => {
    const lading = await start({ ADMIN_EMAIL: 'boss@shop.example', ADMIN_PASSWORD: 'a long password' });
    expect(await roleIn(await logIn(lading, 'boss@shop.example'))).toBe('admin');
    const command = resolve(import.meta.dirname, '../src/admin-create.ts');
    const said = execFileSync(process.execPath, [command, '--email', 'second@shop.example'], {
      input: 'a long password\n',
      encoding: 'utf8',
      env: { PATH: process.env.PATH, LADING_DATA_DIR: dataDir },
    });
    expect(said).toBe('second@shop.example is now an admin.\n');
    expect(await roleIn(await logIn(lading, 'second@shop.example'))).toBe('admin');
  });
});
