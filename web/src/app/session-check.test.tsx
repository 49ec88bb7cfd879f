import { SESSION_RECHECK_MS } from '@lading/contract/constants.ts';
import { AUDIT_LOGS, AUTH, LABELS } from '@lading/contract/messages.ts';
import { API, PAGES } from '@lading/contract/routes.ts';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { page } from 'vitest/browser';
import { openApp } from '../../test/app.tsx';
import { json, networkFailure, PAGES_WAIT } from '../../test/fake-server.ts';
import { button, field } from '../../test/screen.ts';
import { sessionStore } from '../lib/session-store.ts';
import { SESSION_KEY } from '../lib/stored-session.ts';
import { startSessionMonitor } from './session-monitor.ts';

const VERIFY = `GET ${API.verify}`;
const batches = { [`GET ${API.batches}`]: () => json({ batches: [] }) };
const user = {
  id: 'u1',
  name: 'Noor Haddad',
  email: 'noor@shop.example',
  phone: null,
  role: 'client',
} as const;

afterEach(() => vi.useRealTimers());

const STORED = JSON.stringify({ token: 'stored-token', expiresAt: '' });

/** A stored session that the server has not confirmed yet. */
const openWithStoredSession = (answer: () => Response | Promise<Response>) =>
  openApp(PAGES.clientDashboard, { storedSession: STORED, answers: { ...batches, [VERIFY]: answer } });

/**
 * Started as in the application, which never stops it. A test must stop it, or it would monitor the sessions of later
 * tests.
 */
function startMonitor() {
  const subscribe = vi.spyOn(sessionStore, 'subscribe');
  startSessionMonitor();
  const ends = subscribe.mock.results.map(({ value }) => value as () => void);
  subscribe.mockRestore();
  onTestFinished(() => {
    for (const end of ends) end();
  });
}

describe('a session check at startup', () => {
  it.each([
    ['no network', networkFailure],
    ['a server error', () => json({}, 500)],
    ['an unreadable answer', () => new Response('<html>')],
    ['a missing route', () => json({}, 404)],
  ])('keeps the session after %s, and offers to retry or sign in', async (_, answer) => {
    const { answer: change, currentPath } = await openWithStoredSession(answer);
    await expect.element(button('Try again')).toBeVisible();
    await expect.element(button(LABELS.signIn)).toBeVisible();
    expect(sessionStore.getSnapshot().status).toBe('unchecked');
    expect(localStorage.getItem(SESSION_KEY)).toBe(STORED);
    change({ [VERIFY]: () => json({ valid: true, user }) });
    await button('Try again').click();
    await expect.element(page.getByRole('heading', { level: 1, name: LABELS.dashboard })).toBeVisible();
    expect(currentPath()).toBe(PAGES.clientDashboard);
  });

  it('can be skipped by signing in again, which returns to the same page', async () => {
    const { currentPath, router } = await openWithStoredSession(networkFailure);
    await button(LABELS.signIn).click();
    await expect.poll(currentPath).toBe(PAGES.login);
    await expect.element(page.getByRole('heading', { level: 1, name: LABELS.signIn })).toBeVisible();
    expect(router.state.location.state).toEqual({ from: PAGES.clientDashboard });
    expect(localStorage.getItem(SESSION_KEY)).toBeNull();
  });

  it('keeps a valid session, and the page with its query', async () => {
    const { currentPath } = await openApp(`${PAGES.shippingHistory}?page=2`, {
      storedSession: STORED,
      answers: { ...PAGES_WAIT, [VERIFY]: () => json({ valid: true, user }) },
    });
    await expect.element(page.getByRole('heading', { level: 1, name: LABELS.shippingHistory })).toBeVisible();
    expect(currentPath()).toBe(`${PAGES.shippingHistory}?page=2`);
    expect(localStorage.getItem(SESSION_KEY)).toContain('stored-token');
  });

  it.each([
    ['something that is not a session', 'not json at all'],
    ['a token that cannot be a header', JSON.stringify({ token: 'a\nb' })],
  ])('clears %s without asking the server, and goes to the login page', async (_what, storedSession) => {
    const { currentPath } = await openApp(PAGES.clientDashboard, { storedSession });
    await expect.poll(currentPath).toBe(PAGES.login);
    expect(localStorage.getItem(SESSION_KEY)).toBeNull();
  });

  it.each([PAGES.clientDashboard, PAGES.login])(
    'shows a spinner with a status while it waits, and nothing else of the page (%s)',
    async (path) => {
      const { promise, resolve } = Promise.withResolvers<Response>();
      await openApp(path, { storedSession: STORED, answers: { ...batches, [VERIFY]: () => promise } });
      const status = page.getByRole('status').filter({ hasText: 'Checking your session' });
      await expect.element(status).toBeInTheDocument();
      await expect.poll(() => status.element().querySelector('svg')).toBeVisible();
      expect(page.getByRole('heading').elements()).toEqual([]);
      resolve(json({ valid: true, user }));
      await expect.element(page.getByRole('heading', { level: 1, name: LABELS.dashboard })).toBeVisible();
      await expect.element(page.getByText('Checking your session')).not.toBeInTheDocument();
    },
  );

  it.each([401, 403])('signs out when the answer is %i', async (status) => {
    const { currentPath } = await openWithStoredSession(() => json({ message: 'no' }, status));
    await expect.poll(currentPath).toBe(PAGES.login);
    expect(localStorage.getItem(SESSION_KEY)).toBeNull();
  });
});

