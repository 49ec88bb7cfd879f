import { API, PAGES, path } from '@lading/contract/routes.ts';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { openApp } from '../../../test/app.tsx';
import { type Answers, json } from '../../../test/fake-server.ts';
import { button, field, toastWith } from '../../../test/screen.ts';

const NO_FACTORS = { required: false, totp: null, passkeys: [], recoveryCodes: null, passkeyOrigin: null };
const ACCOUNT = { email: 'noor@shop.example', emailVerified: true, emailChange: null };
const session = (part: object) => ({
  id: '0d3f9c1e-0000-4000-8000-000000000001',
  device: 'Chrome on Windows',
  ipAddress: '203.0.113.7',
  signedInAt: '2026-11-16T08:00:00.000Z',
  lastUsedAt: '2026-11-16T09:00:00.000Z',
  expiresAt: '2026-11-17T08:00:00.000Z',
  current: true,
  ...part,
});
const OTHER = session({
  id: '0d3f9c1e-0000-4000-8000-000000000002',
  device: 'Safari on iPhone',
  current: false,
});

const openSecurity = (answers: Answers = {}) =>
  openApp(PAGES.security, {
    as: 'client',
    answers: {
      [`GET ${API.secondFactors}`]: () => json(NO_FACTORS),
      [`GET ${API.account}`]: () => json(ACCOUNT),
      [`GET ${API.accountSessions}`]: () => json({ sessions: [session({}), OTHER] }),
      [`GET ${API.apiKeys}`]: () => json({ apiKeys: [] }),
      [`GET ${API.verify}`]: () => json({}, 503),
      ...answers,
    },
  });
const inSection = (name: string) => page.getByRole('region', { name, exact: true });
const inDialog = () => page.getByRole('dialog');

describe('the password section', () => {
  it('changes the password with the current one', async () => {
    const { callsTo } = await openSecurity({
      [`PUT ${API.accountPassword}`]: () =>
        json({
          message: 'Your password was changed.',
          token: 'new-token',
          expiresAt: '2026-11-18T08:00:00.000Z',
        }),
    });
    await inSection('Password').getByRole('button', { name: 'Change password' }).click();
    await field('Current password').fill('correct horse battery');
    await field('New password').fill('password');
    await expect.element(inDialog().getByText(/common and easy to guess/)).toBeVisible();
    await field('New password').fill('seven lanterns at dusk');
    await field('Confirm password').fill('seven lanterns at dusk');
    await inDialog().getByRole('button', { name: 'Change password' }).click();
    await expect.element(toastWith('Your password was changed.')).toBeVisible();
    expect(callsTo(`PUT ${API.accountPassword}`)[0]?.body).toEqual({
      currentPassword: 'correct horse battery',
      password: 'seven lanterns at dusk',
    });
    await expect.element(inDialog()).not.toBeInTheDocument();
    const lastToken = () => callsTo(`GET ${API.accountSessions}`).at(-1)?.headers.get('authorization');
    await expect.poll(lastToken).toBe('Bearer new-token');
  });

  it('keeps the dialog open and says why the server refused', async () => {
    await openSecurity({
      [`PUT ${API.accountPassword}`]: () =>
        json({ error: 'PASSWORD_INCORRECT', message: 'The password is incorrect.' }, 403),
    });
    await inSection('Password').getByRole('button', { name: 'Change password' }).click();
    await inDialog().getByRole('button', { name: 'Change password' }).click();
    await expect.element(field('Current password')).toHaveAttribute('aria-invalid', 'true');
    await field('Current password').fill('wrong');
    await field('New password').fill('seven lanterns at dusk');
    await field('Confirm password').fill('seven lanterns at dusk');
    await inDialog().getByRole('button', { name: 'Change password' }).click();
    await expect.element(inDialog().getByText('The password is incorrect.')).toBeVisible();
  });
});

