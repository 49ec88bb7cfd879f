import { ERRORS } from '@lading/contract/errors.ts';
import { LABELS } from '@lading/contract/messages.ts';
import { API, PAGES } from '@lading/contract/routes.ts';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { field, fillSignUp, logIn, newPerson, registerPerson, signUp } from './src/actions.ts';
import { useBrowser } from './src/browser.ts';
import { expectHeading, expectPath, expectSeen, expectToast } from './src/expectations.ts';

const openPage = useBrowser();

const submit = (page: Page) => page.getByRole('button', { name: LABELS.createAccount });
const inPlace = (page: Page, text: string) => page.locator('form').getByText(text, { exact: true });
const terms = (page: Page) => page.getByRole('checkbox', { name: /I agree to the/ });

describe('the sign-up form', () => {
  it('opens the terms and the privacy policy in a new tab, so that the form keeps what was typed', async () => {
    const { page } = await openPage({ path: PAGES.signup });
    await field(page, 'Full name').fill('Noor Haddad');
    for (const [name, path] of [
      ['Terms of Service', PAGES.terms],
      ['Privacy Policy', PAGES.privacy],
    ] as const) {
      const tab = page.context().waitForEvent('page');
      await page.locator('form').getByRole('link', { name }).click();
      await expectPath(await tab, path);
    }
    expect(await field(page, 'Full name').inputValue()).toBe('Noor Haddad');
    expect(await terms(page).isChecked()).toBe(false);
  });
});

describe('signing up', () => {
  it("shows the server's message, goes to the login page with the email filled in, and the login works", async () => {
    const person = newPerson();
    const { page } = await openPage();
    const answer = page.waitForResponse((response) => response.url().endsWith(API.register));
    await signUp(page, person);
    const { message } = (await (await answer).json()) as { message: string };
    expect(message).not.toBe('');
    await expectToast(page, message);
    expect(await field(page, 'Email').inputValue()).toBe(person.email);
    await field(page, 'Password').fill(person.password);
    await page.getByRole('button', { name: LABELS.signIn }).click();
    await expectPath(page, PAGES.clientDashboard);
    await expectSeen(page.getByRole('button', { name: `Account: ${person.name} ${person.email}` }));
  });

  it('says that an account exists when the email is taken, in any letter case', async () => {
    const person = await registerPerson();
    const { page, watch } = await openPage({ path: PAGES.signup });
    watch.allow(/status of 409/);
    await fillSignUp(page, { ...person, email: person.email.toUpperCase() });
    await submit(page).click();
    await expectToast(page, ERRORS.EMAIL_TAKEN.message);
    await expectSeen(inPlace(page, ERRORS.EMAIL_TAKEN.message));
    await expectPath(page, PAGES.signup);
    expect(await field(page, 'Full name').inputValue()).toBe(person.name);
  });

  it('makes badminton@club.org a client, whom the admin area rejects', async () => {
    const person = { ...newPerson('Bea Minton'), email: 'badminton@club.org' };
    const { page } = await openPage();
    const adminAnswers: number[] = [];
    page.on('response', (response) => {
      if (response.url().includes('/api/admin')) adminAnswers.push(response.status());
    });
    await signUp(page, person);
    await logIn(page, person);
    await expectPath(page, PAGES.clientDashboard);
    await page.goto(PAGES.adminDashboard);
    await expectPath(page, PAGES.clientDashboard);
    await expectHeading(page, LABELS.dashboard);
    expect(adminAnswers).toEqual([]);
  });
});
