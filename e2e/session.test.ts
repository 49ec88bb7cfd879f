import { SESSION_RECHECK_MS } from '@lading/contract/constants.ts';
import { AUDIT_LOGS, AUTH, GENERAL, LABELS } from '@lading/contract/messages.ts';
import { API, PAGES } from '@lading/contract/routes.ts';
import { describe, expect, it } from 'vitest';
import {
  demoAccount,
  endSession,
  field,
  keptSession,
  logIn,
  logInByToken,
  registerPerson,
  SESSION_KEY,
} from './src/actions.ts';
import { useBrowser } from './src/browser.ts';
import { expectHeading, expectPath, expectSeen, expectToast, expectUnseen } from './src/expectations.ts';

const openPage = useBrowser();
const EMPTY = { local: null, session: null };

describe('the session check at startup', () => {
  it('keeps a valid session', async () => {
    const { storage, token } = await logInByToken(demoAccount('client'));
    const { page } = await openPage({ storage });
    const verified = page.waitForResponse((response) => response.url().endsWith(API.verify));
    await page.goto(PAGES.shippingHistory);
    expect((await verified).status()).toBe(200);
    await expectHeading(page, LABELS.shippingHistory);
    await expectPath(page, PAGES.shippingHistory);
    expect((await keptSession(page)).local).toContain(token);
  });

  it.each([
    [
      'a token that the server does not know',
      JSON.stringify({ token: 'x'.repeat(43), user: {}, expiresAt: '' }),
      true,
    ],
    ['something that is not a session', 'not json at all', false],
    ['a token that cannot be a header', JSON.stringify({ token: 'a\nb' }), false],
  ])('clears %s and goes to the login page', async (_what, stored, asksServer) => {
    const { page, watch } = await openPage({ storage: { [SESSION_KEY]: stored } });
    if (asksServer) watch.allow(/status of 401/);
    await page.goto(PAGES.clientDashboard);
    await expectPath(page, PAGES.login);
    expect(await keptSession(page)).toEqual(EMPTY);
    if (asksServer) await expectToast(page, GENERAL.sessionExpired);
  });

  it('shows a spinner with a status while it waits, and nothing else of the page', async () => {
    const { storage } = await logInByToken(demoAccount('client'));
    const { page } = await openPage({ storage });
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(`**${API.verify}`, async (route) => {
      await held;
      await route.continue();
    });
    for (const path of [PAGES.clientDashboard, PAGES.login]) {
      await page.goto(path);
      await expectSeen(page.getByRole('status').filter({ hasText: 'Checking your session' }));
      await expectSeen(page.getByRole('status').locator('svg'));
      expect(await page.getByRole('heading').count()).toBe(0);
    }
    release();
    await expectHeading(page, LABELS.dashboard);
    await expectUnseen(page.getByText('Checking your session'));
  });

  it('does not sign out when the server fails, and can be retried', async () => {
    const { storage, token } = await logInByToken(demoAccount('client'));
    const { page, watch } = await openPage({ storage });
    watch.allow(/answer 503/, /status of 503/);
    await page.route(`**${API.verify}`, (route) => route.fulfill({ status: 503, body: '' }));
    await page.goto(PAGES.clientDashboard);
    await expectSeen(page.getByText(GENERAL.serverError, { exact: true }));
    expect((await keptSession(page)).local).toContain(token);
    await page.unroute(`**${API.verify}`);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expectHeading(page, LABELS.dashboard);
  });
});

