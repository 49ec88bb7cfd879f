import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { API } from '@lading/contract/routes.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startStripeDouble } from './doubles/stripe-double.ts';
import { type RunningLading, runLading } from './run-lading.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lading-backup-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const run = (program: 'backup' | 'reconcile', args: string[], env: Record<string, string>) =>
  promisify(execFile)(
    process.execPath,
    [resolve(import.meta.dirname, `../src/commands/${program}.ts`), ...args],
    { env: { PATH: process.env.PATH, ...env } },
  );
const backUp = (dataDir: string, target: string) => run('backup', [target], { LADING_DATA_DIR: dataDir });
const signUp = (lading: RunningLading, email: string) =>
  fetch(`${lading.url}${API.register}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: 'a long password', full_name: 'Ada Park' }),
  });

it('a backup taken while people sign up contains everything acknowledged before it started', async () => {
  const dataDir = join(folder, 'data');
  const original = await runLading(dataDir);
  for (let number = 0; number < 5; number += 1) await signUp(original, `before${number}@shop.example`);
  let busy = true;
  const others = (async () => {
    for (let number = 0; busy; number += 1) await signUp(original, `during${number}@shop.example`);
  })();
  await backUp(dataDir, join(folder, 'copy'));
  busy = false;
  await others;
  expect((await signUp(original, 'after@shop.example')).status).toBe(201);
  await original.end('SIGTERM');

  const restored = await runLading(join(folder, 'copy'));
  for (let number = 0; number < 5; number += 1)
    expect((await signUp(restored, `before${number}@shop.example`)).status).toBe(409);
  expect((await signUp(restored, 'after@shop.example')).status).toBe(201);
  await restored.end('SIGTERM');
}, 60_000);

describe('a backup of a stopped Lading', () => {
  const stopped = mkdtempSync(join(tmpdir(), 'lading-backup-'));
  beforeAll(async () => {
    const original = await runLading(stopped);
    await signUp(original, 'kept@shop.example');
    await original.end('SIGTERM');
  }, 60_000);
  afterAll(() => rmSync(stopped, { recursive: true, force: true }));

  it('contains its data and never overwrites another folder', async () => {
    const copy = join(folder, 'copy');
    await backUp(stopped, copy);
    await expect(backUp(stopped, copy)).rejects.toThrow('already exists. Choose a new folder.');
    const restored = await runLading(copy);
    expect((await signUp(restored, 'kept@shop.example')).status).toBe(409);
    await restored.end('SIGTERM');
  }, 60_000);

  it('opens with a real payment provider only after reconciling with it', async () => {
    const copy = join(folder, 'copy');
    await backUp(stopped, copy);
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
