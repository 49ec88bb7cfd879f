import { ERRORS } from '@lading/contract/errors.ts';
import { AUTH, GENERAL } from '@lading/contract/messages.ts';
import { API, PAGES } from '@lading/contract/routes.ts';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { openApp } from '../../../test/app.tsx';
import { json } from '../../../test/fake-server.ts';
import { button, field, toastWith } from '../../../test/screen.ts';

const RESET = `POST ${API.resetPassword}`;
const LINK = `${PAGES.resetPassword}?token=example`;
const save = () => button('Save new password');
const heading = (name: string) => page.getByRole('heading', { level: 1, name });

async function chooseNewPassword(password: string) {
  await field('New password').fill(password);
  await field('Confirm password').fill(password);
  await save().click();
}

describe('the page of a reset link', () => {
  it('rejects a short or different new password before it calls the server', async () => {
    const { callsTo } = await openApp(LINK);
    await field('New password').fill('short');
    await expect.element(page.getByText(AUTH.passwordTooShort, { exact: true })).toBeVisible();
    await expect.element(save()).toBeDisabled();
    await field('New password').fill('long enough');
    await field('Confirm password').fill('long enouhg');
    (field('New password').element() as HTMLElement).focus();
    await expect.element(page.getByText(AUTH.passwordsDiffer, { exact: true })).toBeVisible();
    await expect.element(save()).toBeDisabled();
    expect(callsTo(RESET)).toEqual([]);
  });

  it('says when the link is no longer valid, and offers a new one', async () => {
    const { status, message } = ERRORS.RESET_LINK_INVALID;
    const { callsTo, currentPath } = await openApp(LINK, {
      answers: { [RESET]: () => json({ error: 'RESET_LINK_INVALID', message, requestId: 'r' }, status) },
    });
    await chooseNewPassword('a long password');
    await expect.element(toastWith(message)).toBeVisible();
    await expect.element(page.getByRole('main').getByText(new RegExp(`^${message}`))).toBeVisible();
    expect(callsTo(RESET)[0]?.body).toEqual({ token: 'example', password: 'a long password' });
    await page.getByRole('link', { name: 'Request a new link' }).click();
    await expect.poll(currentPath).toBe(PAGES.requestPasswordReset);
  });

  it('says that the password was changed, also to a person who was signed in', async () => {
    const message = 'Your password was changed.';
    const { currentPath } = await openApp(LINK, {
      as: 'client',
      answers: { [RESET]: () => json({ message, hint: 'Other devices were signed out.' }) },
    });
    await chooseNewPassword('a long password');
    await expect.element(toastWith(message)).toBeVisible();
    await expect.element(toastWith('Other devices were signed out.')).toBeVisible();
    await expect.poll(currentPath).toContain(PAGES.login);
  });

  it('shows status and text when the response has no message and the screen no default', async () => {
    await openApp(LINK, {
      answers: {
        [RESET]: () => new Response('<html>proxy page</html>', { status: 410, statusText: 'Gone' }),
      },
    });
    await chooseNewPassword('a long password');
    await expect.element(toastWith(GENERAL.httpFallback(410, 'Gone'))).toBeVisible();
  });

  it('says so when the link is incomplete, and offers a new one', async () => {
    const { currentPath } = await openApp(PAGES.resetPassword);
    await expect.element(heading('This link is incomplete')).toBeVisible();
    await page.getByRole('link', { name: 'Request a new link' }).click();
    await expect.poll(currentPath).toBe(PAGES.requestPasswordReset);
  });
});
