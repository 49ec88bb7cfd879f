import { LABELS } from '@lading/contract/messages.ts';
import { API, PAGES } from '@lading/contract/routes.ts';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { openApp } from '../../../test/app.tsx';
import { json } from '../../../test/fake-server.ts';
import { button, field, inForm, toastWith } from '../../../test/screen.ts';

const LOGIN = `POST ${API.login}`;
const FINISH = `POST ${API.loginSecondFactor}`;
const asked = (methods: string[]) => () =>
  json(
    {
      error: 'SECOND_FACTOR_REQUIRED',
      message: 'Please confirm this sign-in with your second factor.',
      requestId: 'r1',
      challenge: 'the-challenge',
      methods,
      passkeyRequest: null,
    },
    401,
  );

async function enterPassword(methods: string[]) {
  const app = await openApp(PAGES.login, { answers: { [LOGIN]: asked(methods) } });
  await field('Email').fill('noor@shop.example');
  await field('Password').fill('a quiet harbor');
  await button(LABELS.signIn).click();
  await expect.element(page.getByRole('heading', { name: 'Confirm it’s you' })).toBeVisible();
  return app;
}

describe('the second step of the sign-in', () => {
  it('sends the code with the challenge and shows why it was refused', async () => {
    const { answer, callsTo } = await enterPassword(['totp', 'recovery-code']);
    await expect.element(field('Code')).toHaveFocus();
    answer({ [FINISH]: () => json({ error: 'CODE_INCORRECT', message: 'That code is incorrect.' }, 403) });
    await field('Code').fill('123 456');
    await button('Continue').click();
    await expect.element(inForm('That code is incorrect.')).toBeVisible();
    expect(callsTo(FINISH)[0]?.body).toEqual({ challenge: 'the-challenge', code: '123 456' });
  });

  it('takes a recovery code from someone who lost the device, and says what to do without one', async () => {
    const { answer, callsTo } = await enterPassword(['totp', 'recovery-code']);
    answer({ [FINISH]: () => json({ error: 'RECOVERY_CODE_INCORRECT', message: 'No.' }, 403) });
    await button('Lost your device? Use a recovery code').click();
    await expect.element(field('Recovery code')).toHaveFocus();
    await field('Recovery code').fill('ABCDE-FGH23');
    await button('Continue').click();
    await expect.element(inForm('No.')).toBeVisible();
    expect(callsTo(FINISH)[0]?.body).toEqual({ challenge: 'the-challenge', recoveryCode: 'ABCDE-FGH23' });
    await expect.element(page.getByText(/Please contact support to reset/)).toBeVisible();
  });

  it('returns to the password when the sign-in has expired', async () => {
    const { answer } = await enterPassword(['totp']);
    answer({ [FINISH]: () => json({ error: 'SIGN_IN_EXPIRED', message: 'This sign-in has expired.' }, 401) });
    await field('Code').fill('123456');
    await button('Continue').click();
    await expect.element(toastWith('This sign-in has expired.')).toBeVisible();
    await expect.element(field('Password')).toBeVisible();
  });
});
