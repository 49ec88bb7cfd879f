import type { AdminClient, UpdateClientBody } from '@lading/contract/admin-clients.ts';
import { ADDRESS_FORM, CLIENTS, LABELS } from '@lading/contract/messages.ts';
import { paginationOf } from '@lading/contract/paging.ts';
import { API, PAGES, path } from '@lading/contract/routes.ts';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { openApp } from '../../../test/app.tsx';
import { type Answers, json, never, type ReceivedCall } from '../../../test/fake-server.ts';
import { scanScreen } from '../../../test/scan.ts';
import { button, field, toastWith } from '../../../test/screen.ts';
import { tabTo } from '../../../test/tabbing.ts';
import { longIt } from '../../../test/tier.ts';

const ID = '0198f3c2-7c1e-7aa0-8000-000000000002';
const LIST = `GET ${API.adminClients}`;
const SAVE = `PUT ${path(API.adminClient, { id: ID })}`;
const ONE = `GET ${path(API.adminClient, { id: ID })}`;

const clientNamed = (fullName: string): AdminClient => ({
  userId: ID,
  fullName,
  email: 'imre@shop.example',
  phone: null,
  defaultAddress: null,
  status: 'active',
  totalShipments: 12,
  lastActive: null,
  commission: { usesGlobal: true, markupType: 'percentage', markupAmount: 8 },
  revenue: 10,
  revenueBefore: 10,
  atRisk: false,
});

/** A list with one client, who changes as on the server. */
async function openClient(fullName: string, answers: Answers = {}) {
  let client = clientNamed(fullName);
  const change = (changes: Partial<AdminClient>) => {
    client = { ...client, ...changes };
    return json({ user: client });
  };
  const save = ({ body }: ReceivedCall) => {
    const { fullName, commissionType, commissionAmount } = body as UpdateClientBody;
    return change({
      ...(fullName !== undefined && { fullName }),
      ...(commissionAmount !== undefined && {
        commission: {
          usesGlobal: false,
          markupType: commissionType === 'flat_rate' ? 'flat_rate' : 'percentage',
          markupAmount: commissionAmount,
        },
      }),
    });
  };
  const app = await openApp(PAGES.adminClients, {
    as: 'admin',
    answers: {
      [LIST]: () => json({ users: [client], pagination: paginationOf(1, 1, 50), totalClients: 1 }),
      [ONE]: () => json({ user: client }),
      [SAVE]: save,
      [`PUT ${path(API.adminClientSuspend, { id: ID })}`]: () => change({ status: 'suspended' }),
      ...answers,
    },
  });
  await expect.element(action('Edit', fullName)).toBeVisible();
  return app;
}

const action = (what: string, name: string) =>
  page.getByRole('button', { name: `${what} ${name}`, exact: true });
const commission = (name: string) =>
  page.getByRole('button', { name: new RegExp(`change the commission for ${name}$`) });
const commissionType = () => page.getByRole('combobox', { name: CLIENTS.fields.commissionType });
const amount = () => page.getByRole('spinbutton');
const press = (keys: string) => userEvent.keyboard(keys);

