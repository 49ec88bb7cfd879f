import { ERRORS } from '@lading/contract/errors.ts';
import { AUTH, LABELS, PHONE } from '@lading/contract/messages.ts';
import { API, PAGES } from '@lading/contract/routes.ts';
import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { field, fillSignUp, logIn, newPerson, registerPerson, signUp } from './src/actions.ts';
import { useBrowser } from './src/browser.ts';
import { expectFocused, expectHeading, expectPath, expectSeen, expectToast } from './src/expectations.ts';

const openPage = useBrowser();

const submit = (page: Page) => page.getByRole('button', { name: LABELS.createAccount });
const inPlace = (page: Page, text: string) => page.locator('form').getByText(text, { exact: true });
const terms = (page: Page) => page.getByRole('checkbox', { name: /I agree to the/ });

describe('the sign-up form', () => {
  let page: Page;
  let registrations: number;

  beforeEach(async () => {
    ({ page } = await openPage());
    registrations = 0;
    page.on('request', (request) => {
      if (request.url().endsWith(API.register)) registrations += 1;
    });
    await page.goto(PAGES.signup);
  });

  it('has every field of the specification, the phone marked as optional', async () => {
    for (const name of ['Full name', 'Email', 'Phone optional', 'Password', 'Confirm password']) {
      await expectSeen(field(page, name));
    }
    expect(await field(page, 'Email').getAttribute('type')).toBe('email');
    expect(await field(page, 'Password').getAttribute('type')).toBe('password');
    await expectSeen(terms(page));
    await expectSeen(submit(page));
  });

  it('asks for the required fields first, in place and as a toast', async () => {
    await submit(page).click();
    await expectToast(page, AUTH.signUpFieldsRequired);
    await expectSeen(inPlace(page, AUTH.signUpFieldsRequired));
    await expectFocused(field(page, 'Full name'));
    await field(page, 'Full name').fill('Noor Haddad');
    await submit(page).click();
    await expectFocused(field(page, 'Email'));
    await field(page, 'Email').fill('noor@shop.example');
    await submit(page).click();
    await expectFocused(field(page, 'Password'));
    await expectSeen(inPlace(page, AUTH.signUpFieldsRequired));
    expect(registrations).toBe(0);
  });

  it('complains in the order of the specification: required, length, match, terms', async () => {
    await field(page, 'Full name').fill('Noor Haddad');
    await field(page, 'Email').fill('noor@shop.example');
    await field(page, 'Password').fill('short');
    await expectSeen(inPlace(page, AUTH.passwordTooShort));
    await field(page, 'Password').fill('long enough');
    await submit(page).click();
    await expectToast(page, AUTH.passwordsDiffer);
    await field(page, 'Confirm password').fill('long enough');
    await submit(page).click();
    await expectToast(page, AUTH.termsRequired);
    await expectSeen(inPlace(page, AUTH.termsRequired));
    await expectFocused(terms(page));
    expect(registrations).toBe(0);
  });

  it('keeps the button disabled while a password error stands, and shows the reason', async () => {
    await fillSignUp(page, newPerson());
    expect(await submit(page).isEnabled()).toBe(true);
    await field(page, 'Password').fill('seven77');
    expect(await submit(page).isDisabled()).toBe(true);
    const reason = inPlace(page, AUTH.passwordTooShort);
    await expectSeen(reason);
    const described = await field(page, 'Password').getAttribute('aria-describedby');
    const describedText = await page.evaluate(
      (ids) => ids.split(' ').map((id) => document.getElementById(id)?.textContent),
      described ?? '',
    );
    expect(describedText.join(' ')).toContain(AUTH.passwordTooShort);
    expect(await field(page, 'Password').getAttribute('aria-invalid')).toBe('true');
    await field(page, 'Password').fill('eight888');
    await field(page, 'Confirm password').fill('eight889');
    await field(page, 'Full name').focus();
    await expectSeen(inPlace(page, AUTH.passwordsDiffer));
    expect(await submit(page).isDisabled()).toBe(true);
    await field(page, 'Confirm password').fill('eight888');
    expect(await submit(page).isEnabled()).toBe(true);
  });

  it('does not judge the confirmation while it is being typed', async () => {
    await field(page, 'Password').fill('long enough');
    await field(page, 'Confirm password').pressSequentially('long');
    expect(await inPlace(page, AUTH.passwordsDiffer).count()).toBe(0);
  });

  it('refuses a phone number with a country code or without ten digits', async () => {
    await fillSignUp(page, newPerson());
    for (const [phone, sentence] of [
      ['+15035550142', PHONE.countryCode],
      ['503555014', PHONE.tenDigits],
      ['0015035550142', PHONE.countryCode],
    ] as const) {
      await field(page, 'Phone optional').fill(phone);
      await submit(page).click();
      await expectSeen(inPlace(page, sentence));
      await expectFocused(field(page, 'Phone optional'));
    }
    expect(registrations).toBe(0);
  });

  it('opens the terms and the privacy policy in a new tab, so that the form keeps what was typed', async () => {
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

  it('takes a phone number however it is written', async () => {
    const { page } = await openPage({ path: PAGES.signup });
    await fillSignUp(page, newPerson());
    await field(page, 'Phone optional').fill('(503) 555-0142');
    await submit(page).click();
    await expectPath(page, PAGES.login);
  });

  it('says that an account exists when the address is taken, in whatever case it is written', async () => {
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

  it("says 'Failed to sign up' when the server refuses without a reason", async () => {
    const { page, watch } = await openPage({ path: PAGES.signup });
    watch.allow(/status of 400/);
    await page.route(`**${API.register}`, (route) => route.fulfill({ status: 400, json: { message: '' } }));
    await fillSignUp(page, newPerson());
    await submit(page).click();
    await expectToast(page, AUTH.signUpFailed);
    await expectPath(page, PAGES.signup);
  });

  it('makes badminton@club.org a client, whom the admin area sends away', async () => {
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
