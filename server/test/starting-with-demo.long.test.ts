import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LoginAnswer } from '@lading/contract/identity.ts';
import { API } from '@lading/contract/routes.ts';
import { expect, it } from 'vitest';
import { findPostmaster, isAlive } from '../src/platform/db/postmaster.ts';
import { type RunningLading, runLading } from './run-lading.ts';

const KEPT = { email: 'kept@shop.example', password: 'a long password', full_name: 'Ada Park' };

const post = (lading: RunningLading, path: string, body: object) =>
  fetch(`${lading.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

it('fills an empty database with demo data once, with its own passwords, and keeps it when SIGTERM stops Lading', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'lading-start-'));
  const first = await runLading(dataDir, { LADING_DEMO: 'on' });
  const accounts = JSON.parse(readFileSync(join(dataDir, 'demo-accounts.json'), 'utf8'));
  expect(accounts.map((account: { email: string }) => account.email)).toEqual([
    'admin@lading.example',
    'demo@lading.example',
    'finance@lading.example',
    'support@lading.example',
    'auditor@lading.example',
  ]);
  for (const { role, email, password } of accounts) {
    expect(first.output()).toContain(`${email}  ${password}`);
    const answer = await post(first, API.login, { email, password });
    expect(answer.status).toBe(200);
    expect(((await answer.json()) as LoginAnswer).user.role).toBe(role);
  }
  const { token } = (await (await post(first, API.login, accounts[0])).json()) as LoginAnswer;
  const unspent = await fetch(`${first.url}${API.adminUnspentMoney}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(JSON.stringify(await unspent.json())).toContain('18.75');
  const postgres = findPostmaster(join(dataDir, 'postgres'));
  expect(postgres?.ready).toBe(true);
  expect((await post(first, API.register, KEPT)).status).toBe(201);
  expect(await first.end('SIGTERM')).toBe(0);
  expect(first.output()).not.toContain('-receipt-');
  expect(isAlive(postgres?.pid ?? 0)).toBe(false);

  const second = await runLading(dataDir, { LADING_DEMO: 'on' });
  expect(second.output()).toContain(accounts[0].password);
  expect(second.output()).not.toContain('Filling in demo data');
  expect((await post(second, API.login, KEPT)).status).toBe(200);
  await second.end('SIGTERM');
  rmSync(dataDir, { recursive: true, force: true });
}, 300_000);
