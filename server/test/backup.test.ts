import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { API } from '@lading/contract/routes.ts';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startStripeDouble } from './doubles/stripe-double.ts';
import { type RunningLading, runLading } from './run-lading.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lading-backup-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const dataDir = () => join(folder, 'data');
const run = (program: 'backup' | 'reconcile', args: string[], env: Record<string, string>) =>
  promisify(execFile)(process.execPath, [resolve(import.meta.dirname, `../src/${program}.ts`), ...args], {
    env: { PATH: process.env.PATH, ...env },
  });
const backUp = (target: string) => run('backup', [target], { LADING_DATA_DIR: dataDir() });
const signUp = (lading: RunningLading, email: string) =>
  fetch(`${lading.url}${API.register}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: 'a long password', full_name: 'Ada Park' }),
  });

it('a backup made while people sign up is a data folder with everything acknowledged before it began', async () => {
  const original = await runLading(dataDir());
  for (let number = 0; number < 5; number += 1) await signUp(original, `before${number}@shop.example`);
  let busy = true;
  const others = (async () => {
    for (let number = 0; busy; number += 1) await signUp(original, `during${number}@shop.example`);
  })();
  await backUp(join(folder, 'copy'));
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

it('a backup made while Lading is stopped works as well, and never overwrites another', async () => {
  const original = await runLading(dataDir());
  await signUp(original, 'kept@shop.example');
  await original.end('SIGTERM');
  await backUp(join(folder, 'copy'));
  await expect(backUp(join(folder, 'copy'))).rejects.toThrow('exists already; please name a new folder.');
  const restored = await runLading(join(folder, 'copy'));
  expect((await signUp(restored, 'kept@shop.example')).status).toBe(409);
  await restored.end('SIGTERM');
}, 60_000);

it('CP18: a backup is not opened with a card provider that knows more than it does, before both were compared', async () => {
  const original = await runLading(dataDir());
  await original.end('SIGTERM');
  const copy = join(folder, 'copy');
  await backUp(copy);
  const double = await startStripeDouble();
  const cards = {
    PAYMENT_PROVIDER: 'stripe',
    STRIPE_BASE_URL: double.url,
    STRIPE_SECRET_KEY: 'sk_test_backup',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_backup',
    STRIPE_WEBHOOK_SECRET: 'whsec_backup',
  };
  const reconcile = () => run('reconcile', [], { ...cards, LADING_DATA_DIR: copy });
  try {
    await expect(runLading(copy, cards)).rejects.toThrow(
      /These data are a backup of 2.+Z\. If what it was made from is gone, run "npm run reconcile" on it first\./,
    );
    expect((await reconcile()).stdout).toContain('Done. Lading can be started.');
    const restored = await runLading(copy, cards);
    await restored.end('SIGTERM');
    // These are the data in use now, and no backup any more.
    await expect(reconcile()).rejects.toThrow('Please say from when the backup is');
  } finally {
    await double.close();
  }
}, 120_000);
