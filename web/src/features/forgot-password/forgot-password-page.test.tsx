import { FORGOT_PASSWORD_WAIT_MS } from '@lading/contract/constants.ts';
import { EMAIL_INVALID } from '@lading/contract/identity.ts';
import { AUTH, GENERAL, LABELS } from '@lading/contract/messages.ts';
import { API, PAGES } from '@lading/contract/routes.ts';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { openApp } from '../../../test/app.tsx';
import { json, networkFailure } from '../../../test/fake-server.ts';
import { button, field, inForm, main, toastWith } from '../../../test/screen.ts';

const FORGOT = `POST ${API.forgotPassword}`;
const send = () => button(LABELS.sendResetLink);

describe('the forgot-password form', () => {
  it('asks for the email address when none is given, and for a valid one', async () => {
    const { callsTo } = await openApp(PAGES.forgotPassword);
    await send().click();
    await expect.element(toastWith(AUTH.emailRequired)).toBeVisible();
    await expect.element(inForm(AUTH.emailRequired)).toBeVisible();
    await expect.element(field('Email')).toHaveFocus();
    await field('Email').fill('not an address');
    await send().click();
    await expect.element(inForm(EMAIL_INVALID)).toBeVisible();
    expect(callsTo(FORGOT)).toEqual([]);
  });

  it("says 'Failed to send reset link' when the server refuses without a reason", async () => {
    const { currentPath } = await openApp(PAGES.forgotPassword, {
      answers: { [FORGOT]: () => json({ message: '' }, 400) },
    });
    await field('Email').fill('noor@shop.example');
    await send().click();
    await expect.element(toastWith(AUTH.resetMailFailed)).toBeVisible();
    expect(currentPath()).toBe(PAGES.forgotPassword);
  });

  it('says that the network failed, and stays on the page', async () => {
    const { currentPath } = await openApp(PAGES.forgotPassword, { answers: { [FORGOT]: networkFailure } });
    await field('Email').fill('noor@shop.example');
    await send().click();
    await expect.element(toastWith(GENERAL.networkError)).toBeVisible();
    expect(currentPath()).toBe(PAGES.forgotPassword);
  });

  it('shows the success panel with the address, a retry link and a link back', async () => {
    const { currentPath } = await openApp(PAGES.forgotPassword, {
      answers: { [FORGOT]: () => json({ message: 'Sent.' }) },
    });
    const heading = page.getByRole('heading', { level: 1, name: AUTH.resetMailSent });
    await field('Email').fill('noor@shop.example');
    const startedAt = performance.now();
    await send().click();
    await expect.element(heading).toHaveFocus();
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(FORGOT_PASSWORD_WAIT_MS);
    await expect.element(main().getByText('noor@shop.example', { exact: true })).toBeVisible();
    await button('try again').click();
    await expect.element(field('Email')).toHaveValue('noor@shop.example');
    await send().click();
    await expect.element(heading).toBeVisible();
    await page.getByRole('link', { name: LABELS.backToSignIn }).click();
    await expect.poll(currentPath).toBe(PAGES.login);
  });
});
