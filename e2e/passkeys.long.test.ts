import { LABELS } from '@lading/contract/messages.ts';
import { PAGES } from '@lading/contract/routes.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { canLogIn, field, logIn, logInByToken, logOut, registerPerson } from './src/actions.ts';
import { plugInAuthenticator } from './src/authenticator.ts';
import { useBrowser } from './src/browser.ts';
import { expectHeading, expectPath, expectSeen } from './src/expectations.ts';
import { ownServer } from './src/own-server.ts';
import { button, openSecurity, saveCodes } from './src/second-factor.ts';
import { type RunningServer, startServer } from './src/server.ts';

const openPage = useBrowser();

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

describe('an admin with strict security', () => {
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