describe('the session check every five minutes', () => {
  it('logs out when the session ended elsewhere, and remembers the page', async () => {
    const person = await registerPerson();
    const { storage, token } = await logInByToken(person);
    const { page, watch } = await openPage({ storage });
    watch.allow(/status of 401/);
    await page.clock.install();
    await page.goto(PAGES.profile);
    // Its own call must be answered first, or that would be what finds the session ended.
    await expectSeen(page.getByRole('textbox', { name: 'Full Name' }));
    await endSession(token);
    await page.clock.runFor(SESSION_RECHECK_MS - 30_000);
    await expectPath(page, PAGES.profile);
    await page.clock.runFor(31_000);
    await expectPath(page, PAGES.login);
    await expectToast(page, GENERAL.sessionExpired);
    expect(await keptSession(page)).toEqual(EMPTY);
    await logIn(page, person);
    await expectPath(page, PAGES.profile);
  });

  it('calls the server once per period and stays while the session is valid', async () => {
    const { storage } = await logInByToken(demoAccount('client'));
    const { page } = await openPage({ storage });
    let checks = 0;
    page.on('request', (request) => {
      if (request.url().endsWith(API.verify)) checks += 1;
    });
    await page.clock.install();
    await page.goto(PAGES.clientDashboard);
    await expectHeading(page, LABELS.dashboard);
    expect(checks).toBe(1);
    for (const expected of [2, 3]) {
      await page.clock.runFor(SESSION_RECHECK_MS);
      await expect.poll(() => checks).toBe(expected);
    }
    await expectPath(page, PAGES.clientDashboard);
  });
});

describe('a client who edits the stored role to admin', () => {
  it('sees no admin page and gets no admin data', async () => {
    const { answer } = await logInByToken(demoAccount('client'));
    const forged = { ...answer, user: { ...answer.user, role: 'admin' } };
    const { page } = await openPage({ storage: { [SESSION_KEY]: JSON.stringify(forged) } });
    const adminAnswers: number[] = [];
    page.on('response', (response) => {
      if (response.url().includes('/api/admin')) adminAnswers.push(response.status());
    });
    await page.addInitScript(() => {
      const seen: string[] = [];
      Reflect.set(window, 'seenHeadings', seen);
      new MutationObserver(() => {
        for (const heading of document.querySelectorAll('h1')) seen.push(heading.textContent ?? '');
      }).observe(document, { subtree: true, childList: true, characterData: true });
    });
    for (const path of [PAGES.admin, PAGES.adminDashboard, PAGES.adminClients, PAGES.adminAuditLogs]) {
      await page.goto(path);
      await expectPath(page, PAGES.clientDashboard);
      await expectHeading(page, LABELS.dashboard);
      const seen: unknown = await page.evaluate(() => Reflect.get(window, 'seenHeadings'));
      expect(new Set(seen as string[])).toEqual(new Set([LABELS.dashboard]));
    }
    await page.getByRole('button', { name: /^Account:/ }).click();
    await expectSeen(page.getByRole('menuitem', { name: 'Log out' }));
    expect(await page.getByRole('menuitem', { name: 'Admin area' }).count()).toBe(0);
    expect(adminAnswers.filter((status) => status < 400)).toEqual([]);
    expect(JSON.parse((await keptSession(page)).local ?? '{}')).toMatchObject({ user: { role: 'client' } });
  });
});

describe('a failing general call', () => {
  it('shows status and text when the response has no message and the screen no default', async () => {
    const { page, watch } = await openPage({ path: `${PAGES.resetPassword}?token=example` });
    watch.allow(/status of 410/);
    await page.route(`**${API.resetPassword}`, (route) =>
      route.fulfill({ status: 410, body: '<html>proxy page</html>' }),
    );
    await field(page, 'New password').fill('a long password');
    await field(page, 'Confirm password').fill('a long password');
    await page.getByRole('button', { name: 'Save new password' }).click();
    await expectToast(page, GENERAL.httpFallback(410, 'Gone'));
  });

  it('says that the session expired on any 401 of a signed-in page, and opens the login page', async () => {
    const { storage } = await logInByToken(demoAccount('admin'));
    const { page, watch } = await openPage({ storage });
    watch.allow(/status of 401/);
    await page.route(`**${API.adminAuditLogs}*`, (route) => route.fulfill({ status: 401, json: {} }));
    await page.goto(PAGES.adminAuditLogs);
    await expectPath(page, PAGES.login);
    await expectToast(page, GENERAL.sessionExpired);
    expect(await keptSession(page)).toEqual(EMPTY);
    await expectUnseen(page.getByText(AUDIT_LOGS.loadFailed));
    await expectUnseen(page.getByText(AUTH.loginFailed));
  });
});
