import type { ApiKey } from '@lading/contract/api-keys.ts';
import { API, PAGES, path } from '@lading/contract/routes.ts';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { openApp } from '../../../test/app.tsx';
import { json, networkFailure } from '../../../test/fake-server.ts';
import { scanScreen } from '../../../test/scan.ts';
import { button, field, toastWith } from '../../../test/screen.ts';

const KEYS = `GET ${API.apiKeys}`;
const CREATE = `POST ${API.apiKeys}`;
const FACTORS = { required: false, totp: null, passkeys: [], recoveryCodes: null, passkeyOrigin: null };
const KEY: ApiKey = {
  id: '6f1c7f43-9d6b-4f4e-8f3c-2f6f3f1f2a41',
  name: 'Web shop',
  scope: 'orders',
  ending: 'x7Qd',
  createdAt: '2026-11-16T09:00:00.000Z',
  lastUsedAt: null,
};
const SECRET = `lk_${'a'.repeat(39)}x7Qd`;

const open = (keys: readonly ApiKey[], answers = {}, as: 'client' | 'admin' = 'client') =>
  openApp(as === 'admin' ? PAGES.adminSecurity : PAGES.security, {
    as,
    answers: {
      [`GET ${API.secondFactors}`]: () => json(FACTORS),
      [`GET ${API.account}`]: () =>
        json({ email: 'noor@shop.example', emailVerified: true, emailChange: null }),
      [`GET ${API.accountSessions}`]: () => json({ sessions: [] }),
      [KEYS]: () => json({ apiKeys: keys }),
      ...answers,
    },
  });

const section = () => page.getByRole('region', { name: 'API keys' });

describe('API keys', () => {
  it('are created with a name and a scope, and shown once', async () => {
    const { answer, callsTo } = await open([], { [CREATE]: () => json({ apiKey: KEY, key: SECRET }, 201) });
    await expect.element(section().getByText('No API keys yet.')).toBeVisible();
    await button('Create API key').click();
    await button('Create key').click();
    await expect.element(page.getByText('Please name the API key.')).toBeVisible();
    expect(callsTo(CREATE)).toEqual([]);

    answer({ [KEYS]: () => json({ apiKeys: [KEY] }) });
    await field('Name').fill(' Web shop ');
    await page.getByRole('radio', { name: /Orders, products and labels/ }).click();
    await button('Create key').click();
    await expect.element(page.getByText(SECRET)).toBeVisible();
    expect(callsTo(CREATE).map(({ body }) => body)).toEqual([{ name: 'Web shop', scope: 'labels' }]);
    await scanScreen();
    await expect.element(button('Done')).toBeDisabled();
    await page.getByRole('checkbox', { name: 'I have saved the key' }).click();
    await button('Done').click();
    await expect.element(page.getByText(SECRET)).not.toBeInTheDocument();
    await expect.element(section().getByText('Web shop')).toBeVisible();
    await expect.element(section().getByText('lk_…x7Qd')).toBeVisible();
    await expect.element(section().getByText(/Not used yet/)).toBeVisible();
  });

  it('ask for a proof of identity when the server requires one', async () => {
    const { callsTo } = await open([], {
      [CREATE]: ({ headers }: { headers: Headers }) =>
        headers.get('authorization') === 'Bearer new-token'
          ? json({ apiKey: KEY, key: SECRET }, 201)
          : json({ error: 'PROOF_REQUIRED', message: 'Please confirm.' }, 403),
      [`POST ${API.prove}`]: () => json({ token: 'new-token', expiresAt: '2027-01-01T00:00:00.000Z' }),
    });
    await button('Create API key').click();
    await field('Name').fill('Web shop');
    await button('Create key').click();
    await field('Password').fill('a quiet harbor');
    await button('Confirm').click();
    await expect.element(page.getByText(SECRET)).toBeVisible();
    expect(callsTo(CREATE)).toHaveLength(2);
  });

  it('keep what was entered when the server refuses', async () => {
    const message = 'Your account already has 20 API keys. Please delete one first.';
    await open([KEY], { [CREATE]: () => json({ error: 'TOO_MANY_API_KEYS', message }, 409) });
    await button('Create API key').click();
    await field('Name').fill('Another');
    await button('Create key').click();
    await expect.element(page.getByText(message)).toBeVisible();
    await expect.element(field('Name')).toHaveValue('Another');
  });

  it('are deleted after a question', async () => {
    const DELETE = `DELETE ${path(API.apiKey, { id: KEY.id })}`;
    const { answer, callsTo } = await open([KEY], { [DELETE]: () => json({ apiKeys: [] }) });
    await button('Delete API key Web shop').click();
    await expect.element(page.getByText(/can no longer call the API/)).toBeVisible();
    expect(callsTo(DELETE)).toEqual([]);
    answer({ [KEYS]: () => json({ apiKeys: [] }) });
    await button('Delete').click();
    await expect.element(toastWith('The API key was deleted.')).toBeVisible();
    await expect.element(section().getByText('No API keys yet.')).toBeVisible();
  });

  it('offer to load again after a failure', async () => {
    const { answer } = await open([], { [KEYS]: networkFailure });
    await expect.element(section().getByText('We couldn’t load your API keys.')).toBeVisible();
    answer({ [KEYS]: () => json({ apiKeys: [KEY] }) });
    await section().getByRole('button', { name: 'Try again' }).click();
    await expect.element(section().getByText('Web shop')).toBeVisible();
  });

  it('are not offered to staff', async () => {
    await open([], {}, 'admin');
    await expect.element(page.getByRole('heading', { name: 'Password' })).toBeVisible();
    expect(section().elements()).toEqual([]);
  });
});