describe('a client in the list', () => {
  it('is loaded again on its own page after a change', async () => {
    const { queryClient } = await openClient('Imre Kovács');
    const pages = [
      ['clients', 'details', ID],
      ['client-sessions', ID],
      ['client-billing', ID, 'details'],
    ];
    for (const key of pages) queryClient.setQueryData(key, {});
    await action('Suspend', 'Imre Kovács').click();
    await button('Suspend').click();
    await expect.element(toastWith(CLIENTS.suspended)).toBeVisible();
    expect(pages.map((key) => queryClient.getQueryState(key)?.isInvalidated)).toEqual([true, true, true]);
  });

  it('is loaded again when the server refuses a change', async () => {
    const { answer, callsTo } = await openClient('Imre Kovács', {
      [`PUT ${path(API.adminClientSuspend, { id: ID })}`]: () => json({}, 409),
    });
    answer({
      [LIST]: () =>
        json({
          users: [{ ...clientNamed('Imre Kovács'), status: 'suspended' }],
          pagination: paginationOf(1, 1, 50),
          totalClients: 1,
        }),
    });
    await action('Suspend', 'Imre Kovács').click();
    await button('Suspend').click();
    await expect.poll(() => callsTo(LIST).length).toBe(2);
    await button('Cancel').click();
    await expect.element(action('Activate', 'Imre Kovács')).toBeVisible();
  });

  it('leaves nothing in the cache once it is deleted', async () => {
    const { callsTo, queryClient } = await openClient('Imre Kovács', {
      [`DELETE ${path(API.adminClient, { id: ID })}`]: () => json({ deleted: true }),
    });
    const pages = [
      ['clients', 'details', ID],
      ['clients', 'search', 'Imre'],
      ['client-notes', ID],
      ['client-sessions', ID],
      ['client-billing', ID, 'details'],
    ];
    for (const key of pages) queryClient.setQueryData(key, {});
    await action('Delete', 'Imre Kovács').click();
    await button('Delete client').click();
    await expect.element(toastWith(CLIENTS.deleted)).toBeVisible();
    expect(pages.map((key) => queryClient.getQueryData(key))).toEqual(pages.map(() => undefined));
    await expect.poll(() => callsTo(LIST).length).toBe(2);
  });

  it('is renamed, suspended and given a commission with the keyboard alone', async () => {
    await openClient('Imre Kovács');
    await press('j');
    await expect.element(action('Edit', 'Imre Kovács')).toHaveFocus();
    await press('e');
    await expect.element(field('Full Name')).toHaveFocus();
    await press('{End} II{Enter}');
    await expect.element(toastWith(CLIENTS.updated)).toBeVisible();
    const name = 'Imre Kovács II';
    await expect.element(action('Edit', name)).toHaveFocus();

    await press('s');
    await expect.element(button('Cancel')).toHaveFocus();
    await press('{Tab}{Enter}');
    await expect.element(toastWith(CLIENTS.suspended)).toBeVisible();
    await expect
      .element(page.getByRole('table', { name: LABELS.clientManagement }).getByText('Suspended'))
      .toBeVisible();
    await expect.element(action('Edit', name)).toHaveFocus();

    await press('{Shift>}{Tab}{/Shift}');
    await expect.element(commission(name)).toHaveFocus();
    await press('{Enter}');
    await expect.element(commissionType()).toHaveFocus();
    await press('F');
    await tabTo(amount());
    await press('{Enter}');
    await expect.element(page.getByText(CLIENTS.commissionInvalid, { exact: true })).toBeVisible();
    await press('2.5{Enter}');
    await expect.element(toastWith(CLIENTS.commissionUpdated)).toBeVisible();
    await expect.element(commission(name)).toHaveFocus();
    await expect.element(commission(name).getByText(/\$2\.50/)).toBeVisible();
    await press('{Enter}');
    await expect.element(commissionType()).toHaveFocus();
    await press('{Escape}');
    await expect.element(commission(name)).toHaveFocus();

    await tabTo(action('Delete', name));
    await press('{Enter}');
    await expect.element(button('Cancel')).toHaveFocus();
    await press('{Escape}');
    await expect.element(action('Delete', name)).toHaveFocus();
    await press('/');
    await expect.element(page.getByPlaceholder(CLIENTS.search)).toHaveFocus();
  });

  it('keeps what another admin changed, even if the dialog has not loaded it yet', async () => {
    const { callsTo, answer } = await openClient('Imre Kovács', { [ONE]: never });
    await action('Edit', 'Imre Kovács').click();
    await field('Full Name').fill('Imre Nagy');
    answer({ [ONE]: () => json({}, 500) });
    await button(CLIENTS.update).click();
    await expect.element(toastWith(CLIENTS.saveFailed)).toBeVisible();
    expect(callsTo(SAVE)).toEqual([]);
    answer({
      [ONE]: () =>
        json({
          user: {
            ...clientNamed('Imre Kovács'),
            status: 'suspended',
            commission: { usesGlobal: false, markupType: 'percentage', markupAmount: 9 },
          },
        }),
    });
    await button(CLIENTS.update).click();
    await expect.element(toastWith(CLIENTS.updated)).toBeVisible();
    expect(callsTo(SAVE)[0]?.body).toMatchObject({
      fullName: 'Imre Nagy',
      status: 'suspended',
      commissionType: 'percentage',
      commissionAmount: 9,
    });
  });

  it('announces why nothing was saved, because the toast does not say it', async () => {
    const message = 'This email address is already taken.';
    await openClient('Imre Kovács', { [SAVE]: () => json({ message }, 409) });
    await action('Edit', 'Imre Kovács').click();
    await button(CLIENTS.update).click();
    await expect.element(toastWith(CLIENTS.saveFailed)).toBeVisible();
    await expect.element(page.getByRole('dialog').getByRole('alert')).toHaveTextContent(message);
  });

  it('shows the old commission again when the server rejects the new one', async () => {
    const refusal = Promise.withResolvers<Response>();
    const { answer } = await openClient('Sol Arendt', { [SAVE]: () => refusal.promise });
    await commission('Sol Arendt').click();
    await commissionType().selectOptions('percentage');
    await amount().fill('3');
    await button(ADDRESS_FORM.save).click();
    await expect.element(commission('Sol Arendt').getByText(/3\.00%/)).toBeVisible();
    // The rejected change must be reverted immediately, not by reloading the list.
    answer({ [LIST]: never });
    refusal.resolve(json({}, 500));
    await expect.element(toastWith(CLIENTS.commissionFailed)).toBeVisible();
    // What was typed stays, so that it can be saved again.
    await expect.element(amount()).toHaveValue(3);
    await press('{Escape}');
    await expect.element(commission('Sol Arendt').getByText(/Global Rate/)).toBeVisible();
  });

  longIt('is edited on a phone, and the dialogs have no accessibility violation at any width', async () => {
    const name = `Maximiliane ${'Featherstone'.repeat(4)}`;
    await page.viewport(390, 844);
    await openClient(name);
    await commission(name).click();
    await commissionType().selectOptions('flat_rate');
    await button(ADDRESS_FORM.save).click();
    await expect.element(page.getByText(CLIENTS.commissionInvalid, { exact: true })).toBeVisible();
    expect(await scanScreen({ widths: [1440, 390] })).toEqual([]);
    await page.viewport(390, 844);
    await button('Cancel').click();
    await action('Delete', name).click();
    expect(await scanScreen({ widths: [390] })).toEqual([]);
    await page.viewport(390, 844);
    await button('Cancel').click();
    await action('Edit', name).click();
    await expect.element(field('Full Name')).toHaveValue(name);
    expect(await scanScreen({ widths: [1440, 390] })).toEqual([]);
    await page.viewport(390, 844);
    await field('City').fill('Portland');
    await button(CLIENTS.update).click();
    await expect.element(toastWith(CLIENTS.updated)).toBeVisible();
  });
});
