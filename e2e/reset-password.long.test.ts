import { ERRORS } from '@lading/contract/errors.ts';
import { AUTH, GENERAL, LABELS } from '@lading/contract/messages.ts';
import { PAGES } from '@lading/contract/routes.ts';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import {
  canLogIn,
  field,
  isAlive,
  keptSession,
  lastMail,
  logIn,
  logInByToken,
  registerPerson,
} from './src/actions.ts';
import { useBrowser } from './src/browser.ts';
import { expectHeading, expectPath, expectSeen, expectToast } from './src/expectations.ts';
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
  const link = /http:\/\/\S+\/reset-password\?token=\S+/.exec(
    await lastMail(email, PAGES.resetPassword),
  )?.[0];
  if (link === undefined) throw new Error('The email contains no link.');
  return link;
}

async function chooseNewPassword(page: Page, password: string) {
  await field(page, 'New password').fill(password);
  await field(page, 'Confirm password').fill(password);
  await save(page).click();
}

it('the link in the email sets the new password, ends every session of the account and works only once', async () => {
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
  expect(await canLogIn(person.email, 'a third harbor')).toBe(false);

  // The token is neither in the address bar nor in the history (AU09).
  await expectPath(again.page, PAGES.resetPassword);
  await again.page.getByRole('link', { name: 'Terms' }).click();
  await expectPath(again.page, PAGES.terms);
  await again.page.goBack();
  await expectPath(again.page, PAGES.resetPassword);
});
