import { FORGOT_PASSWORD_WAIT_MS } from '@lading/contract/constants.ts';
import { ERRORS } from '@lading/contract/errors.ts';
import { AUTH, GENERAL, LABELS } from '@lading/contract/messages.ts';
import { API, PAGES } from '@lading/contract/routes.ts';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import {
  canLogIn,
  countMails,
  field,
  isAlive,
  keptSession,
  lastMail,
  logIn,
  logInByToken,
  registerPerson,
} from './src/actions.ts';
import { useBrowser } from './src/browser.ts';
import { expectFocused, expectHeading, expectPath, expectSeen, expectToast } from './src/expectations.ts';
import { ownServer } from './src/own-server.ts';

const openPage = useBrowser();

const send = (page: Page) => page.getByRole('button', { name: LABELS.sendResetLink });
const save = (page: Page) => page.getByRole('button', { name: 'Save new password' });

async function askForLink(page: Page, email: string) {
  await page.goto(PAGES.forgotPassword);
  await field(page, 'Email').fill(email);
  await send(page).click();
  await expectHeading(page, AUTH.resetMailSent);
}

async function linkFor(page: Page, email: string): Promise<string> {
  await askForLink(page, email);
  const link = /http:\/\/\S+\/reset-password\?token=\S+/.exec(await lastMail(email))?.[0];
  if (link === undefined) throw new Error('The mail holds no link.');
  return link;
}

async function chooseNewPassword(page: Page, password: string) {
  await field(page, 'New password').fill(password);
  await field(page, 'Confirm password').fill(password);
  await save(page).click();
}

describe('the forgotten password', () => {
  it('shows the success panel with the address, a retry link and a link back', async () => {
    const { email } = await registerPerson();
    const { page } = await openPage({ path: PAGES.forgotPassword });
    await field(page, 'Email').fill(email);
    const startedAt = Date.now();
    await send(page).click();
    await expectHeading(page, AUTH.resetMailSent);
    expect(Date.now() - startedAt).toBeGreaterThanOrEqual(FORGOT_PASSWORD_WAIT_MS);
    await expectFocused(page.getByRole('heading', { level: 1 }));
    await expectSeen(page.getByText(email, { exact: true }));
    await page.getByRole('button', { name: 'try again' }).click();
    expect(await field(page, 'Email').inputValue()).toBe(email);
    await send(page).click();
    await page.getByRole('link', { name: LABELS.backToSignIn }).click();
    await expectPath(page, PAGES.login);
  });

  it('answers an unknown address in the same words and sends no mail', async () => {
    const { email } = await registerPerson();
    const unknown = 'nobody@nowhere.example';
    const panelFor = async (address: string) => {
      const { page } = await openPage();
      await askForLink(page, address);
      return (await page.locator('main').textContent())?.replace(address, 'ADDRESS');
    };
    const panels = await Promise.all([email, unknown].map(panelFor));
    expect(panels[0]).toContain('ADDRESS');
    expect(panels[1]).toBe(panels[0]);
    await lastMail(email);
    expect(countMails(unknown)).toBe(0);
  });
});

describe('the link in the mail', () => {
  it('sets the new password, ends every session of the account and works only once', async () => {
    const person = await registerPerson();
    const password = 'another harbor';
    const elsewhere = await logInByToken(person);
    const other = await openPage({ storage: elsewhere.storage, path: PAGES.clientDashboard });
    await expectHeading(other.page, LABELS.dashboard);

    const { page } = await openPage();
    const link = await linkFor(page, person.email);
    expect(new URL(link).origin).toBe(ownServer.baseUrl);
    await page.goto(link);
    await expectHeading(page, 'Choose a new password');
    await expectPath(page, PAGES.resetPassword);
    await chooseNewPassword(page, password);
    await expectPath(page, PAGES.login);
    await expectSeen(page.getByRole('region', { name: 'Notifications' }).locator('[data-tone="success"]'));

    expect(await isAlive(elsewhere.token)).toBe(false);
    other.watch.allow(/status of 401/);
    await other.page.reload();
    await expectPath(other.page, PAGES.login);
    await expectToast(other.page, GENERAL.sessionExpired);
    expect(await keptSession(other.page)).toEqual({ local: null, session: null });

    expect(await canLogIn(person.email, person.password)).toBe(false);
    await logIn(page, { ...person, password });
    await expectPath(page, PAGES.clientDashboard);

    const again = await openPage();
    again.watch.allow(/status of 400/);
    await again.page.goto(link);
    await chooseNewPassword(again.page, 'a third harbor');
    await expectToast(again.page, ERRORS.RESET_LINK_INVALID.message);
    await expectSeen(again.page.locator('form').getByText(ERRORS.RESET_LINK_INVALID.message));
    await again.page.getByRole('link', { name: 'Request a new link' }).click();
    await expectPath(again.page, PAGES.forgotPassword);
    expect(await canLogIn(person.email, 'a third harbor')).toBe(false);
  });

  it('keeps the token out of the address bar and the history', async () => {
    const { page } = await openPage();
    await page.goto(`${PAGES.resetPassword}?token=not-a-real-token`);
    await expectHeading(page, 'Choose a new password');
    await expectPath(page, PAGES.resetPassword);
    await page.getByRole('link', { name: 'Terms' }).click();
    await expectPath(page, PAGES.terms);
    await page.goBack();
    await expectPath(page, PAGES.resetPassword);
  });

  it('rejects a short or different new password before it calls the server', async () => {
    const { page } = await openPage();
    let calls = 0;
    page.on('request', (request) => {
      if (request.url().endsWith(API.resetPassword)) calls += 1;
    });
    await page.goto(`${PAGES.resetPassword}?token=not-a-real-token`);
    await field(page, 'New password').fill('short');
    await expectSeen(page.getByText(AUTH.passwordTooShort, { exact: true }));
    expect(await save(page).isDisabled()).toBe(true);
    await field(page, 'New password').fill('long enough');
    await field(page, 'Confirm password').fill('long enouhg');
    await field(page, 'New password').focus();
    await expectSeen(page.getByText(AUTH.passwordsDiffer, { exact: true }));
    expect(await save(page).isDisabled()).toBe(true);
    expect(calls).toBe(0);
  });

  it('says so when it is incomplete, and offers a new one', async () => {
    const { page } = await openPage({ path: PAGES.resetPassword });
    await expectHeading(page, 'This link is incomplete');
    await page.getByRole('link', { name: 'Request a new link' }).click();
    await expectPath(page, PAGES.forgotPassword);
  });
});
