import { LABELS } from '@lading/contract/messages.ts';
import { PAGES } from '@lading/contract/routes.ts';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import {
  canLogIn,
  field,
  isAlive,
  lastMail,
  logIn,
  logInByToken,
  newPerson,
  registerPerson,
} from './src/actions.ts';
import { useBrowser } from './src/browser.ts';
import { expectHeading, expectPath, expectSeen, expectToast, expectUnseen } from './src/expectations.ts';

const openPage = useBrowser();

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const dialog = (page: Page) => page.getByRole('dialog');

async function confirmLink(page: Page, email: string, answer: string) {
  const link = /http:\/\/\S+\/verify-email[?#]token=\S+/.exec(await lastMail(email, PAGES.verifyEmail))?.[0];
  if (link === undefined) throw new Error('The email contains no link.');
  await page.goto(link);
  await expectPath(page, PAGES.verifyEmail);
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expectSeen(page.getByText(answer));
}

describe('an account', () => {
  it('shows and ends its sessions, and changes its password and email address (AU23)', async () => {
    const person = await registerPerson();
    const elsewhere = await logInByToken(person);
    const { page } = await openPage({ path: PAGES.login });
    await logIn(page, person);
    await expectPath(page, PAGES.clientDashboard);
    await confirmLink(page, person.email, 'Your email address is verified.');
    await page.goto(PAGES.profile);
    await expectHeading(page, LABELS.profileSettings);
    await page.getByRole('link', { name: 'Open sign-in security' }).click();
    await expectPath(page, PAGES.security);
    await expectSeen(section(page, 'Email').getByText('Verified', { exact: true }));

    const sessions = section(page, 'Where you’re signed in');
    await expectSeen(sessions.getByText('This device'));
    await expectSeen(sessions.getByText('Chrome on Linux'));
    await sessions.getByRole('button', { name: /^End the session on/ }).click();
    await expectToast(page, 'Session ended.');
    await expectUnseen(sessions.getByRole('button', { name: /^End the session on/ }));
    expect(await isAlive(elsewhere.token)).toBe(false);

    const another = await logInByToken(person);
    await section(page, 'Password').getByRole('button', { name: 'Change password' }).click();
    await field(page, 'Current password').fill(person.password);
    await field(page, 'New password').fill('seven lanterns at dusk');
    await field(page, 'Confirm password').fill('seven lanterns at dusk');
    await dialog(page).getByRole('button', { name: 'Change password' }).click();
    await expectToast(page, 'Your password was changed. All other sessions were ended.');
    expect(await isAlive(another.token)).toBe(false);
    expect(await canLogIn(person.email, person.password)).toBe(false);
    await lastMail(person.email, 'Your account password was changed.');

    const { email } = newPerson();
    await section(page, 'Email').getByRole('button', { name: 'Change email' }).click();
    await field(page, 'New email address').fill(email);
    await field(page, 'Current password').fill('seven lanterns at dusk');
    await dialog(page).getByRole('button', { name: 'Change email' }).click();
    await expectSeen(section(page, 'Email').getByText(email));
    await lastMail(person.email, 'The email address for your account was changed.');
    await confirmLink(page, email, 'Your email address is verified.');
    expect(await canLogIn(email, 'seven lanterns at dusk')).toBe(true);
  });
});
