import { ERRORS } from '@lading/contract/errors.ts';
import { LABELS, PROFILE } from '@lading/contract/messages.ts';
import { API, PAGES } from '@lading/contract/routes.ts';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { openApp } from '../../test/app.tsx';
import { json, PAGES_WAIT } from '../../test/fake-server.ts';
import { button, field, inForm, main, toastWith } from '../../test/screen.ts';
import { COPY } from './copy.ts';

const bar = (text: string) => page.getByRole('status').getByText(text, { exact: true });
const ADDRESS = {
  address: '1120 NW Couch St',
  suite: '',
  city: 'Portland',
  state: 'OR',
  zipCode: '97209',
  country: 'US',
};
const profileOf = (fullName: string) => ({
  fullName,
  email: 'noor@shop.example',
  phone: '5035550142',
  default_address: ADDRESS,
  address: ADDRESS,
});
const refusal = (code: 'READ_ONLY' | 'NOT_READY') => {
  const { status, message } = ERRORS[code];
  return json({ error: code, message, requestId: 'r' }, status);
};

/** A server that can be switched to read-only. The probe returns the state of the switch. */
function switchable() {
  const server = { isReadOnly: false };
  const probe = () => json({ status: server.isReadOnly ? 'read-only' : 'ready' });
  return { server, answers: { ...PAGES_WAIT, 'GET /readyz': probe } };
}

describe('in read-only mode', () => {
  it('a status line says so, typed text stays, and work continues afterward', async () => {
    const { server, answers } = switchable();
    await openApp(PAGES.profile, {
      as: 'client',
      answers: {
        ...answers,
        [`GET ${API.profile}`]: () => json({ data: profileOf('Noor Haddad') }),
        [`PUT ${API.profile}`]: () =>
          server.isReadOnly ? refusal('READ_ONLY') : json({ user: profileOf('Noor El Haddad') }),
      },
    });
    const save = page.getByRole('form', { name: 'Profile' }).getByRole('button', { name: 'Save' });
    await field('Full Name').fill('Noor El Haddad');
    server.isReadOnly = true;
    await save.click();
    await expect.element(toastWith(PROFILE.saveFailed)).toBeVisible();
    await expect.element(bar(COPY.readOnly)).toBeVisible();
    await expect.element(field('Full Name')).toHaveValue('Noor El Haddad');

    server.isReadOnly = false;
    await expect.element(bar(COPY.readOnly)).not.toBeInTheDocument();
    await expect.element(field('Full Name')).toHaveValue('Noor El Haddad');
    await save.click();
    await expect.element(toastWith(PROFILE.saved)).toBeVisible();
  });

  it('a button says that nothing was changed', async () => {
    const { server, answers } = switchable();
    server.isReadOnly = true;
    await openApp(PAGES.login, {
      answers: { ...answers, [`POST ${API.login}`]: () => refusal('READ_ONLY') },
    });
    await field('Email').fill('noor@shop.example');
    await field('Password').fill('not the password');
    await button(LABELS.signIn).click();
    await expect.element(inForm(ERRORS.READ_ONLY.message)).toBeVisible();
    await expect.element(field('Email')).toHaveValue('noor@shop.example');
    await expect.element(bar(COPY.readOnly)).toBeVisible();
    server.isReadOnly = false;
    await expect.element(bar(COPY.readOnly)).not.toBeInTheDocument();
  });
});

describe('a server that is not ready', () => {
  it('is named in the status line until it is ready again', async () => {
    const { answer } = await openApp(PAGES.profile, {
      as: 'client',
      answers: {
        ...PAGES_WAIT,
        'GET /readyz': () => refusal('NOT_READY'),
        [`GET ${API.profile}`]: () => refusal('NOT_READY'),
      },
    });
    await expect.element(bar(COPY.unavailable)).toBeVisible();
    await expect.element(main().getByText(PROFILE.loadFailed, { exact: true })).toBeVisible();
    answer({
      'GET /readyz': () => json({ status: 'ready' }),
      [`GET ${API.profile}`]: () => json({ data: profileOf('Noor Haddad') }),
    });
    await expect.element(bar(COPY.unavailable)).not.toBeInTheDocument();
  });
});
