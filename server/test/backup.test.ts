import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { API } from '@lading/contract/routes.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startStripeDouble } from './doubles/stripe-double.ts';
import { runCommand } from './run-command.ts';
import { type RunningLading, runLading } from './run-lading.ts';

const PASSWORD = 'a long password';
const ERASED = 'erased@shop.example';
const KEPT = 'kept@shop.example';
const EARLY = Array.from({ length: 5 }, (_, number) => `before${number}@shop.example`);

const run = async (command: 'backup' | 'reconcile', args: string[], env: Record<string, string>) => {
  const { code, stdout, stderr } = await runCommand(command, args, { env });
  if (code !== 0) throw new Error(stderr);
  return { stdout, stderr };
};
const backUp = (dataDir: string, target: string) => run('backup', [target], { LADING_DATA_DIR: dataDir });
const send = (lading: RunningLading, method: string, path: string, body: object, token = '') =>
  fetch(`${lading.url}${path}`, {
    method,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  });
const statusOfSignUp = async (lading: RunningLading, email: string) =>
  (await send(lading, 'POST', API.register, { email, password: PASSWORD, full_name: 'Ada Park' })).status;
const logIn = (lading: RunningLading, email: string) =>
  send(lading, 'POST', API.login, { email, password: PASSWORD });

/** Starts and stops once. Two backups are taken: while people sign up, and after it has stopped. */
let folder: string;
let original: string;
let erasures: { ERASURES_FILE: string };
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lading-backup-'));
  original = join(folder, 'data');
  erasures = { ERASURES_FILE: join(folder, 'elsewhere', 'erasures.jsonl') };
  const lading = await runLading(original, erasures);
  for (const email of [...EARLY, ERASED, KEPT]) expect(await statusOfSignUp(lading, email)).toBe(201);
  let busy = true;
  const others = (async () => {
    for (let number = 0; busy; number += 1) await statusOfSignUp(lading, `during${number}@shop.example`);
  })();
  await backUp(original, join(folder, 'of-running'));
  busy = false;
  await others;
  expect(await statusOfSignUp(lading, 'after@shop.example')).toBe(201);
  const { token } = (await (await logIn(lading, ERASED)).json()) as { token: string };
  const deletion = { password: PASSWORD, confirmPermanentDelete: true };
  expect((await send(lading, 'DELETE', API.account, deletion, token)).status).toBe(200);
  await lading.end('SIGTERM');
  await backUp(original, join(folder, 'of-stopped'));
}, 180_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it.each(['of-running', 'of-stopped'])('a backup can be read by its owner only: %s (L11)', (name) => {
  const target = join(folder, name);
  const entries = readdirSync(target, { recursive: true, encoding: 'utf8' });
  expect(entries.length).toBeGreaterThan(100);
  for (const path of [target, ...entries.map((entry) => join(target, entry))])
    expect([path, lstatSync(path).mode & 0o077]).toEqual([path, 0]);
});

describe('a backup taken while people sign up, restored after an erasure', () => {
  let restored: RunningLading;
  beforeAll(async () => {
    restored = await runLading(join(folder, 'of-running'), erasures);
  }, 180_000);
  afterAll(() => restored.end('SIGTERM'));

  it('contains everything acknowledged before it started', async () => {
    for (const email of EARLY) expect(await statusOfSignUp(restored, email)).toBe(409);
    expect(await statusOfSignUp(restored, 'after@shop.example')).toBe(201);
    expect((await logIn(restored, KEPT)).status).toBe(200);
  });

  it('erases the person again (FI09)', async () => {
    expect((await logIn(restored, ERASED)).status).toBe(401);
    // The address is free again, so nothing of the account is left.
    expect(await statusOfSignUp(restored, ERASED)).toBe(201);
  });
});

it('a backup waits until a stopping server has written its last files', async () => {
  const dataDir = mkdtempSync(join(folder, 'stopping-'));
  const cluster = join(dataDir, 'postgres');
  mkdirSync(cluster);
  // A process that looks like the data folder's PostgreSQL.
  const server = spawn('sleep', ['60'], { cwd: cluster });
  await once(server, 'spawn');
  const pidFile = [server.pid, cluster, 1, 5432, '/nowhere', '', '  1 1', 'stopping', ''];
  writeFileSync(join(cluster, 'postmaster.pid'), pidFile.join('\n'));
  const target = join(folder, 'of-stopping');
  const finished = backUp(dataDir, target);
  await Promise.race([finished, sleep(3_000)]);
  writeFileSync(join(cluster, 'last-checkpoint'), '');
  server.kill();
  await finished;
  expect(readdirSync(join(target, 'postgres'))).toContain('last-checkpoint');
});

