import { ERRORS } from '@lading/contract/errors.ts';
import { AUTH, LABELS } from '@lading/contract/messages.ts';
import { API, PAGES } from '@lading/contract/routes.ts';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  demoAccount,
  field,
  isAlive,
  keptSession,
  logIn,
  logInByToken,
  logOut,
  type Person,
  registerPerson,
  SESSION_KEY,
} from './src/actions.ts';
import { useBrowser } from './src/browser.ts';
import { expectFocused, expectHeading, expectPath, expectSeen, expectToast } from './src/expectations.ts';
import { ownServer } from './src/own-server.ts';

const openPage = useBrowser();
let person: Person;

beforeAll(async () => {
  person = await registerPerson();
});

const submit = (page: Page) => page.getByRole('button', { name: LABELS.signIn });
const tokenOf = (stored: string | null) => (JSON.parse(stored ?? '{}') as { token?: string }).token ?? '';

describe('the login form', () => {
  it('answers a wrong password with a toast, clears the session and focuses the password', async () => {
    const { page, watch } = await openPage({ path: PAGES.login });
    watch.allow(/status of 401/);
    await logIn(page, { ...person, password: 'not the password' });
    await expectToast(page, ERRORS.LOGIN_REFUSED.message);
    await expectFocused(field(page, 'Password'));
    expect(await keptSession(page)).toEqual({ local: null, session: null });
    await expectPath(page, PAGES.login);
  });

  it('gives an unknown address the same answer as a wrong password', async () => {
    const { page, watch } = await openPage({ path: PAGES.login });
    watch.allow(/status of 401/);
    await logIn(page, { email: 'nobody@nowhere.example', password: 'some password' });
    await expectToast(page, ERRORS.LOGIN_REFUSED.message);
  });

  it('is submitted by Enter from either field', async () => {
    const enterIn = async (name: string) => {
      const { page } = await openPage({ path: PAGES.login });
      await field(page, 'Email').fill(person.email);
      await field(page, 'Password').fill(person.password);
      await field(page, name).press('Enter');
      await expectPath(page, PAGES.clientDashboard);
    };
    await Promise.all(['Email', 'Password'].map(enterIn));
  });

  it('sends one login even if the button is pressed again while it waits', async () => {
    const { page } = await openPage({ path: PAGES.login });
    let calls = 0;
    await page.route(`**${API.login}`, async (route) => {
      calls += 1;
      await new Promise((resolve) => setTimeout(resolve, 500));
      await route.continue();
    });
    await logIn(page, person);
    await submit(page).click({ force: true });
    await field(page, 'Password').press('Enter');
    await expectPath(page, PAGES.clientDashboard);
    expect(calls).toBe(1);
  });
});

describe('a successful login', () => {
  it("says 'Login successful!' and opens the role's dashboard", async () => {
    const enterAs = async (account: { email: string; password: string }, dashboard: string) => {
      const { page } = await openPage({ path: PAGES.login });
      await logIn(page, account);
      await expectToast(page, AUTH.loginSucceeded);
      await expectPath(page, dashboard);
    };
    await Promise.all([
      enterAs(person, PAGES.clientDashboard),
      enterAs(demoAccount('admin'), PAGES.adminDashboard),
    ]);
  });

  it("keeps the session in localStorage with 'Remember me', else in sessionStorage", async () => {
    const keptAfter = async (remember: boolean) => {
      const { page } = await openPage({ path: PAGES.login });
      await logIn(page, person, remember);
      await expectPath(page, PAGES.clientDashboard);
      return keptSession(page);
    };
    const [remembered, unremembered] = await Promise.all([keptAfter(true), keptAfter(false)]);
    expect(remembered.session).toBeNull();
    expect(JSON.parse(remembered.local ?? 'null')).toMatchObject({ user: { email: person.email } });
    expect(unremembered.local).toBeNull();
    expect(JSON.parse(unremembered.session ?? 'null')).toMatchObject({ user: { email: person.email } });
  });

  it('survives a reload, remembered or not', async () => {
    const enterAndReload = async (remember: boolean) => {
      const { page } = await openPage({ path: PAGES.login });
      await logIn(page, person, remember);
      await expectPath(page, PAGES.clientDashboard);
      await page.reload();
      await expectHeading(page, LABELS.dashboard);
      await expectPath(page, PAGES.clientDashboard);
    };
    await Promise.all([true, false].map(enterAndReload));
  });

  it('returns to the requested page, with its query', async () => {
    const { page } = await openPage();
    const wanted = `${PAGES.shippingHistory}?page=2`;
    await page.goto(wanted);
    await expectPath(page, PAGES.login);
    await logIn(page, person);
    await expectPath(page, wanted);
    await expectHeading(page, LABELS.shippingHistory);
  });

  it('still returns there after a visit to the sign-up page', async () => {
    const { page } = await openPage();
    await page.goto(PAGES.profile);
    await expectPath(page, PAGES.login);
    await page.getByRole('link', { name: 'Create an account' }).click();
    await expectPath(page, PAGES.signup);
    await page.locator('main').getByRole('link', { name: LABELS.signIn }).click();
    await logIn(page, person);
    await expectPath(page, PAGES.profile);
  });
});