describe('a session check while signed in', () => {
  it('that gets no answer does not disturb the work, and is repeated', async () => {
    const { callsTo, answer } = await openApp(PAGES.login, {
      answers: { ...batches, [VERIFY]: networkFailure },
    });
    await expect.element(button(LABELS.signIn)).toBeVisible();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
    startMonitor();
    sessionStore.signIn({ token: 'token-of-the-test', user, expiresAt: '' }, false);
    const heading = page.getByRole('heading', { level: 1, name: LABELS.dashboard });
    await expect.element(heading).toBeVisible();
    await vi.advanceTimersByTimeAsync(SESSION_RECHECK_MS);
    await expect.poll(() => callsTo(VERIFY)).toHaveLength(1);
    await expect.element(heading).toBeVisible();
    answer({ [VERIFY]: () => json({ valid: true, user }) });
    await vi.advanceTimersByTimeAsync(60_000);
    await expect.poll(() => callsTo(VERIFY)).toHaveLength(2);
    vi.clearAllTimers();
    expect(sessionStore.getSnapshot().status).toBe('confirmed');
  });
});

describe('a new token from another tab', () => {
  it('is checked without resetting the page', async () => {
    const { callsTo } = await openApp(PAGES.profile, {
      storedSession: STORED,
      answers: { ...PAGES_WAIT, [VERIFY]: () => json({ valid: true, user }) },
    });
    const heading = page.getByRole('heading', { level: 1, name: LABELS.profileSettings });
    await expect.element(heading).toBeVisible();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
    startMonitor();
    await expect.poll(() => sessionStore.getSnapshot().status).toBe('confirmed');
    await expect.element(heading).toBeVisible();
    const shown = heading.element();
    const newValue = JSON.stringify({ token: 'renewed-token', user, expiresAt: '' });
    window.dispatchEvent(
      new StorageEvent('storage', { key: SESSION_KEY, newValue, storageArea: localStorage }),
    );
    const checkedTokens = () => callsTo(VERIFY).map(({ headers }) => headers.get('authorization'));
    await expect.poll(checkedTokens).toContain('Bearer renewed-token');
    vi.clearAllTimers();
    expect(sessionStore.getSnapshot().status).toBe('confirmed');
    expect(shown.isConnected).toBe(true);
  });
});

