import { LABELS } from '@lading/contract/messages.ts';
import { PAGES } from '@lading/contract/routes.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { canLogIn, field, lastMail, logIn, logInByToken, logOut, registerPerson } from './src/actions.ts';
import { appCode, plugInAuthenticator } from './src/authenticator.ts';
import { useBrowser } from './src/browser.ts';
import { expectHeading, expectPath, expectSeen } from './src/expectations.ts';
import { ownServer } from './src/own-server.ts';
import { type RunningServer, startServer } from './src/server.ts';

const openPage = useBrowser();
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

async function saveCodes(page: Page, done: string): Promise<string[]> {
  const list = page.getByRole('list', { name: 'Recovery codes' });
  await expectSeen(list);
  const codes = await list.getByRole('listitem').allInnerTexts();
  expect(codes).toHaveLength(10);
  await expect.poll(() => button(page, done).isDisabled()).toBe(true);
  await page.getByRole('checkbox', { name: 'I have saved these codes' }).check();
  await button(page, done).click();
  return codes;
}

async function openSecurity(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Account:/ }).press('Enter');
  await page.getByRole('menuitem', { name: 'Sign-in security' }).click();
  await expectHeading(page, 'Sign-in security');
}

describe('an authenticator app', () => {
  it('is set up, signs in with a code, and is replaced by a recovery code when it is lost', async () => {
    const person = await registerPerson();
    const { storage } = await logInByToken(person);
    const { page, watch } = await openPage({ storage, path: PAGES.clientDashboard });
    watch.allow(/status of 401/, /status of 403/);
    await openSecurity(page);
    await expectPath(page, PAGES.security);
    await button(page, 'Set up authenticator app').click();
    await expectSeen(page.getByRole('img', { name: 'QR code for your authenticator app' }));
    const secret = await page.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).textContent();
    await field(page, 'Code from the app').fill('000 000');
    await button(page, 'Confirm code').click();
    await expectSeen(page.getByText('That code is incorrect or was already used.', { exact: false }));
    await field(page, 'Code from the app').fill(await appCode(secret ?? '', 1));
    await button(page, 'Confirm code').click();
    const download = page.waitForEvent('download');
    await button(page, 'Download').click();
    expect((await download).suggestedFilename()).toBe('lading-recovery-codes.txt');
    const codes = await saveCodes(page, 'Done');
    await expectSeen(page.getByText('10 of 10 codes left.', { exact: false }));
    expect(await lastMail(person.email)).toContain('Second factor: authenticator app');

    await logOut(page);
    await logIn(page, person);
    await expectHeading(page, 'Confirm it’s you');
    await field(page, 'Code').fill(await appCode(secret ?? '', 0));
    await button(page, 'Continue').click();
    await expectPath(page, PAGES.clientDashboard);

    await logOut(page);
    await logIn(page, person);
    await button(page, 'Lost your device? Use a recovery code').click();
    await field(page, 'Recovery code').fill('AAAAA-AAAAA');
    await button(page, 'Continue').click();
    await expectSeen(page.getByText('That recovery code is incorrect or was already used.'));
    await field(page, 'Recovery code').fill((codes[0] ?? '').toLowerCase());
    await button(page, 'Continue').click();
    await expectPath(page, PAGES.clientDashboard);
    await openSecurity(page);
    await expectSeen(page.getByText('9 of 10 codes left.', { exact: false }));
  });
});

describe('a passkey', () => {
  it('is added, signs in without a password, and is removed', async () => {
    const person = await registerPerson();
    const { storage } = await logInByToken(person);
    const { page, watch } = await openPage({ storage, path: PAGES.security });
    watch.allow(/status of 401/);
    const device = await plugInAuthenticator(page);
    await button(page, 'Add passkey').click();
    await field(page, 'Name').fill('Test laptop');
    await button(page, 'Continue').click();
    await saveCodes(page, 'Done');
    await expectSeen(page.getByText('Test laptop', { exact: true }));
    expect(await device.credentials()).toBe(1);

    await logOut(page);
    await button(page, 'Continue with a passkey').click();
    await expectPath(page, PAGES.clientDashboard);
    await logOut(page);
    await logIn(page, person);
    await button(page, 'Use your passkey').click();
    await expectPath(page, PAGES.clientDashboard);

    await openSecurity(page);
    await button(page, 'Remove Test laptop').click();
    await button(page, 'Remove').click();
    await expectSeen(page.getByText('No passkeys yet.'));
    expect(await canLogIn(person.email, person.password)).toBe(true);
  });
});

describe('an admin in strict', () => {
  const shared = { ...ownServer };
  const admin = { email: 'boss@shop.example', password: 'wide river under a quiet moon' };
  let server: RunningServer | undefined;
  beforeAll(async () => {
    server = await startServer({
      LADING_SECURITY: 'strict',
      LADING_DEMO: 'off',
      ADMIN_EMAIL: admin.email,
      ADMIN_PASSWORD: admin.password,
    });
    Object.assign(ownServer, server);
  });
  afterAll(async () => {
    Object.assign(ownServer, shared);
    await server?.stop();
  });

  it('sets up a second factor at the first sign-in before anything else', async () => {
    const { page } = await openPage({ path: PAGES.login });
    await plugInAuthenticator(page);
    await logIn(page, admin);
    await expectPath(page, PAGES.setUpSecondFactor);
    await page.goto(PAGES.adminClients);
    await expectPath(page, PAGES.setUpSecondFactor);
    await page.getByRole('button', { name: /^Use a passkey/ }).click();
    await saveCodes(page, 'Continue');
    await expectPath(page, PAGES.adminDashboard);
    await expectHeading(page, LABELS.adminDashboard);
    await openSecurity(page);
    await expectPath(page, PAGES.adminSecurity);
    await expectSeen(page.getByText('To replace the one you have, add another one first.', { exact: false }));
    expect(await button(page, 'Remove My passkey').count()).toBe(0);
  });
});
