import { AUTH, LABELS } from '@lading/contract/messages.ts';
import { API, PAGES } from '@lading/contract/routes.ts';
import { expect, it } from 'vitest';
import {
  demoAccount,
  field,
  isAlive,
  keptSession,
  logIn,
  logOut,
  registerPerson,
  SESSION_KEY,
} from './src/actions.ts';
import { useBrowser } from './src/browser.ts';
import { expectHeading, expectPath, expectSeen, expectToast } from './src/expectations.ts';
import { ownServer } from './src/own-server.ts';

const openPage = useBrowser();
const tokenOf = (stored: string | null) => (JSON.parse(stored ?? '{}') as { token?: string }).token ?? '';

it('a login is kept in one storage, survives a reload, and ends with the logout in every tab', async () => {
  const person = await registerPerson();
  const wanted = `${PAGES.shippingHistory}?page=2`;
  const { page } = await openPage({ path: wanted });
  await expectPath(page, PAGES.login);
  await logIn(page, person);
  await expectToast(page, AUTH.loginSucceeded);
  await expectPath(page, wanted);
  await expectHeading(page, LABELS.shippingHistory);
  const first = await keptSession(page);
  expect(first.local).toBeNull();
  expect(JSON.parse(first.session ?? 'null')).toMatchObject({ user: { email: person.email } });
  expect(await isAlive(tokenOf(first.session))).toBe(true);

  const verified = page.waitForResponse((response) => response.url().endsWith(API.verify));
  await page.reload();
  expect((await verified).status()).toBe(200);
  await expectHeading(page, LABELS.shippingHistory);
  await expectPath(page, wanted);
  await logOut(page);
  expect(await keptSession(page)).toEqual({ local: null, session: null });
  expect(await isAlive(tokenOf(first.session))).toBe(false);

  // The next login leads neither to the previous user's page nor to a hostile location (AU17).
  await page.evaluate(() => sessionStorage.setItem('lading.return-path', '//evil.example/client'));
  await logIn(page, demoAccount('client'), true);
  await expectPath(page, PAGES.clientDashboard);
  expect(new URL(page.url()).origin).toBe(ownServer.baseUrl);
  const second = await keptSession(page);
  expect(second.session).toBeNull();
  expect(await isAlive(tokenOf(second.local))).toBe(true);

  const otherTab = await page.context().newPage();
  await otherTab.goto(PAGES.profile);
  await expectSeen(field(otherTab, 'Full Name'));
  await page.bringToFront();
  await logOut(page);
  await expectPath(otherTab, PAGES.login);
  expect(await otherTab.evaluate((key) => localStorage.getItem(key), SESSION_KEY)).toBeNull();
  expect(await isAlive(tokenOf(second.local))).toBe(false);
});
