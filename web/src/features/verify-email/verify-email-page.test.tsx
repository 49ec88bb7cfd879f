import { LABELS } from '@lading/contract/messages.ts';
import { API, PAGES } from '@lading/contract/routes.ts';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { openApp } from '../../../test/app.tsx';
import { json } from '../../../test/fake-server.ts';
import { button } from '../../../test/screen.ts';
import { COPY } from './copy.ts';

const VERIFY = `POST ${API.verifyEmail}`;

describe('the page that confirms an email address', () => {
  it.each(['verified', 'changed', 'waiting'] as const)('waits for a click and reports: %s', async (state) => {
    const { callsTo } = await openApp(`${PAGES.verifyEmail}#token=abc`, {
      answers: { [VERIFY]: () => json({ state }) },
    });
    await expect.element(button(COPY.confirm)).toBeVisible();
    expect(callsTo(VERIFY)).toEqual([]);
    await button(COPY.confirm).click();
    await expect.element(page.getByText(COPY.done[state])).toBeVisible();
    expect(callsTo(VERIFY)[0]?.body).toEqual({ token: 'abc' });
  });

  it('updates the address of the session after a change', async () => {
    const { callsTo } = await openApp(`${PAGES.verifyEmail}#token=abc`, {
      as: 'client',
      answers: { [VERIFY]: () => json({ state: 'changed' }), [`GET ${API.verify}`]: () => json({}, 503) },
    });
    await button(COPY.confirm).click();
    await expect.element(page.getByText(COPY.done.changed)).toBeVisible();
    await expect.poll(() => callsTo(`GET ${API.verify}`)).toHaveLength(1);
  });

  it('says that a link is no longer valid', async () => {
    const message = 'This link is no longer valid. Please request a new one.';
    await openApp(`${PAGES.verifyEmail}?token=abc`, {
      answers: { [VERIFY]: () => json({ error: 'EMAIL_LINK_INVALID', message }, 400) },
    });
    await button(COPY.confirm).click();
    await expect.element(page.getByText(message)).toBeVisible();
  });

  it('says that a link is incomplete, and leads to the sign-in page', async () => {
    await openApp(PAGES.verifyEmail);
    await expect.element(page.getByRole('heading', { name: COPY.incomplete })).toBeVisible();
    await page.getByRole('link', { name: LABELS.backToSignIn }).click();
    await expect.element(page.getByRole('heading', { name: LABELS.signIn })).toBeVisible();
  });
});
