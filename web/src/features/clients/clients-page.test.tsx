import type { AdminClient } from '@lading/contract/admin-clients.ts';
import { ERRORS } from '@lading/contract/errors.ts';
import { CLIENTS } from '@lading/contract/messages.ts';
import { paginationOf } from '@lading/contract/paging.ts';
import { API, PAGES, path } from '@lading/contract/routes.ts';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { openApp } from '../../../test/app.tsx';
import { type Answers, json } from '../../../test/fake-server.ts';
import { button, toastWith } from '../../../test/screen.ts';
import { COPY } from './copy.ts';

const client: AdminClient = {
  userId: '0198f3c2-7c1e-7aa0-8000-000000000002',
  fullName: 'Dana Reyes',
  email: 'dana@shop.example',
  phone: null,
  defaultAddress: null,
  status: 'active',
  totalShipments: 12,
  lastActive: null,
  commission: { usesGlobal: false, markupType: 'percentage', markupAmount: 8 },
  revenue: 10,
  revenueBefore: 44,
  atRisk: true,
};
const LIST = `GET ${API.adminClients}`;
const SAVE = `PUT ${path(API.adminClient, { id: client.userId })}`;
const REMOVE = `DELETE ${path(API.adminClient, { id: client.userId })}`;
const listed = () => json({ users: [client], pagination: paginationOf(1, 1, 50), totalClients: 1 });
const refusal = (error: 'MONEY_MOVING' | 'EMAIL_TAKEN', field?: string) => {
  const { status, message } = ERRORS[error];
  return json(
    { error, message, requestId: 'r', ...(field && { fields: [{ path: field, message }] }) },
    status,
  );
};

const open = (answers: Answers = {}) =>
  openApp(PAGES.adminClients, {
    as: 'admin',
    answers: {
      [LIST]: listed,
      ...answers,
    },
  });

const amount = () => page.getByLabelText(CLIENTS.fields.commissionPercentage);
const edit = () => page.getByRole('button', { name: /change the commission for Dana Reyes/ });

describe('the client list', () => {
  it('shows revenue, trend and risk, and links to the client', async () => {
    await open();
    await expect.element(page.getByText('$10.00 in 30 days')).toBeVisible();
    await expect.element(page.getByText('77.3% down')).toBeVisible();
    await expect.element(page.getByText('At risk', { exact: true })).toBeVisible();
    await expect
      .element(page.getByRole('link', { name: 'Dana Reyes', exact: true }))
      .toHaveAttribute('href', `/admin/clients/${client.userId}`);
  });

  it('keeps a typed commission that could not be saved', async () => {
    await open({ [SAVE]: () => json({ error: 'CONFLICT', message: 'No.', requestId: 'r' }, 409) });
    await edit().click();
    await amount().fill('9.5');
    await button('Save').click();
    await expect.element(toastWith(CLIENTS.commissionFailed)).toBeVisible();
    await expect.element(amount()).toHaveValue(9.5);
  });

  it('asks before it saves an unusually high commission', async () => {
    const { callsTo } = await open({
      [SAVE]: () => json({ user: client }),
    });
    await edit().click();
    await amount().fill('1000');
    await button('Save').click();
    const question = page.getByRole('alertdialog');
    await expect.element(question.getByText('Save a commission of 1000.00%?')).toBeVisible();
    await question.getByRole('button', { name: 'Cancel' }).click();
    expect(callsTo(SAVE)).toHaveLength(0);
    await button('Save').click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Save' }).click();
    await expect.element(toastWith(CLIENTS.commissionUpdated)).toBeVisible();
    expect(callsTo(SAVE)).toHaveLength(1);
  });

  it.each([
    ['dana@shop.example', true],
    ['new@shop.example', false],
  ])(
    'says whether a new email address is waiting for confirmation when the server returns %s',
    async (email, waits) => {
      await open({
        [`GET ${path(API.adminClient, { id: client.userId })}`]: () => json({ user: client }),
        [SAVE]: () => json({ user: { ...client, email } }),
      });
      await button('Edit Dana Reyes').click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('textbox', { name: /^Email/ }).fill('new@shop.example');
      await button(CLIENTS.update).click();
      await expect.element(toastWith(CLIENTS.updated)).toBeVisible();
      const note = toastWith(COPY.emailWaits('new@shop.example'));
      if (waits) await expect.element(note).toBeVisible();
      else expect(note.elements()).toEqual([]);
    },
  );

  it('says why a client cannot be deleted', async () => {
    await open({ [REMOVE]: () => refusal('MONEY_MOVING') });
    await button('Delete Dana Reyes').click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete client' }).click();
    await expect.element(toastWith('Failed to delete client')).toBeVisible();
    await expect.element(page.getByRole('alertdialog').getByText(ERRORS.MONEY_MOVING.message)).toBeVisible();
  });

  it('says at the field that an email address is taken', async () => {
    await open({
      [`GET ${path(API.adminClient, { id: client.userId })}`]: () => json({ user: client }),
      [SAVE]: () => refusal('EMAIL_TAKEN', 'email'),
    });
    await button('Edit Dana Reyes').click();
    const dialog = page.getByRole('dialog');
    const email = dialog.getByRole('textbox', { name: /^Email/ });
    await email.fill('taken@shop.example');
    await button(CLIENTS.update).click();
    await expect.element(toastWith('Failed to save client')).toBeVisible();
    await expect.element(dialog.getByText(ERRORS.EMAIL_TAKEN.message)).toBeVisible();
    await expect.element(email).toHaveFocus();
  });

  it('says in place of the list that it failed to load, and can retry', async () => {
    const { answer } = await open({ [LIST]: () => json({}, 403) });
    await expect.element(toastWith('Failed to load clients')).toBeVisible();
    answer({ [LIST]: listed });
    await button('Try again').click();
    await expect.element(page.getByRole('link', { name: 'Dana Reyes', exact: true })).toBeVisible();
  });
});
