import { API, PAGES, path } from '@lading/contract/routes.ts';
import type { SecondFactorsAnswer } from '@lading/contract/second-factor.ts';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { openApp } from '../../../test/app.tsx';
import { json, networkFailure } from '../../../test/fake-server.ts';
import { button, field, toastWith } from '../../../test/screen.ts';

const FACTORS = `GET ${API.secondFactors}`;
const CODES = `POST ${API.recoveryCodes}`;
const NONE: SecondFactorsAnswer = {
  required: false,
  totp: null,
  passkeys: [],
  recoveryCodes: null,
  passkeyOrigin: null,
};
const WITH_APP: SecondFactorsAnswer = {
  ...NONE,
  totp: { createdAt: '2026-11-16T09:00:00.000Z', lastUsedAt: null },
  recoveryCodes: { left: 2, createdAt: '2026-11-16T09:00:00.000Z' },
};
const PASSKEY = {
  id: '6f1c7f43-9d6b-4f4e-8f3c-2f6f3f1f2a40',
  name: 'Laptop',
  synced: false,
  createdAt: '2026-11-16T09:00:00.000Z',
  lastUsedAt: null,
};
const codes = [...'ABCDEFGHIJ'].map((letter) => `AAAAA-BBBB${letter}`);

const open = (factors: SecondFactorsAnswer, answers = {}, as: 'client' | 'admin' = 'client') =>
  openApp(as === 'admin' ? PAGES.adminSecurity : PAGES.security, {
    as,
    answers: {
      [FACTORS]: () => json(factors),
      [`GET ${API.account}`]: () =>
        json({ email: 'noor@shop.example', emailVerified: true, emailChange: null }),
      [`GET ${API.accountSessions}`]: () => json({ sessions: [] }),
      [`GET ${API.apiKeys}`]: () => json({ apiKeys: [] }),
      ...answers,
    },
  });