describe('a backup of a stopped Lading', () => {
  it('never overwrites another folder', async () => {
    await expect(backUp(original, join(folder, 'of-stopped'))).rejects.toThrow(
      'already exists. Choose a new folder.',
    );
  });

  it('contains the files behind symbolic links', async () => {
    const linked = mkdtempSync(join(folder, 'linked-'));
    const disk = mkdtempSync(join(folder, 'disk-'));
    mkdirSync(join(disk, 'postgres'));
    mkdirSync(join(disk, 'wal'));
    writeFileSync(join(disk, 'wal/000000010000000000000001'), 'changes');
    symlinkSync(join(disk, 'wal'), join(disk, 'postgres/pg_wal'));
    symlinkSync(join(disk, 'postgres'), join(linked, 'postgres'));
    const target = join(folder, 'of-linked');
    await backUp(linked, target);
    rmSync(join(disk, 'wal'), { recursive: true });
    expect(readFileSync(join(target, 'postgres/pg_wal/000000010000000000000001'), 'utf8')).toBe('changes');
    // Its disk is not mounted.
    await expect(backUp(linked, join(folder, 'without-wal'))).rejects.toThrow(
      'pg_wal is a symbolic link whose target cannot be read. Is its disk mounted?',
    );
  });

  it('is not put into the data folder', async () => {
    const dataDir = mkdtempSync(join(folder, 'outer-'));
    mkdirSync(join(dataDir, 'postgres'));
    await expect(backUp(dataDir, join(dataDir, 'backups/first'))).rejects.toThrow(
      `${dataDir} cannot be copied into itself. Choose a folder outside of it.`,
    );
  });

  it('leaves nothing behind when it fails', async () => {
    const dataDir = mkdtempSync(join(folder, 'unreadable-'));
    mkdirSync(join(dataDir, 'postgres'));
    execFileSync('mkfifo', [join(dataDir, 'pipe')]);
    await expect(backUp(dataDir, join(folder, 'of-unreadable'))).rejects.toThrow('pipe');
    expect(readdirSync(folder).filter((name) => name.startsWith('of-unreadable'))).toEqual([]);
  });

  it('of a backup that is not reconciled yet keeps the time of that backup', async () => {
    const restored = mkdtempSync(join(folder, 'restored-'));
    mkdirSync(join(restored, 'postgres'));
    const marker = '{"begunAt":"2026-11-09T08:00:00.000Z"}\n';
    writeFileSync(join(restored, 'backup.json'), marker);
    const target = join(folder, 'of-restored');
    await backUp(restored, target);
    expect(readFileSync(join(target, 'backup.json'), 'utf8')).toBe(marker);
  });

  it('opens with a real payment provider only after reconciling with it, and contains its data', async () => {
    const copy = join(folder, 'of-stopped');
    const double = await startStripeDouble();
    const cards = {
      PAYMENT_PROVIDER: 'stripe',
      STRIPE_BASE_URL: double.url,
      STRIPE_SECRET_KEY: 'sk_test_backup',
      STRIPE_PUBLISHABLE_KEY: 'pk_test_backup',
      STRIPE_WEBHOOK_SECRET: 'whsec_backup',
    };
    const reconcile = (...args: string[]) => run('reconcile', args, { ...cards, LADING_DATA_DIR: copy });
    try {
      await expect(runLading(copy, cards)).rejects.toThrow(
        /This data folder is a backup from 2.+Z\. If you are restoring it, run "npm run reconcile" first\./,
      );
      expect((await reconcile()).stdout).toContain('Done. You can start Lading.');
      const restored = await runLading(copy, cards);
      expect(await statusOfSignUp(restored, KEPT)).toBe(409);
      await restored.end('SIGTERM');
      // The folder is in use now and no longer a backup.
      await expect(reconcile()).rejects.toThrow('Specify when the backup was made');
      const since = ['--since', new Date().toISOString()];
      expect(await reconcile(...since, '--refund')).toMatchObject({
        stdout: expect.stringContaining('Done. You can start Lading.'),
        stderr: '',
      });
      expect(await reconcile(...since, '--give-back')).toMatchObject({
        stdout: expect.stringContaining('Done. You can start Lading.'),
        stderr: 'Warning: --give-back is deprecated. Use --refund instead.\n',
      });
      await expect(reconcile(...since, '--give-back', '--leave')).rejects.toThrow(
        'Use either --refund or --leave, not both.',
      );
    } finally {
      await double.close();
    }
  }, 180_000);
});
