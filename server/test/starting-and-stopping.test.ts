import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { LoginAnswer } from '@lading/contract/identity.ts';
import { passwordRefusal } from '@lading/contract/password-strength.ts';
import { API, PAGES } from '@lading/contract/routes.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findRunningServer } from '../src/platform/db/embedded-postgres.ts';
import { findPostmaster, isAlive } from '../src/platform/db/postmaster.ts';
import { onServer } from './database-server.ts';
import { childrenOf } from './processes.ts';
import { programBundle } from './program-bundle.ts';
import { runCommand } from './run-command.ts';
import { type RunningLading, runLading, SOURCES, spawnLading } from './run-lading.ts';
import { createTestDatabase } from './test-database.ts';
import { startUnresponsiveProxy } from './unresponsive-proxy.ts';

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

/** A first start takes as long as several later ones, so the others begin with a copy of its data folder. */
let prepared: string;
let firstOutput: string;
beforeAll(async () => {
  prepared = mkdtempSync(join(tmpdir(), 'lading-start-'));
  // From the sources, like `npm start`. The later ones run the bundle, which starts in half the time.
  const first = await runLading(prepared, {}, 'both', SOURCES);
  firstOutput = first.output();
  await first.end('SIGTERM');
}, 300_000);
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

/** A start takes seconds, so each test continues with the process that the previous test left running. */
describe('Lading', { shuffle: false }, () => {
  const ADMIN = { ADMIN_EMAIL: 'boss@shop.example', ADMIN_PASSWORD: PASSWORD };
  let dataDir: string;
  let lading: RunningLading;
  beforeAll(async () => {
    dataDir = copyOfPrepared();
    lading = await runLading(dataDir, ADMIN);
  });
  afterAll(async () => {
    await lading.end('SIGTERM');
    removeDataDir(dataDir);
  });

  const postmaster = () => findPostmaster(clusterIn(dataDir));
  const readiness = () => fetch(`${lading.url}/readyz`).then(({ status }) => status);
  const run = (name: string, args: string[], { input = '', env = {} } = {}) =>
    runCommand(name, args, { input, env: { LADING_DATA_DIR: dataDir, ...env } });

  it('prints how to create an admin only while there is none', () => {
    expect(firstOutput).toContain(NO_ADMIN);
    expect(lading.output()).not.toContain('none yet');
  });

  it('creates the admin named in its settings, and "admin:create" adds another', async () => {
    expect(await roleIn(await logIn(lading, ADMIN.ADMIN_EMAIL))).toBe('admin');
    const created = await run('admin-create', ['--email', 'second@shop.example'], { input: `${PASSWORD}\n` });
    expect([created.code, created.stdout]).toEqual([0, 'second@shop.example is now an admin.\n']);
    expect(await roleIn(await logIn(lading, 'second@shop.example'))).toBe('admin');
    const refused = await run('admin-create', ['--email', 'third@shop.example'], {
      input: 'password1234\n',
      env: { LADING_SECURITY: 'strict' },
    });
    expect([refused.code, refused.stderr]).toEqual([1, `${passwordRefusal('common')}\n`]);
  });

  it('"admin:reset-factors" removes the second factors of an account and emails its owner', async () => {
    const email = 'second@shop.example';
    const database = findRunningServer(dataDir)?.url('lading') ?? '';
    await onServer(
      database,
      `INSERT INTO passkeys SELECT gen_random_uuid(), id, 'lost', '', 0, '{}', false, 'Lost phone', now()
       FROM users WHERE email = '${email}'`,
    );
    expect(await (await logIn(lading, email)).json()).not.toHaveProperty('token');
    const reset = await run('admin-reset-factors', ['--email', email]);
    expect([reset.code, reset.stderr]).toEqual([0, '']);
    expect(reset.stdout).toContain(`${email} has no second factor anymore`);
    expect(await roleIn(await logIn(lading, email))).toBe('admin');
    const outbox = join(dataDir, 'outbox');
    const mails = () => readdirSync(outbox).map((file) => readFileSync(join(outbox, file), 'utf8'));
    await expect
      .poll(() => mails().join(), { timeout: 30_000 })
      .toContain('An administrator removed all second factors');
  });

  it('"admin:list" prints the staff, and "admin:remove" removes one of them but not the last owner', async () => {
    const env = { LADING_DATA_DIR: dataDir };
    const listed = await runCommand('admin-list', [], { env }, SOURCES);
    expect(listed.stdout).toContain('second@shop.example  Administrator  Owner  active');
    const removed = await run('admin-remove', ['--email', 'second@shop.example']);
    expect([removed.code, removed.stdout]).toEqual([0, 'second@shop.example was removed from the staff.\n']);
    expect((await logIn(lading, 'second@shop.example')).status).toBe(401);
    const refused = await run('admin-remove', ['--email', ADMIN.ADMIN_EMAIL]);
    expect([refused.code, refused.stderr]).toEqual([
      1,
      'This is the only active owner. Please make someone else an owner first.\n',
    ]);
    expect((await logIn(lading, ADMIN.ADMIN_EMAIL)).status).toBe(200);
  });

  it('refuses a second instance on the same data folder in one sentence', async () => {
    await expect(runLading(dataDir)).rejects.toThrow(
      `Lading did not start: Another Lading (process ${lading.process.pid}) is already running on the data folder ${dataDir}.`,
    );
    expect(await readiness()).toBe(200);
  });

  it('restarts PostgreSQL when all its processes die during requests', async () => {
    expect((await signUp(lading, KEPT)).status).toBe(201);
    let busy = true;
    const isReady = async () => (await readiness()) === 200;
    const crowd = Array.from({ length: 12 }, async () => {
      while (busy) await isReady();
    });
    await sleep(200);
    const parent = postmaster()?.pid ?? 0;
    for (const pid of [parent, ...childrenOf(parent)]) {
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

  it('stays up and answers 503 while PostgreSQL cannot start, and continues when it can', async () => {
    const control = join(clusterIn(dataDir), 'global/pg_control');
    renameSync(control, `${control}.away`);
    process.kill(postmaster()?.pid ?? 0, 'SIGQUIT');
    await expect.poll(() => lading.output(), { timeout: 30_000 }).toContain('postgres.restart_failed');
    expect(lading.output()).toContain('pg_control');
    expect(await readiness()).toBe(503);
    expect((await logIn(lading, KEPT)).status).toBe(503);
    renameSync(`${control}.away`, control);
    await expect.poll(readiness, { timeout: 30_000 }).toBe(200);
  });

  it('takes over the PostgreSQL that a killed Lading left running, and stops it cleanly on SIGINT, even if nothing reads its output', async () => {
    const before = postmaster()?.pid ?? 0;
    await lading.end('SIGKILL');
    expect(isAlive(before)).toBe(true);
    lading = await runLading(dataDir);
    expect(postmaster()).toMatchObject({ pid: before, ready: true });
    expect(lading.output()).toContain('reusing a running server');
    expect((await logIn(lading, KEPT)).status).toBe(200);
    expect((await signUp(lading, 'sigint@shop.example')).status).toBe(201);
    lading.process.stdout?.destroy();
    expect(await lading.end('SIGINT')).toBe(0);
    expect(isAlive(before)).toBe(false);
  });

  it('starts although its pid file now names another process, and has kept its data', async () => {
    const bystander = spawn('sleep', ['60']);
    await once(bystander, 'spawn');
    const socketDir = join(tmpdir(), 'lading-nowhere');
    writeFileSync(
      join(clusterIn(dataDir), 'postmaster.pid'),
      `${bystander.pid}\n/proc/self/cwd\n1\n5432\n${socketDir}\n\n  1 1\nready\n`,
    );
    lading = await runLading(dataDir);
    expect(isAlive(bystander.pid ?? 0)).toBe(true);
    bystander.kill();
    expect((await logIn(lading, 'sigint@shop.example')).status).toBe(200);
  });

  it('recovers when Lading and PostgreSQL were both killed', async () => {
    expect((await signUp(lading, 'killed@shop.example')).status).toBe(201);
    const postgres = postmaster()?.pid ?? 0;
    await lading.end('SIGKILL');
    process.kill(postgres, 'SIGKILL');
    lading = await runLading(dataDir);
    expect((await logIn(lading, 'killed@shop.example')).status).toBe(200);
  });

  it('names a wrong setting and a port in use in one sentence', async () => {
    const { port } = new URL(lading.url);
    const other = copyOfPrepared();
    await expect(runLading(other, { PORT: 'x' })).rejects.toThrow(
      /^\s*Lading did not start: PORT must be a number from 0 to 65535\.\s*$/,
    );
    await expect(runLading(other, { ERASURES_FILE: '/dev/null/erasures.jsonl' })).rejects.toThrow(
      /Lading did not start: ERASURES_FILE cannot be written: [^\n]*\n$/,
    );
    const output = await runLading(other, { PORT: port }).then(
      () => 'it started',
      (error: Error) => error.message,
    );
    expect(output).toContain(
      `Lading did not start: Port ${port} is already in use; set PORT to another port.`,
    );
    expect(output).not.toContain('    at ');
    expect(findPostmaster(clusterIn(other))).toBeNull();
    removeDataDir(other);
  }, 300_000);
});

it('Lading stops PostgreSQL after Ctrl-C during its start', async () => {
  const dataDir = copyOfPrepared();
  const lading = await spawnLading(dataDir);
  const ended = once(lading, 'exit');
  const postmaster = () => findPostmaster(clusterIn(dataDir));
  while (!postmaster()) await sleep(1);
  const pid = postmaster()?.pid ?? 0;
  lading.kill('SIGINT');
  expect(await ended).toEqual([0, null]);
  expect(isAlive(pid)).toBe(false);
  removeDataDir(dataDir);
}, 300_000);

it('a command stops the PostgreSQL that it started after Ctrl-C', async () => {
  const dataDir = copyOfPrepared();
  const { command, compiled } = await programBundle();
  const seed = spawn(process.execPath, [command('seed'), '--shipments', '5000000'], {
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: compiled, LADING_DATA_DIR: dataDir },
  });
  const ended = once(seed, 'exit');
  await once(seed.stdout, 'data');
  const pid = findPostmaster(clusterIn(dataDir))?.pid ?? 0;
  expect(isAlive(pid)).toBe(true);
  // The terminal and npm both send it.
  seed.kill('SIGINT');
  await sleep(5);
  seed.kill('SIGINT');
  expect(await ended).toEqual([130, null]);
  expect(isAlive(pid)).toBe(false);
  removeDataDir(dataDir);
}, 300_000);

it('Lading emails complete links for jobs that waited for its start, although PUBLIC_URL is not set', async () => {
  const database = await createTestDatabase();
  const dataDir = mkdtempSync(join(tmpdir(), 'lading-start-'));
  const env = { DATABASE_URL: database.ownerUrl, NODE_ENV: 'test' };
  const enqueues = await runLading(dataDir, env, 'server');
  expect((await signUp(enqueues, KEPT)).status).toBe(201);
  await enqueues.end('SIGTERM');
  const lading = await runLading(dataDir, env);
  const outbox = join(dataDir, 'outbox');
  const mails = () => (existsSync(outbox) ? readdirSync(outbox) : []).filter((file) => file.endsWith('.eml'));
  await expect.poll(mails, { timeout: 30_000 }).toHaveLength(1);
  expect(readFileSync(join(outbox, mails()[0] ?? ''), 'utf8')).toContain(`${lading.url}${PAGES.verifyEmail}`);
  await lading.end('SIGTERM');
  await database.drop();
  rmSync(dataDir, { recursive: true });
}, 300_000);

it('Lading stops while the database does not respond', async () => {
  const database = await createTestDatabase();
  const proxy = await startUnresponsiveProxy(database.ownerUrl);
  const dataDir = mkdtempSync(join(tmpdir(), 'lading-start-'));
  const lading = await runLading(dataDir, {
    DATABASE_URL: proxy.url,
    NODE_ENV: 'test',
    LADING_FAST_TIMINGS: 'on',
  });
  expect((await signUp(lading, KEPT)).status).toBe(201);
  proxy.stopResponding();
  // Any other code means that a step of the shutdown did not finish.
  expect(await lading.end('SIGTERM')).toBe(0);
  await proxy.close();
  await database.drop();
  rmSync(dataDir, { recursive: true });
}, 300_000);