describe('the email section', () => {
  it('changes the address with the password', async () => {
    const { callsTo } = await openSecurity({
      [`PUT ${API.accountEmail}`]: () => json({ state: 'waiting' }),
    });
    await expect.element(inSection('Email').getByText('Verified', { exact: true })).toBeVisible();
    await inSection('Email').getByRole('button', { name: 'Change email' }).click();
    await field('New email address').fill('nobody');
    await inDialog().getByRole('button', { name: 'Change email' }).click();
    await expect.element(field('New email address')).toHaveAttribute('aria-invalid', 'true');
    await field('New email address').fill('noor@new.example');
    await field('Current password').fill('correct horse battery');
    await inDialog().getByRole('button', { name: 'Change email' }).click();
    await expect
      .element(
        toastWith('Check your email. The change takes effect once you have opened every link that we sent.'),
      )
      .toBeVisible();
    expect(callsTo(`PUT ${API.accountEmail}`)[0]?.body).toEqual({
      email: 'noor@new.example',
      password: 'correct horse battery',
    });
  });

  it('shows what a change waits for, and can cancel it', async () => {
    const emailChange = {
      email: 'noor@new.example',
      expiresAt: OTHER.expiresAt,
      oldConfirmed: false,
      newConfirmed: true,
    };
    const { answer, callsTo } = await openSecurity({
      [`GET ${API.account}`]: () => json({ ...ACCOUNT, emailChange }),
      [`DELETE ${API.accountEmail}`]: () => json({ canceled: true }),
    });
    await expect
      .element(page.getByText('The change to noor@new.example is waiting for confirmation.'))
      .toBeVisible();
    await expect.element(page.getByText('Open the link sent to your current address.')).toBeVisible();
    await expect.element(page.getByText('Open the link sent to the new address.')).not.toBeInTheDocument();
    answer({ [`GET ${API.account}`]: () => json(ACCOUNT) });
    await button('Cancel change').click();
    await expect.element(toastWith('Email change canceled.')).toBeVisible();
    expect(callsTo(`DELETE ${API.accountEmail}`)).toHaveLength(1);
    await expect.element(page.getByText(/is waiting for confirmation/)).not.toBeInTheDocument();
  });

  it('does not say that a change was canceled after another tab completed it', async () => {
    const emailChange = {
      email: 'noor@new.example',
      expiresAt: OTHER.expiresAt,
      oldConfirmed: false,
      newConfirmed: true,
    };
    const { answer, callsTo } = await openSecurity({
      [`GET ${API.account}`]: () => json({ ...ACCOUNT, emailChange }),
      [`DELETE ${API.accountEmail}`]: () => json({ canceled: false }),
      [`POST ${API.accountEmailLinks}`]: () => json({ sent: false }),
    });
    await expect.element(button('Cancel change')).toBeVisible();
    await button('Send the link again').click();
    await expect.element(toastWith('No link is needed. Your email address is verified.')).toBeVisible();
    await expect.poll(() => callsTo(`GET ${API.account}`)).toHaveLength(2);
    answer({ [`GET ${API.account}`]: () => json({ ...ACCOUNT, email: 'noor@new.example' }) });
    await button('Cancel change').click();
    await expect.element(toastWith('This change is no longer waiting for confirmation.')).toBeVisible();
    await expect.element(inSection('Email').getByText('noor@new.example', { exact: true })).toBeVisible();
    // The header shows the address of the session.
    await expect.poll(() => callsTo(`GET ${API.verify}`).length).toBeGreaterThan(0);
  });

  it('says when the new address is the current one', async () => {
    await openSecurity({ [`PUT ${API.accountEmail}`]: () => json({ state: 'same' }) });
    await inSection('Email').getByRole('button', { name: 'Change email' }).click();
    await field('New email address').fill('noor@shop.example');
    await field('Current password').fill('correct horse battery');
    await inDialog().getByRole('button', { name: 'Change email' }).click();
    await expect
      .element(toastWith('You already use this email address, so there is no link to open.'))
      .toBeVisible();
  });

  it('offers the link again while the address is not verified', async () => {
    const { callsTo } = await openSecurity({
      [`GET ${API.account}`]: () => json({ ...ACCOUNT, emailVerified: false }),
      [`POST ${API.accountEmailLinks}`]: () => json({ sent: true }),
    });
    await expect.element(page.getByText(/Not verified yet/)).toBeVisible();
    await button('Send the link again').click();
    await expect.element(toastWith('Link sent. Please check your inbox.')).toBeVisible();
    expect(callsTo(`POST ${API.accountEmailLinks}`)).toHaveLength(1);
  });
});

describe('the list of sessions', () => {
  it('marks this device and ends another one', async () => {
    const end = `DELETE ${path(API.accountSession, { id: OTHER.id })}`;
    const { answer, callsTo } = await openSecurity({ [end]: () => json({}) });
    const section = inSection('Where you’re signed in');
    await expect.element(section.getByText('This device')).toBeVisible();
    await expect.element(section.getByText('Safari on iPhone')).toBeVisible();
    answer({ [`GET ${API.accountSessions}`]: () => json({ sessions: [session({})] }) });
    await button('End the session on Safari on iPhone').click();
    await expect.element(section.getByText('Safari on iPhone')).not.toBeInTheDocument();
    await expect.element(section.getByText('You aren’t signed in anywhere else.')).toBeVisible();
    expect(callsTo(end)).toHaveLength(1);
  });

  it('removes a session that has ended elsewhere', async () => {
    const { answer } = await openSecurity({
      [`DELETE ${path(API.accountSession, { id: OTHER.id })}`]: () =>
        json({ error: 'SESSION_NOT_FOUND', message: 'This session has already ended.' }, 404),
    });
    const section = inSection('Where you’re signed in');
    await expect.element(section.getByText('Safari on iPhone')).toBeVisible();
    answer({ [`GET ${API.accountSessions}`]: () => json({ sessions: [session({})] }) });
    await button('End the session on Safari on iPhone').click();
    await expect.element(toastWith('This session has already ended.')).toBeVisible();
    await expect.element(section.getByText('Safari on iPhone')).not.toBeInTheDocument();
  });

  it('ends all other sessions', async () => {
    await openSecurity({ [`DELETE ${API.accountSessions}`]: () => json({ ended: 1 }) });
    await button('End all other sessions').click();
    await expect.element(toastWith('1 session ended.')).toBeVisible();
  });

  it('says when it cannot be loaded, and tries again', async () => {
    const { answer } = await openSecurity({ [`GET ${API.accountSessions}`]: () => json({}, 404) });
    const section = inSection('Where you’re signed in');
    await expect.element(section.getByText('We couldn’t load your sessions.')).toBeVisible();
    answer({ [`GET ${API.accountSessions}`]: () => json({ sessions: [session({})] }) });
    await section.getByRole('button', { name: 'Try again' }).click();
    await expect.element(section.getByText('Chrome on Windows')).toBeVisible();
  });
});
