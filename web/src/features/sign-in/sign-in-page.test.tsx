import { AUTH, GENERAL, LABELS } from '@lading/contract/messages.ts';
import { API, PAGES } from '@lading/contract/routes.ts';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { openApp } from '../../../test/app.tsx';
import { json, networkFailure } from '../../../test/fake-server.ts';
import { button, field, inForm, toastWith } from '../../../test/screen.ts';

const LOGIN = `POST ${API.login}`;
const submit = () => button(LABELS.signIn);

async function logIn() {
  await field('Email').fill('noor@shop.example');
  await field('Password').fill('a quiet harbor');
  await submit().click();
}

describe('the login form', () => {
  it('asks for both email and password, in the form and as a toast, without calling the server', async () => {
    const { callsTo } = await openApp(PAGES.login);
    await submit().click();
    await expect.element(toastWith(AUTH.loginFieldsRequired)).toBeVisible();
    await expect.element(inForm(AUTH.loginFieldsRequired)).toBeVisible();
    await expect.element(field('Email')).toHaveFocus();
    await field('Email').fill('noor@shop.example');
    await submit().click();
    await expect.element(field('Password')).toHaveFocus();
    expect(callsTo(LOGIN)).toEqual([]);
  });

  it('shows and hides the password', async () => {
    await openApp(PAGES.login);
    const password = field('Password');
    await password.fill('a quiet harbor');
    await expect.element(password).toHaveAttribute('type', 'password');
    await page.getByRole('button', { name: 'Show password', pressed: false }).click();
    await expect.element(password).toHaveAttribute('type', 'text');
    await page.getByRole('button', { name: 'Hide password', pressed: true }).click();
    await expect.element(password).toHaveAttribute('type', 'password');
    await expect.element(password).toHaveValue('a quiet harbor');
  });

  it('links to the forgotten password', async () => {
    const { currentPath } = await openApp(PAGES.login);
    await page.getByRole('link', { name: 'Forgot password?' }).click();
    await expect.poll(currentPath).toBe(PAGES.forgotPassword);
  });

  it('says that the server has an error on every 5xx, in the form and as a toast', async () => {
    const { answer } = await openApp(PAGES.login);
    for (const status of [500, 503]) {
      answer({ [LOGIN]: () => json({ error: 'INTERNAL', message: 'stack trace of something' }, status) });
      await logIn();
      await expect.element(toastWith(GENERAL.serverError)).toBeVisible();
      await expect.element(inForm(GENERAL.serverError)).toBeVisible();
      await button('Dismiss notification').click();
    }
  });

  it('says that the network failed', async () => {
    await openApp(PAGES.login, { answers: { [LOGIN]: networkFailure } });
    await logIn();
    await expect.element(toastWith(GENERAL.networkError)).toBeVisible();
  });

  it("shows the server's message, else its error field, else the screen's default", async () => {
    const { answer } = await openApp(PAGES.login);
    for (const [body, sentence] of [
      [JSON.stringify({ message: 'This door is closed.', error: 'CLOSED' }), 'This door is closed.'],
      [JSON.stringify({ error: 'CLOSED' }), 'CLOSED'],
      ['<html>proxy page</html>', AUTH.loginFailed],
    ] as const) {
      answer({ [LOGIN]: () => new Response(body, { status: 410 }) });
      await logIn();
      await expect.element(toastWith(sentence)).toBeVisible();
    }
  });
});
