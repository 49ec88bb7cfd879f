import type { Role } from '@lading/contract/constants.ts';
import { ERRORS } from '@lading/contract/errors.ts';
import { AUTH, GENERAL, LABELS } from '@lading/contract/messages.ts';
import { API, PAGES } from '@lading/contract/routes.ts';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { openApp } from '../../../test/app.tsx';
import { json, networkFailure, PAGES_WAIT } from '../../../test/fake-server.ts';
import { button, field, inForm, toastWith } from '../../../test/screen.ts';
import { SESSION_KEY } from '../../lib/stored-session.ts';
import { toastStore } from '../../ui/toast/toast.ts';

const LOGIN = `POST ${API.login}`;
const submit = () => button(LABELS.signIn);

const loggedInAs = (role: Role) => {
  const user = { id: 'u1', name: 'Noor Haddad', email: 'noor@shop.example', phone: null, role };
  return json({ token: 'token-of-the-login', user, expiresAt: '2030-01-01T00:00:00.000Z' });
};
const openLogin = (role: Role = 'client') =>
  openApp(PAGES.login, { answers: { ...PAGES_WAIT, [LOGIN]: () => loggedInAs(role) } });
const storedSessions = () => ({
  local: localStorage.getItem(SESSION_KEY),
  tab: sessionStorage.getItem(SESSION_KEY),
});

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

  it('links to the forgot-password page', async () => {
    const { currentPath } = await openApp(PAGES.login);
    await page.getByRole('link', { name: 'Forgot password?' }).click();
    await expect.poll(currentPath).toBe(PAGES.forgotPassword);
  });

  it('says that the email or password is incorrect, focuses the password and stores nothing', async () => {
    const { status, message } = ERRORS.LOGIN_REFUSED;
    const { currentPath } = await openApp(PAGES.login, {
      answers: { [LOGIN]: () => json({ error: 'LOGIN_REFUSED', message }, status) },
    });
    await logIn();
    await expect.element(toastWith(message)).toBeVisible();
    await expect.element(field('Password')).toHaveFocus();
    expect(storedSessions()).toEqual({ local: null, tab: null });
    expect(currentPath()).toBe(PAGES.login);
  });

  it('sends one login even if the button is pressed again while it waits', async () => {
    const { promise, resolve } = Promise.withResolvers<Response>();
    const { answer, callsTo, currentPath } = await openLogin();
    answer({ [LOGIN]: () => promise });
    await logIn();
    await expect.poll(() => callsTo(LOGIN)).toHaveLength(1);
    (submit().element() as HTMLElement).click();
    (field('Password').element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    resolve(loggedInAs('client'));
    await expect.poll(currentPath).toBe(PAGES.clientDashboard);
    expect(callsTo(LOGIN)).toHaveLength(1);
  });

  it('says that the server has an error on every 5xx, in the form and as a toast', async () => {
    const { answer } = await openApp(PAGES.login);
    for (const status of [500, 503]) {
      answer({ [LOGIN]: () => json({ error: 'INTERNAL', message: 'stack trace of something' }, status) });
      await logIn();
      await expect.element(toastWith(GENERAL.serverError)).toBeVisible();
      await expect.element(inForm(GENERAL.serverError)).toBeVisible();
      toastStore.dismissAll();
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

describe('a successful login', () => {
  it.each([
    ['client', PAGES.clientDashboard],
    ['admin', PAGES.adminDashboard],
  ] as const)(
    "says 'Login successful!' and opens the dashboard of the role (%s)",
    async (role, dashboard) => {
      const { currentPath } = await openLogin(role);
      await logIn();
      await expect.element(toastWith(AUTH.loginSucceeded)).toBeVisible();
      await expect.poll(currentPath).toBe(dashboard);
    },
  );

  it.each([
    { place: 'local', remember: true, enterIn: 'Email' },
    { place: 'tab', remember: false, enterIn: 'Password' },
  ] as const)('by Enter in $enterIn is kept in the $place storage only', async ({ place, ...turn }) => {
    const { callsTo, currentPath } = await openLogin();
    await field('Email').fill('noor@shop.example');
    await field('Password').fill('a quiet harbor');
    if (turn.remember) await page.getByRole('checkbox', { name: LABELS.rememberMe }).click();
    (field(turn.enterIn).element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    await expect.poll(currentPath).toBe(PAGES.clientDashboard);
    expect(callsTo(LOGIN)[0]?.body).toMatchObject({ remember: turn.remember });
    const { [place]: kept, ...other } = storedSessions();
    expect(JSON.parse(kept ?? 'null')).toMatchObject({ user: { email: 'noor@shop.example' } });
    expect(Object.values(other)).toEqual([null]);
  });

  it('returns to the requested page, with its query', async () => {
    const { currentPath, router } = await openLogin();
    const wanted = `${PAGES.shippingHistory}?page=2`;
    await router.navigate(wanted);
    await expect.poll(currentPath).toBe(PAGES.login);
    await logIn();
    await expect.poll(currentPath).toBe(wanted);
  });

  it('still returns there after a visit to the sign-up page', async () => {
    const { currentPath, router } = await openLogin();
    await router.navigate(PAGES.profile);
    await expect.poll(currentPath).toBe(PAGES.login);
    await page.getByRole('link', { name: 'Create an account' }).click();
    await expect.poll(currentPath).toBe(PAGES.signup);
    await page.getByRole('main').getByRole('link', { name: LABELS.signIn }).click();
    await logIn();
    await expect.poll(currentPath).toBe(PAGES.profile);
  });
});

describe('a hostile return location (AU17)', () => {
  it.each([
    '//evil.example/client',
    'https://evil.example/',
    '/\\evil.example',
    '/\t/evil.example',
    'javascript:alert(1)',
  ])('is not followed from the storage, the history state or the URL: %j', async (location) => {
    const { currentPath, router } = await openLogin();
    sessionStorage.setItem('lading.return-path', location);
    const query = new URLSearchParams({ from: location, next: location, redirect: location });
    await router.navigate(`${PAGES.login}?${query}`, { state: { from: location } });
    await logIn();
    await expect.poll(currentPath).toBe(PAGES.clientDashboard);
  });
});
