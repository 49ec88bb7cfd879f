import { ERRORS } from '@lading/contract/errors.ts';
import { AUTH, LABELS, PHONE } from '@lading/contract/messages.ts';
import { passwordHint, passwordRefusal } from '@lading/contract/password-strength.ts';
import { API, PAGES } from '@lading/contract/routes.ts';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { openApp } from '../../../test/app.tsx';
import { json } from '../../../test/fake-server.ts';
import { button, field, inForm, toastWith } from '../../../test/screen.ts';

const REGISTER = `POST ${API.register}`;
const submit = () => button(LABELS.createAccount);
const terms = () => page.getByRole('checkbox', { name: /I agree to the/ });

async function fillForm() {
  await field('Full name').fill('Noor Haddad');
  await field('Email').fill('noor@shop.example');
  await field('Password').fill('a quiet harbor');
  await field('Confirm password').fill('a quiet harbor');
  await terms().click();
}

describe('the sign-up form', () => {
  it('has every field of the specification and marks the phone as optional', async () => {
    await openApp(PAGES.signup);
    for (const name of ['Full name', 'Email', 'Phone optional', 'Password', 'Confirm password'])
      await expect.element(field(name)).toBeVisible();
    await expect.element(field('Email')).toHaveAttribute('type', 'email');
    await expect.element(field('Password')).toHaveAttribute('type', 'password');
    await expect.element(terms()).toBeVisible();
    await expect.element(submit()).toBeVisible();
  });

  it('asks for the required fields first, in the form and as a toast', async () => {
    const { callsTo } = await openApp(PAGES.signup);
    await submit().click();
    await expect.element(toastWith(AUTH.signUpFieldsRequired)).toBeVisible();
    await expect.element(inForm(AUTH.signUpFieldsRequired)).toBeVisible();
    await expect.element(field('Full name')).toHaveFocus();
    for (const name of ['Full name', 'Email', 'Password'])
      await expect.element(field(name)).toHaveAttribute('aria-invalid', 'true');
    await expect.element(field('Phone optional')).not.toHaveAttribute('aria-invalid');
    await field('Full name').fill('Noor Haddad');
    await expect.element(field('Full name')).not.toHaveAttribute('aria-invalid');
    await submit().click();
    await expect.element(field('Email')).toHaveFocus();
    await field('Email').fill('noor@shop.example');
    await submit().click();
    await expect.element(field('Password')).toHaveFocus();
    await expect.element(inForm(AUTH.signUpFieldsRequired)).toBeVisible();
    expect(callsTo(REGISTER)).toEqual([]);
  });

  it('reports problems in the order of the specification: required, length, match, terms', async () => {
    const { callsTo } = await openApp(PAGES.signup);
    await field('Full name').fill('Noor Haddad');
    await field('Email').fill('noor@shop.example');
    await field('Password').fill('short');
    await expect.element(inForm(AUTH.passwordTooShort)).toBeVisible();
    await field('Password').fill('long enough');
    await submit().click();
    await expect.element(toastWith(AUTH.passwordsDiffer)).toBeVisible();
    await field('Confirm password').fill('long enough');
    await submit().click();
    await expect.element(toastWith(AUTH.termsRequired)).toBeVisible();
    await expect.element(inForm(AUTH.termsRequired)).toBeVisible();
    await expect.element(terms()).toHaveFocus();
    await expect.element(terms()).toHaveAccessibleDescription(AUTH.termsRequired);
    await terms().click();
    await expect.element(terms()).not.toHaveAttribute('aria-invalid');
    await terms().click();
    expect(callsTo(REGISTER)).toEqual([]);
  });

  it('disables the button while a password has a problem, and shows the reason', async () => {
    await openApp(PAGES.signup);
    await fillForm();
    await expect.element(submit()).toBeEnabled();
    await field('Password').fill('seven77');
    await expect.element(submit()).toBeDisabled();
    await expect.element(inForm(AUTH.passwordTooShort)).toBeVisible();
    await expect.element(field('Password')).toHaveAccessibleDescription(new RegExp(AUTH.passwordTooShort));
    await expect.element(field('Password')).toHaveAttribute('aria-invalid', 'true');
    await field('Password').fill('eight888');
    await field('Confirm password').fill('eight889');
    await field('Full name').click();
    await expect.element(inForm(AUTH.passwordsDiffer)).toBeVisible();
    await expect.element(submit()).toBeDisabled();
    await field('Confirm password').fill('eight888');
    await expect.element(submit()).toBeEnabled();
  });

  it('says that a common password or the user’s own name is easy to guess, and accepts it in standard (AU11)', async () => {
    await openApp(PAGES.signup);
    await fillForm();
    await field('Password').fill('Password1!');
    await expect.element(inForm(passwordHint('common'))).toBeVisible();
    await expect.element(field('Password')).toHaveAccessibleDescription(/easy to guess/);
    await field('Password').fill('noor haddad 1');
    await expect.element(inForm(passwordHint('own-words'))).toBeVisible();
    await field('Confirm password').fill('noor haddad 1');
    await expect.element(submit()).toBeEnabled();
    await field('Password').fill('a quiet harbor');
    await expect.element(page.getByText(/We recommend choosing a different one/)).not.toBeInTheDocument();
  });

  it('shows why the server refused a password, at the field', async () => {
    const message = passwordRefusal('common');
    const answer = { error: 'PASSWORD_WEAK', message, fields: [{ path: 'password', message }] };
    await openApp(PAGES.signup, { answers: { [REGISTER]: () => json(answer, 400) } });
    await fillForm();
    await submit().click();
    await expect.element(field('Password')).toHaveAttribute('aria-invalid', 'true');
    await expect.element(field('Password')).toHaveFocus();
  });

  it('does not judge the confirmation while it is being typed', async () => {
    await openApp(PAGES.signup);
    await field('Password').fill('long enough');
    await field('Confirm password').click();
    await userEvent.keyboard('long');
    await expect.element(field('Confirm password')).toHaveValue('long');
    await expect.element(page.getByText(AUTH.passwordsDiffer)).not.toBeInTheDocument();
  });

  it('rejects a phone number with a country code or without ten digits', async () => {
    const { callsTo } = await openApp(PAGES.signup);
    await fillForm();
    for (const [phone, sentence] of [
      ['+15035550142', PHONE.countryCode],
      ['503555014', PHONE.tenDigits],
      ['0015035550142', PHONE.countryCode],
    ] as const) {
      await field('Phone optional').fill(phone);
      await submit().click();
      await expect.element(inForm(sentence)).toBeVisible();
      await expect.element(field('Phone optional')).toHaveFocus();
    }
    expect(callsTo(REGISTER)).toEqual([]);
  });

  it('accepts a formatted phone number', async () => {
    const { callsTo, currentPath } = await openApp(PAGES.signup, {
      answers: { [REGISTER]: () => json({ message: 'Welcome.' }, 201) },
    });
    await fillForm();
    await field('Phone optional').fill('(503) 555-0142');
    await submit().click();
    await expect.element(toastWith('Welcome.')).toBeVisible();
    await expect.poll(currentPath).toBe(PAGES.login);
    expect(callsTo(REGISTER)[0]?.body).toMatchObject({ phone: '(503) 555-0142' });
    await expect.element(field('Email')).toHaveValue('noor@shop.example');
  });

  it('says that an account exists when the email is taken, and keeps what was typed', async () => {
    const { status, message } = ERRORS.EMAIL_TAKEN;
    const { currentPath } = await openApp(PAGES.signup, {
      answers: { [REGISTER]: () => json({ error: 'EMAIL_TAKEN', message, requestId: 'r' }, status) },
    });
    await fillForm();
    await submit().click();
    await expect.element(toastWith(message)).toBeVisible();
    await expect.element(inForm(message)).toBeVisible();
    await expect.element(field('Full name')).toHaveValue('Noor Haddad');
    expect(currentPath()).toBe(PAGES.signup);
  });

  it('opens the terms and the privacy policy in a new tab, so that the form keeps what was typed', async () => {
    await openApp(PAGES.signup);
    for (const [name, path] of [
      ['Terms of Service', PAGES.terms],
      ['Privacy Policy', PAGES.privacy],
    ] as const) {
      const link = page.getByRole('main').getByRole('link', { name: `${name} (opens in a new tab)` });
      await expect.element(link).toHaveAttribute('href', path);
      await expect.element(link).toHaveAttribute('target', '_blank');
    }
  });

  it("says 'Failed to sign up' when the server refuses without a reason", async () => {
    const { currentPath } = await openApp(PAGES.signup, {
      answers: { [REGISTER]: () => json({ message: '' }, 400) },
    });
    await fillForm();
    await submit().click();
    await expect.element(toastWith(AUTH.signUpFailed)).toBeVisible();
    expect(currentPath()).toBe(PAGES.signup);
  });
});
