import { DELETION_LIMIT_MS } from '@lading/contract/constants.ts';
import { API, PAGES } from '@lading/contract/routes.ts';
import { describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { openApp } from '../../../test/app.tsx';
import { type Answers, json } from '../../../test/fake-server.ts';
import { button, field, toastWith } from '../../../test/screen.ts';

const EMAIL = 'noor@shop.example';
const PROFILE = { fullName: 'Noor Haddad', email: EMAIL, phone: null, default_address: null, address: null };
const openProfile = (answers: Answers) =>
  openApp(PAGES.profile, {
    as: 'client',
    answers: {
      [`GET ${API.profile}`]: () => json({ data: PROFILE }),
      [`GET ${API.savedAddresses}`]: () => json({ addresses: [] }),
      [`GET ${API.savedParcels}`]: () => json({ parcels: [] }),
      [`GET ${API.verify}`]: () => json({}, 503),
      // The other sections.
      [`GET ${API.savedAddresses}`]: () => json({}, 503),
      [`GET ${API.savedParcels}`]: () => json({}, 503),
      ...answers,
    },
  });
const inSection = (name: string) => page.getByRole('region', { name, exact: true });
const inDialog = () => page.getByRole('dialog');

describe('the data section', () => {
  const openDialog = async (answers: Answers) => {
    const opened = await openProfile(answers);
    await inSection('Your data').getByRole('button', { name: 'Delete account' }).click();
    return opened;
  };
  const confirm = () => inDialog().getByRole('button', { name: 'Delete account' }).click();

  it('downloads the account’s data', async () => {
    const { callsTo } = await openProfile({ [`GET ${API.accountExport}`]: () => json({ account: {} }) });
    await button('Download my data').click();
    await expect.element(toastWith('Your data was downloaded.')).toBeVisible();
    expect(callsTo(`GET ${API.accountExport}`)).toHaveLength(1);
  });

  it('deletes the account after the address and the password were typed, and signs out', async () => {
    const { callsTo } = await openDialog({ [`DELETE ${API.account}`]: () => json({ deleted: true }) });
    await expect.element(inDialog().getByText('Type noor@shop.example to confirm.')).toBeVisible();
    await field('Your email address').fill('noor@other.example');
    await confirm();
    await expect.element(inDialog().getByText('This isn’t the email address of your account.')).toBeVisible();
    await field('Your email address').fill('noor@shop.example');
    await confirm();
    await expect.element(inDialog().getByText('Please enter your password.')).toBeVisible();
    expect(callsTo(`DELETE ${API.account}`)).toHaveLength(0);
    await field('Current password').fill('correct horse battery');
    await confirm();
    await expect.element(toastWith('Your account was deleted.')).toBeVisible();
    expect(callsTo(`DELETE ${API.account}`)[0]?.body).toEqual({
      password: 'correct horse battery',
      confirmPermanentDelete: true,
    });
    await expect.element(page.getByRole('heading', { name: 'Profile Settings' })).not.toBeInTheDocument();
  });

  it('waits as long as the server may need to delete the account', async () => {
    const { callsTo } = await openDialog({ [`DELETE ${API.account}`]: () => json({ deleted: true }) });
    await field('Your email address').fill(EMAIL);
    await field('Current password').fill('correct horse battery');
    const limits = vi.spyOn(AbortSignal, 'timeout');
    await confirm();
    await expect.poll(() => callsTo(`DELETE ${API.account}`)).toHaveLength(1);
    expect(limits).toHaveBeenCalledWith(DELETION_LIMIT_MS);
  });

  it('says why the account cannot be deleted yet, and stays signed in', async () => {
    const message =
      'Your account still has transactions in progress (refund). Please try again once they are complete.';
    await openDialog({ [`DELETE ${API.account}`]: () => json({ error: 'MONEY_MOVING', message }, 409) });
    await field('Your email address').fill('Noor@shop.example');
    await field('Current password').fill('correct horse battery');
    await confirm();
    await expect.element(inDialog().getByText(message)).toBeVisible();
    await inDialog().getByRole('button', { name: 'Cancel' }).click();
    await expect.element(page.getByRole('heading', { name: 'Profile Settings' })).toBeVisible();
  });
});
