import { PROFILE } from '@lading/contract/messages.ts';
import { API, PAGES } from '@lading/contract/routes.ts';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { openApp } from '../../../test/app.tsx';
import { type Answers, json, networkFailure } from '../../../test/fake-server.ts';
import { button, field, inForm, main, toastWith } from '../../../test/screen.ts';
import { COPY } from './copy.ts';

const SHOW = `POST ${API.invitation}`;
const ACCEPT = `POST ${API.acceptInvitation}`;
const INVALID = 'This invitation is no longer valid. Please ask for a new one.';
const WELCOME = 'Your account is ready. Please sign in.';

const invited = () =>
  json({ email: 'new@shop.example', role: 'finance', expiresAt: '2026-11-22T09:00:00.000Z' });
const invalid = () => json({ error: 'INVITATION_INVALID', message: INVALID, requestId: 'r1' }, 400);

const openLink = (answers: Answers = {}, as?: 'client') =>
  openApp(`${PAGES.acceptInvitation}?token=secret`, {
    ...(as && { as }),
    answers: { [SHOW]: invited, [ACCEPT]: () => json({ message: WELCOME }, 201), ...answers },
  });

async function fillForm(name = 'New Person') {
  await field(COPY.name).fill(name);
  await field('Password').fill('a quiet harbor');
  await field('Confirm password').fill('a quiet harbor');
}

describe('the page behind an invitation link', () => {
  it('creates the account and goes to the sign-in page', async () => {
    const { callsTo, currentPath } = await openLink();
    await expect.element(main().getByText('new@shop.example')).toBeVisible();
    await expect.element(main().getByText('Finance')).toBeVisible();
    await fillForm();
    await button(COPY.submit).click();
    await expect.element(toastWith(WELCOME)).toBeVisible();
    await expect.poll(currentPath).toBe(PAGES.login);
    expect(callsTo(ACCEPT).map(({ body }) => body)).toEqual([
      { token: 'secret', name: 'New Person', password: 'a quiet harbor' },
    ]);
  });

  it('shows that the password is easy to guess, before and after', async () => {
    const hint = 'Your password is easy to guess.';
    await openLink({ [ACCEPT]: () => json({ message: WELCOME, hint }, 201) });
    await fillForm('Ottilie Lanternworth');
    await field('Password').fill('ottilie lanternworth');
    await field('Confirm password').fill('ottilie lanternworth');
    await expect.element(main().getByText(/too similar to your name/)).toBeVisible();
    await button(COPY.submit).click();
    await expect.element(toastWith(hint)).toBeVisible();
  });

  it('requires a name, and shows why the server refused', async () => {
    const { callsTo } = await openLink({ [ACCEPT]: invalid });
    await fillForm(' ');
    await button(COPY.submit).click();
    await expect.element(inForm(PROFILE.nameRequired)).toBeVisible();
    expect(callsTo(ACCEPT)).toEqual([]);
    await field(COPY.name).fill('New Person');
    await button(COPY.submit).click();
    await expect.element(inForm(INVALID)).toBeVisible();
  });

  it('says that a signed-in person will be signed out', async () => {
    await openLink({}, 'client');
    await expect.element(main().getByText(COPY.signedIn('noor@shop.example'))).toBeVisible();
  });

  it.each([
    ['', () => json({ message: 'You are signed out.' })],
    [' even if the server cannot be reached then', networkFailure],
  ])('ends the session of a signed-in person on the server%s', async (_when, answer) => {
    const logout = `POST ${API.logout}`;
    const { callsTo, currentPath } = await openLink({ [logout]: answer }, 'client');
    await fillForm();
    await button(COPY.submit).click();
    await expect.poll(currentPath).toBe(PAGES.login);
    expect(callsTo(logout).map(({ headers }) => headers.get('authorization'))).toEqual([
      expect.stringMatching(/^Bearer /),
    ]);
  });

  it('explains an invalid link', async () => {
    await openLink({ [SHOW]: invalid });
    await expect.element(page.getByRole('heading', { name: COPY.invalid })).toBeVisible();
    await expect.element(main().getByText(INVALID)).toBeVisible();
  });

  it('offers a retry without a network', async () => {
    const { answer } = await openLink({ [SHOW]: networkFailure });
    await expect.element(button('Try again')).toBeVisible();
    answer({ [SHOW]: invited });
    await button('Try again').click();
    await expect.element(field(COPY.name)).toBeVisible();
  });

  it('explains an incomplete link', async () => {
    await openApp(PAGES.acceptInvitation);
    await expect.element(page.getByRole('heading', { name: COPY.incomplete })).toBeVisible();
  });
});
