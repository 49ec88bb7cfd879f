import { ADDRESS_FORM, CLIENTS, LABELS } from '@lading/contract/messages.ts';
import { PAGES } from '@lading/contract/routes.ts';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import {
  canLogIn,
  demoAccount,
  field,
  isAlive,
  logInByToken,
  newPerson,
  type Person,
  registerPerson,
} from './src/actions.ts';
import { type PageOptions, useBrowser } from './src/browser.ts';
import {
  expectFocused,
  expectHeading,
  expectPath,
  expectSeen,
  expectToast,
  expectUnseen,
} from './src/expectations.ts';

const openPage = useBrowser();

async function openClients(search = '', options: PageOptions = {}) {
  const { storage } = await logInByToken(demoAccount('admin'));
  const opened = await openPage({ ...options, storage, path: `${PAGES.adminClients}${search}` });
  await expectHeading(opened.page, LABELS.clientManagement);
  return opened;
}

/** Registers a new client and opens the list with only that client. */
async function openClient(name: string, options?: PageOptions) {
  const person = await registerPerson(newPerson(name));
  const opened = await openClients(`?search=${encodeURIComponent(person.email)}`, options);
  await expectSeen(row(opened.page, person));
  return { ...opened, person };
}

const table = (page: Page) => page.getByRole('table', { name: LABELS.clientManagement });
const row = (page: Page, { email }: Person) => table(page).getByRole('row').filter({ hasText: email });
const action = (page: Page, what: string, { name }: Person) =>
  page.getByRole('button', { name: `${what} ${name}`, exact: true });
const commission = (page: Page, { name }: Person) =>
  page.getByRole('button', { name: `change the commission for ${name}` });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const select = (page: Page, name: string) => page.getByRole('combobox', { name, exact: true });
const dialog = (page: Page) => page.getByRole('dialog', { name: CLIENTS.editTitle });
const alert = (page: Page) => page.getByRole('alertdialog');

describe('client management', () => {
  it('lists clients in the specified columns, and finds them by name, email and status', async () => {
    // Other tests sign up clients too, many of them as Ada Park.
    const { page } = await openClients();
    const showing = page.getByText(/^Showing \d+ of \d+ clients$/);
    await expectSeen(showing);
    expect(await table(page).getByRole('columnheader').allTextContents()).toEqual([
      'Client',
      'Status',
      'Shipments',
      'Last Active',
      'Commission',
      'Actions',
    ]);
    const status = select(page, 'Status');
    expect(await status.locator('option').allTextContents()).toEqual([
      'All Status',
      'Active',
      'Suspended',
      'Inactive',
    ]);
    const { email } = demoAccount('client');
    const demo = table(page).getByRole('row').filter({ hasText: email });
    const total = Number(/of (\d+)/.exec((await showing.textContent()) ?? '')?.[1]);
    const search = page.getByPlaceholder('Search clients...');
    await search.fill('MEI-LING CH');
    await expectPath(page, `${PAGES.adminClients}?search=MEI-LING+CH`);
    await expectSeen(table(page).getByText('Mei-Ling Chow', { exact: true }));
    await search.fill(email.toUpperCase());
    await expectSeen(page.getByText(CLIENTS.showing(1, total), { exact: true }));
    await demo.getByRole('link', { name: /shipments of/ }).click();
    await page.waitForURL(/\/admin\/shipments\?clientId=[0-9a-f-]{36}$/);

    await page.goBack();
    await status.selectOption('suspended');
    await expectSeen(page.getByText('No clients match your filters', { exact: true }));
    await expectSeen(page.getByText(CLIENTS.showing(0, total), { exact: true }));
    await button(page, 'Clear search and filter').click();
    await expectPath(page, PAGES.adminClients);
    await expectUnseen(page.getByText('No clients match your filters', { exact: true }));
  });

  it('edits, suspends, activates and deletes a client', async () => {
    const { page, person } = await openClient('Wren Okafor');
    const { token } = await logInByToken(person);

    await commission(page, person).click();
    await select(page, CLIENTS.fields.commissionType).selectOption('percentage');
    await page.getByRole('spinbutton', { name: CLIENTS.fields.commissionPercentage }).fill('12');
    await expectSeen(page.getByText('On a $10.00 label, the client pays $11.20'));
    await button(page, ADDRESS_FORM.save).click();
    await expectToast(page, 'Commission updated successfully');
    await expectSeen(commission(page, person).getByText('12.00%'));
    await expectFocused(commission(page, person));

    await action(page, 'Edit', person).click();
    await field(page, 'Full Name').fill('');
    await select(page, CLIENTS.fields.commissionType).last().selectOption('flat_rate');
    await page.getByRole('spinbutton', { name: CLIENTS.fields.commissionAmount }).fill('-1');
    await button(page, 'Update Client').click();
    await expectSeen(dialog(page).getByText('Full Name is required.'));
    await expectSeen(dialog(page).getByText('Commission value must be a non-negative number.'));
    await field(page, 'Full Name').fill(person.name);
    await field(page, 'Phone').fill('5035550142');
    await field(page, 'Street Address').fill('1200 SW Main St');
    await field(page, 'City').fill('Portland');
    await field(page, 'State').fill('OR');
    await field(page, 'ZIP Code').fill('97205');
    await page.getByRole('spinbutton', { name: CLIENTS.fields.commissionAmount }).fill('0.5');
    await button(page, 'Update Client').click();
    await expectToast(page, 'Client updated successfully');
    await expectUnseen(dialog(page));
    await expectFocused(action(page, 'Edit', person));
    await expectSeen(commission(page, person).getByText('$0.50'));
    await action(page, 'Edit', person).click();
    await expect.poll(() => field(page, 'City').inputValue()).toBe('Portland');
    expect(await select(page, 'Country').inputValue()).toBe('USA');
    await button(page, 'Cancel').click();

    await action(page, 'Suspend', person).click();
    await expectSeen(alert(page).getByText('Are you sure you want to suspend this client?'));
    await button(page, 'Suspend').click();
    await expectToast(page, 'Client suspended successfully');
    await expectSeen(row(page, person).getByText('Suspended', { exact: true }));
    await expectFocused(action(page, 'Activate', person));
    expect(await isAlive(token)).toBe(false);
    expect(await canLogIn(person.email, person.password)).toBe(false);
    await action(page, 'Activate', person).click();
    await expectToast(page, 'Client activated successfully');
    await expectSeen(row(page, person).getByText('Active', { exact: true }));
    expect(await canLogIn(person.email, person.password)).toBe(true);

    await action(page, 'Delete', person).click();
    await expectSeen(
      alert(page).getByText(
        'Are you sure you want to permanently delete this client? This action cannot be undone.',
      ),
    );
    await button(page, 'Delete client').click();
    await expectToast(page, 'Client deleted successfully');
    await expectSeen(page.getByText('No clients match your filters', { exact: true }));
    await expectFocused(page.getByPlaceholder(CLIENTS.search));
    expect(await canLogIn(person.email, person.password)).toBe(false);
  });
});