describe('the sign-in security page', () => {
  it('warns without a second factor and says where passkeys do not work', async () => {
    await open(NONE);
    await expect.element(page.getByText(/Your account has no second factor/)).toBeVisible();
    await expect.element(page.getByText(/no HTTPS address with a domain name/)).toBeVisible();
    await expect.element(page.getByText(/You get ten recovery codes/)).toBeVisible();
  });

  it('names the address where passkeys work', async () => {
    await open({ ...NONE, passkeyOrigin: 'https://labels.example.com' });
    await expect.element(page.getByText(/work only at https:\/\/labels\.example\.com/)).toBeVisible();
  });

  it('offers to load again after a failure', async () => {
    const { answer } = await open(NONE, { [FACTORS]: () => json({ message: 'No.' }, 400) });
    await expect.element(button('Try again')).toBeVisible();
    answer({ [FACTORS]: () => json(WITH_APP) });
    await button('Try again').click();
    await expect.element(page.getByText(/2 of 10 codes left/)).toBeVisible();
    await expect.element(page.getByText(/few recovery codes left/)).toBeVisible();
  });

  it('does not offer to remove the only factor of an account that needs one', async () => {
    await open({ ...WITH_APP, required: true });
    await expect.element(page.getByText(/add another one first/)).toBeVisible();
    expect(button('Remove').elements()).toEqual([]);
  });

  it('asks for a proof of identity when the server requires one, and then repeats the call', async () => {
    const { callsTo } = await open(WITH_APP, {
      [CODES]: ({ headers }: { headers: Headers }) =>
        headers.get('authorization') === 'Bearer new-token'
          ? json({ recoveryCodes: codes })
          : json({ error: 'PROOF_REQUIRED', message: 'Please confirm.' }, 403),
      [`POST ${API.prove}`]: ({ body }: { body: unknown }) =>
        JSON.stringify(body).includes('a quiet harbor')
          ? json({ token: 'new-token', expiresAt: '2027-01-01T00:00:00.000Z' })
          : json({ error: 'PASSWORD_INCORRECT', message: 'The password is incorrect.' }, 403),
    });
    await button('Create new codes').click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Create new codes' }).click();
    await field('Password').fill('wrong');
    await button('Confirm').click();
    await expect.element(page.getByText('The password is incorrect.')).toBeVisible();
    await field('Password').fill('a quiet harbor');
    await button('Confirm').click();
    await expect.element(page.getByText('Save your recovery codes')).toBeVisible();
    expect(callsTo(CODES)).toHaveLength(2);
    expect(page.getByRole('listitem').filter({ hasText: 'AAAAA' }).elements()).toHaveLength(10);
    await expect.element(button('Done')).toBeDisabled();
    await page.getByRole('checkbox', { name: 'I have saved these codes' }).click();
    await button('Done').click();
  });

  it('shows why the app’s code was refused, and accepts another one', async () => {
    const message = 'That code is incorrect or was already used.';
    const { callsTo } = await open(NONE, {
      [`POST ${API.totp}`]: () =>
        json({ secret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ', link: 'otpauth://totp/x' }),
      [`POST ${API.totpConfirm}`]: () => json({ error: 'CODE_INCORRECT', message }, 403),
    });
    await button('Set up authenticator app').click();
    await expect.element(page.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
    await field('Code from the app').fill('000 000');
    await button('Confirm code').click();
    await expect.element(page.getByText(message)).toBeVisible();
    await expect.element(button('Confirm code')).toBeEnabled();
    expect(callsTo(`POST ${API.totpConfirm}`)).toHaveLength(1);
  });

  it.each([
    ['was lost', networkFailure],
    ['says that it was already confirmed', () => json({ error: 'SET_UP_EXPIRED', message: 'Expired.' }, 409)],
  ])('shows that the app is set up when the answer to its code %s', async (_name, confirm) => {
    const { answer } = await open(NONE, {
      [`POST ${API.totp}`]: () =>
        json({ secret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ', link: 'otpauth://totp/x' }),
      [`POST ${API.totpConfirm}`]: confirm,
    });
    await button('Set up authenticator app').click();
    await field('Code from the app').fill('123456');
    answer({ [FACTORS]: () => json(WITH_APP) });
    await button('Confirm code').click();
    await expect.element(toastWith('The authenticator app is set up.')).toBeVisible();
    await expect
      .element(toastWith('If you haven’t saved your recovery codes, please create new ones.'))
      .toBeVisible();
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    await expect.element(button('Create new codes')).toBeVisible();
  });

  it('keeps the setup of another app open when its code is refused', async () => {
    const { answer } = await open(WITH_APP, {
      [`POST ${API.totp}`]: () =>
        json({ secret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ', link: 'otpauth://totp/x' }),
      [`POST ${API.totpConfirm}`]: () => json({ error: 'SET_UP_EXPIRED', message: 'Expired.' }, 409),
    });
    await button('Move to another phone').click();
    await field('Code from the app').fill('123456');
    answer({ [FACTORS]: () => json(WITH_APP) });
    await button('Confirm code').click();
    await expect.element(page.getByRole('dialog').getByText('Expired.')).toBeVisible();
  });

  it('removes a passkey from the list that another tab has removed', async () => {
    const { answer } = await open(
      { ...WITH_APP, passkeys: [PASSKEY] },
      {
        [`DELETE ${path(API.passkey, { id: PASSKEY.id })}`]: () =>
          json({ error: 'NOT_FOUND', message: 'No such passkey.' }, 404),
      },
    );
    await button('Remove Laptop').click();
    answer({ [FACTORS]: () => json(WITH_APP) });
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
    await expect.element(toastWith('No such passkey.')).toBeVisible();
    await expect.element(page.getByText('Laptop', { exact: true })).not.toBeInTheDocument();
  });

  it('offers to sign out other devices after a factor was added', async () => {
    const end = `DELETE ${API.accountSessions}`;
    const { callsTo } = await open(NONE, {
      [`POST ${API.totp}`]: () =>
        json({ secret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ', link: 'otpauth://totp/x' }),
      [`POST ${API.totpConfirm}`]: () => json({ recoveryCodes: null }),
      [end]: () => json({ ended: 2 }),
    });
    await button('Set up authenticator app').click();
    await expect.element(page.getByText('GEZD GNBV GY3T QOJQ GEZD GNBV GY3T QOJQ')).toBeVisible();
    await field('Code from the app').fill('123456');
    await button('Confirm code').click();
    await button('Sign out other devices').click();
    await expect.element(toastWith('All other devices are signed out.')).toBeVisible();
    expect(callsTo(end)).toHaveLength(1);
  });

  it('offers to sign out other devices after a factor was removed', async () => {
    const { answer } = await open(
      { ...WITH_APP, passkeys: [PASSKEY] },
      {
        [`DELETE ${path(API.passkey, { id: PASSKEY.id })}`]: () => json(WITH_APP),
        [`DELETE ${API.totp}`]: () => json(NONE),
      },
    );
    await button('Remove Laptop').click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
    await expect.element(button('Sign out other devices')).toBeVisible();
    await button('Keep them signed in').click();
    answer({ [FACTORS]: () => json(NONE) });
    await button('Remove').click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
    await expect.element(button('Sign out other devices')).toBeVisible();
  });

  it.each(['client', 'admin'] as const)('has email, password and sessions too (%s)', async (as) => {
    await open(WITH_APP, {}, as);
    for (const name of ['Email', 'Password', 'Second factors', 'Where you’re signed in'])
      await expect.element(page.getByRole('heading', { name, exact: true })).toBeVisible();
    await expect.element(button('Change password')).toBeVisible();
    expect(page.getByRole('link', { name: 'Open profile' }).elements()).toHaveLength(as === 'client' ? 1 : 0);
  });

  it('shows the refusal when the question is canceled', async () => {
    await open(WITH_APP, {
      [CODES]: () => json({ error: 'PROOF_REQUIRED', message: 'Please confirm your password.' }, 403),
    });
    await button('Create new codes').click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Create new codes' }).click();
    await expect.element(page.getByText('Confirm it’s you')).toBeVisible();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await expect.element(toastWith('Please confirm your password.')).toBeVisible();
  });
});
