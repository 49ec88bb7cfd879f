import { EMAIL_INVALID } from '@lading/contract/identity.ts';
import { AUTH, GENERAL, LABELS } from '@lading/contract/messages.ts';
import { API, PAGES } from '@lading/contract/routes.ts';
import { describe, expect, it } from 'vitest';
import { openApp } from '../../../test/app.tsx';
import { json, networkFailure } from '../../../test/fake-server.ts';
import { button, field, inForm, toastWith } from '../../../test/screen.ts';

const FORGOT = `POST ${API.forgotPassword}`;
const send = () => button(LABELS.sendResetLink);

describe('the forgotten-password form', () => {
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
});