describe('the session check every five minutes', () => {
  const openStill = async () => {
    const app = await openApp(PAGES.profile, {
      as: 'client',
      answers: { ...PAGES_WAIT, [VERIFY]: () => json({ valid: true, user }) },
    });
    await expect.element(page.getByRole('heading', { level: 1, name: LABELS.profileSettings })).toBeVisible();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
    startMonitor();
    await expect.poll(() => sessionStore.getSnapshot().status).toBe('confirmed');
    expect(app.callsTo(VERIFY)).toHaveLength(1);
    return app;
  };

  it('logs out when the session ended elsewhere, and remembers the page', async () => {
    const { answer, callsTo, currentPath } = await openStill();
    answer({ [VERIFY]: () => json({}, 401) });
    await vi.advanceTimersByTimeAsync(SESSION_RECHECK_MS - 30_000);
    expect(callsTo(VERIFY)).toHaveLength(1);
    expect(currentPath()).toBe(PAGES.profile);
    await vi.advanceTimersByTimeAsync(31_000);
    await expect.poll(currentPath).toBe(PAGES.login);
    vi.useRealTimers();
    expect([localStorage.getItem(SESSION_KEY), sessionStorage.getItem(SESSION_KEY)]).toEqual([null, null]);
    answer({ [`POST ${API.login}`]: () => json({ token: 'new', user, expiresAt: '' }) });
    await field('Email').fill(user.email);
    await field('Password').fill('a quiet harbor');
    await button(LABELS.signIn).click();
    await expect.poll(currentPath).toBe(PAGES.profile);
  });

  it('calls the server once per period and stays while the session is valid', async () => {
    const { callsTo, currentPath } = await openStill();
    for (const expected of [2, 3]) {
      await vi.advanceTimersByTimeAsync(SESSION_RECHECK_MS);
      await expect.poll(() => callsTo(VERIFY)).toHaveLength(expected);
    }
    expect(currentPath()).toBe(PAGES.profile);
  });
});

describe('a client who edits the stored role to admin', () => {
  const forged = JSON.stringify({ token: 'stored-token', user: { ...user, role: 'admin' }, expiresAt: '' });

  // A call to an admin route would fail the test.
  it.each([PAGES.admin, PAGES.adminDashboard, PAGES.adminClients, PAGES.adminAuditLogs])(
    'sees no admin page and gets no admin data at %s (BR06)',
    async (path) => {
      const headings = new Set<string | null>();
      const observer = new MutationObserver(() => {
        for (const heading of document.querySelectorAll('h1')) headings.add(heading.textContent);
      });
      observer.observe(document, { subtree: true, childList: true, characterData: true });
      onTestFinished(() => observer.disconnect());
      const { currentPath } = await openApp(path, {
        storedSession: forged,
        answers: { ...batches, [VERIFY]: () => json({ valid: true, user }) },
      });
      await expect.element(page.getByRole('heading', { level: 1, name: LABELS.dashboard })).toBeVisible();
      expect(currentPath()).toBe(PAGES.clientDashboard);
      expect([...headings]).toEqual([LABELS.dashboard]);
      expect(JSON.parse(localStorage.getItem(SESSION_KEY) ?? '{}')).toMatchObject({
        user: { role: 'client' },
      });
      await button(/^Account:/).click();
      await expect.element(page.getByRole('menuitem', { name: 'Log out' })).toBeVisible();
      await expect.element(page.getByRole('menuitem', { name: 'Admin area' })).not.toBeInTheDocument();
    },
  );
});

describe('a failing call', () => {
  it('with 401 on a signed-in page ends the session and opens the login page', async () => {
    const { currentPath } = await openApp(PAGES.adminAuditLogs, {
      as: 'admin',
      answers: { ...PAGES_WAIT, [`GET ${API.adminAuditLogs}`]: () => json({}, 401) },
    });
    await expect.poll(currentPath).toBe(PAGES.login);
    expect([localStorage.getItem(SESSION_KEY), sessionStorage.getItem(SESSION_KEY)]).toEqual([null, null]);
    await expect.element(page.getByText(AUDIT_LOGS.loadFailed)).not.toBeInTheDocument();
    await expect.element(page.getByText(AUTH.loginFailed)).not.toBeInTheDocument();
  });
});