describe('a hostile return location', () => {
  const HOSTILE = [
    '//evil.example/client',
    'https://evil.example/',
    '/\\evil.example',
    '/\t/evil.example',
    'javascript:alert(1)',
  ];

  it('is not followed from the storage', async () => {
    const { page } = await openPage();
    for (const location of HOSTILE) {
      await page.goto(PAGES.login);
      await page.evaluate((value) => sessionStorage.setItem('lading.return-path', value), location);
      await logIn(page, person);
      await expectPath(page, PAGES.clientDashboard);
      expect(new URL(page.url()).origin, location).toBe(ownServer.baseUrl);
      await page.evaluate(() => sessionStorage.clear());
    }
  });

  it('is not followed from the history state or the URL', async () => {
    const { page } = await openPage();
    await page.goto(`${PAGES.login}?from=//evil.example&next=https://evil.example&redirect=//evil.example`);
    await page.evaluate(() =>
      history.replaceState({ usr: { from: '//evil.example' }, key: 'hostile', idx: 0 }, ''),
    );
    await page.reload();
    await logIn(page, person);
    await expectPath(page, PAGES.clientDashboard);
    expect(new URL(page.url()).origin).toBe(ownServer.baseUrl);
  });
});

describe('logging out', () => {
  it('opens the login page, empties the storage and ends the session on the server', async () => {
    const enterAndLeave = async (remember: boolean) => {
      const { page } = await openPage({ path: PAGES.login });
      await logIn(page, person, remember);
      await expectPath(page, PAGES.clientDashboard);
      const kept = await keptSession(page);
      const token = tokenOf(kept.local ?? kept.session);
      expect(await isAlive(token)).toBe(true);
      await logOut(page);
      await expectPath(page, PAGES.login);
      expect(await keptSession(page)).toEqual({ local: null, session: null });
      expect(await isAlive(token)).toBe(false);
    };
    await Promise.all([true, false].map(enterAndLeave));
  });

  it("does not take the next person to the previous person's page", async () => {
    const { storage } = await logInByToken(person);
    const { page } = await openPage({ storage, path: PAGES.profile });
    await expectSeen(page.getByRole('textbox', { name: 'Full Name' }));
    await logOut(page);
    await expectPath(page, PAGES.login);
    await logIn(page, demoAccount('client'));
    await expectPath(page, PAGES.clientDashboard);
  });

  it('signs out the other tabs of the browser', async () => {
    const { storage } = await logInByToken(person);
    const { page } = await openPage({ storage, path: PAGES.clientDashboard });
    const second = await page.context().newPage();
    await second.goto(PAGES.profile);
    await expectSeen(second.getByRole('textbox', { name: 'Full Name' }));
    await page.bringToFront();
    await expectHeading(page, LABELS.dashboard);
    await logOut(page);
    await expectPath(second, PAGES.login);
    expect(await second.evaluate((key) => localStorage.getItem(key), SESSION_KEY)).toBeNull();
  });
});
