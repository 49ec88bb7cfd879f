import type { BillingSettingsAnswer } from '@lading/contract/billing.ts';
import { paginationOf } from '@lading/contract/paging.ts';
import type { StaffRole } from '@lading/contract/permissions.ts';
import { API, PAGES, path } from '@lading/contract/routes.ts';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { openApp } from '../../../test/app.tsx';
import { documentsAnswer, INVOICE, ofClient, SETTINGS } from '../../../test/billing.ts';
import { type Answers, json } from '../../../test/fake-server.ts';
import { scanScreen } from '../../../test/scan.ts';
import { button, choose, field, main, toastWith } from '../../../test/screen.ts';
import { CHANGED_MEANWHILE } from '../../lib/merge-edits.ts';
import { COPY as LIST } from '../../ui/billing/copy.ts';
import { COPY } from './copy.ts';

const ID = '0198f3c2-7c1e-7aa0-8000-000000000002';
const DOCUMENT = ofClient(INVOICE, ID);
const LIST_CALL = `GET ${API.adminBillingDocuments}`;
const READ = `GET ${API.adminBillingSettings}`;
const SAVE = `PUT ${API.adminBillingSettings}`;
const ISSUE = `POST ${path(API.adminIssueDocuments, { id: ID })}`;
const CLIENT = {
  userId: ID,
  fullName: 'Dana Reyes',
  email: 'dana@shop.example',
  phone: null,
  defaultAddress: null,
  status: 'active',
  totalShipments: 0,
  lastActive: null,
  commission: { usesGlobal: true, markupType: 'percentage', markupAmount: 8 },
  revenue: 0,
  revenueBefore: 0,
  atRisk: false,
};

interface Options {
  answers?: Answers;
  search?: string;
  staffRole?: StaffRole;
  settings?: Partial<BillingSettingsAnswer>;
}

const open = ({ answers = {}, search = '', staffRole = 'finance', settings = {} }: Options = {}) =>
  openApp(`${PAGES.adminBilling}${search}`, {
    as: 'admin',
    staffRole,
    answers: {
      [LIST_CALL]: () => documentsAnswer([DOCUMENT]),
      [READ]: () => json({ ...SETTINGS, ...settings }),
      [`GET ${path(API.adminClient, { id: ID })}`]: () => json({ user: CLIENT }),
      [`GET ${API.adminClients}`]: () =>
        json({ users: [CLIENT], totalClients: 1, pagination: paginationOf(1, 1, 8) }),
      ...answers,
    },
  });
const row = () => page.getByRole('row').filter({ hasText: INVOICE.number });
/** The label of an optional field says so. */
const optional = (name: string) => field(`${name} optional`);

describe('the billing documents of all clients', () => {
  it('name the client, and can be filtered by client, number, kind and year', async () => {
    const { callsTo, currentPath } = await open();
    await expect
      .element(row().getByRole('link', { name: 'Dana Reyes' }))
      .toHaveAttribute('href', path(PAGES.adminClient, { id: ID }));
    expect(await scanScreen({ widths: [390, 1440] })).toEqual([]);
    await page.getByRole('combobox', { name: COPY.client }).fill('dana');
    await page.getByRole('option', { name: /Dana Reyes/ }).click();
    await expect.poll(currentPath).toBe(`${PAGES.adminBilling}?clientId=${ID}`);
    await page.getByRole('searchbox', { name: COPY.number }).fill('INV-2026');
    await page.getByLabelText('Kind').selectOptions('invoice');
    await page.getByLabelText('Year').selectOptions('2026');
    const last = () => Object.fromEntries(callsTo(LIST_CALL).at(-1)?.query ?? []);
    await expect
      .poll(last)
      .toMatchObject({ clientId: ID, number: 'INV-2026', kind: 'invoice', year: '2026', page: '1' });
    await button('Clear Filters').click();
    await expect.poll(currentPath).toBe(PAGES.adminBilling);
    await expect.element(page.getByRole('combobox', { name: COPY.client })).toHaveValue('');
  });

  it('show the name of the client in the URL, and drop the filter when it is edited', async () => {
    const { currentPath } = await open({ search: `?clientId=${ID}` });
    const client = page.getByRole('combobox', { name: COPY.client });
    await expect.element(client).toHaveValue('Dana Reyes');
    await client.fill('');
    await expect.poll(currentPath).toBe(PAGES.adminBilling);
  });

  it('are downloaded, one by one and as the register of a year', async () => {
    const file = `GET ${path(API.adminBillingDocumentFile, { id: INVOICE.id })}`;
    const register = `GET ${API.adminBillingRegister}`;
    const { callsTo } = await open({
      answers: { [file]: () => new Response('a'), [register]: () => new Response('b') },
    });
    await button(`CSV of ${INVOICE.number}`).click();
    await expect.poll(() => callsTo(file)[0]?.query.get('format')).toBe('csv');
    await button(COPY.register('2026')).click();
    await expect.element(toastWith(COPY.registerSaved)).toBeVisible();
    expect([...(callsTo(register)[0]?.query ?? [])]).toEqual([['year', '2026']]);
  });

  it('are issued for a client and a month that is over', async () => {
    const { callsTo } = await open({
      answers: { [ISSUE]: () => json({ documents: [INVOICE, { ...INVOICE, id: 's', kind: 'statement' }] }) },
    });
    const dialog = page.getByRole('dialog');
    await button(LIST.issue.action).click();
    await dialog.getByRole('button', { name: LIST.issue.submit }).click();
    await expect.element(dialog.getByText(LIST.issue.clientMissing)).toBeVisible();
    await dialog.getByRole('combobox', { name: LIST.issue.client }).fill('dana');
    await page.getByRole('option', { name: /Dana Reyes/ }).click();
    await dialog.getByLabelText(LIST.issue.month).selectOptions('2026-01');
    expect(await scanScreen({ widths: [390] })).toEqual([]);
    await dialog.getByRole('button', { name: LIST.issue.submit }).click();
    await expect.element(toastWith('Dana Reyes has 2 documents for January 2026.')).toBeVisible();
    expect(callsTo(ISSUE).map(({ body }) => body)).toEqual([{ month: '2026-01' }]);
  });

  it('are not issued while the first month is not over', async () => {
    await open({ settings: { startMonth: '2090-01' } });
    await button(LIST.issue.action).click();
    await expect.element(page.getByText(LIST.issue.noMonth('January 2090'))).toBeVisible();
    expect(page.getByRole('dialog').getByRole('button', { name: LIST.issue.submit }).query()).toBeNull();
  });

  it('say when there are none, and that the settings come first', async () => {
    const { currentPath } = await open({
      answers: { [LIST_CALL]: () => documentsAnswer([]) },
      settings: { startMonth: null },
    });
    await expect.element(page.getByText(COPY.empty)).toBeVisible();
    expect(await scanScreen({ widths: [390] })).toEqual([]);
    await button(COPY.openSettings).click();
    await expect.poll(currentPath).toBe(`${PAGES.adminBilling}?tab=settings`);
    await expect.element(page.getByLabelText(COPY.settings.firstMonth)).toBeVisible();
  });
});

describe('the billing settings', () => {
  const openSettings = (options: Options = {}) => open({ search: '?tab=settings', ...options });

  it('are saved with a tax', async () => {
    const { callsTo } = await openSettings({ answers: { [SAVE]: () => json(SETTINGS) } });
    await field(COPY.settings.legalName).fill('Harbor Labels Inc.');
    await optional(COPY.settings.prefix).fill('hl-');
    await choose(COPY.settings.withTax);
    await field(COPY.settings.taxName).fill('Sales tax');
    await field(COPY.settings.taxRate).fill('8.25');
    expect(await scanScreen({ widths: [390, 1440] })).toEqual([]);
    await button(COPY.settings.save).click();
    await expect.element(toastWith(COPY.settings.saved)).toBeVisible();
    const { startMonth: _, ...settings } = SETTINGS;
    expect(callsTo(SAVE)[0]?.body).toEqual({
      ...settings,
      legalName: 'Harbor Labels Inc.',
      numberPrefix: 'HL-',
      taxLines: [{ name: 'Sales tax', rate: 825, appliesTo: 'price' }],
    });
  });

  it('show problems at their fields, found here or by the server', async () => {
    const refusal = [
      { path: 'taxLines.0.rate', message: 'This rate is unknown.' },
      { path: 'addressLines.1', message: 'This line is wrong.' },
    ];
    const { callsTo } = await openSettings({
      settings: { taxLines: [{ name: 'Sales tax', rate: 825, appliesTo: 'service' }] },
      answers: { [SAVE]: () => json({ message: 'Please check.', fields: refusal }, 400) },
    });
    await field(COPY.settings.legalName).fill('');
    await field(COPY.settings.taxRate).fill('lots');
    await button(COPY.settings.save).click();
    await expect.element(main().getByText('Please enter the legal name.')).toBeVisible();
    await expect.element(main().getByText(COPY.settings.taxRateWrong)).toBeVisible();
    await expect.element(field(COPY.settings.legalName)).toHaveFocus();
    expect(callsTo(SAVE)).toEqual([]);
    await field(COPY.settings.legalName).fill('Harbor Labels');
    await field(COPY.settings.taxRate).fill('8');
    await button(COPY.settings.save).click();
    await expect.element(main().getByText('This rate is unknown.')).toBeVisible();
    await expect.element(main().getByText('This line is wrong.')).toBeVisible();
    await expect.element(field(COPY.settings.address)).toHaveFocus();
    expect(await scanScreen({ widths: [390] })).toEqual([]);
  });

  it('keep what someone else saved, and refuse to replace it', async () => {
    const withTax = (rate: number) =>
      json({ ...SETTINGS, taxLines: [{ name: 'Sales tax', rate, appliesTo: 'price' }] });
    const { callsTo, answer } = await openSettings({ answers: { [READ]: () => withTax(825) } });
    await optional(COPY.settings.instructions).fill('Wire to account 000456.');
    answer({ [READ]: () => withTax(900), [SAVE]: () => withTax(900) });
    await button(COPY.settings.save).click();
    await expect.element(toastWith(COPY.settings.saved)).toBeVisible();
    expect(callsTo(SAVE).map(({ body }) => body)).toMatchObject([
      { paymentInstructions: 'Wire to account 000456.', taxLines: [{ rate: 900 }] },
    ]);
    await field(COPY.settings.taxRate).fill('9.5');
    answer({ [READ]: () => withTax(875) });
    await button(COPY.settings.save).click();
    await expect.element(main().getByText(CHANGED_MEANWHILE)).toBeVisible();
    expect(callsTo(SAVE)).toHaveLength(1);
    await button(COPY.settings.discard).click();
    await expect.element(field(COPY.settings.taxRate)).toHaveValue('8.75');
  });

  it('ask before unsaved changes are lost', async () => {
    const { currentPath } = await openSettings();
    await optional(COPY.settings.taxId).fill('1');
    await choose(COPY.tabs.documents);
    await expect.element(page.getByText(COPY.settings.leave)).toBeVisible();
    await button('Stay').click();
    await expect.element(optional(COPY.settings.taxId)).toHaveValue('1');
    await button(COPY.settings.discard).click();
    await choose(COPY.tabs.documents);
    await expect.poll(currentPath).toBe(PAGES.adminBilling);
  });

  it('are shown to roles that may not change them', async () => {
    await openSettings({ staffRole: 'support' });
    await expect.element(main().getByText(COPY.settings.notYourRole)).toBeVisible();
    for (const text of ['Harbor Labels LLC', 'January 2026', 'Not subject to sales tax'])
      await expect.element(main().getByText(text, { exact: true })).toBeVisible();
    expect(button(COPY.settings.save).query()).toBeNull();
    expect(await scanScreen({ widths: [390, 1440] })).toEqual([]);
  });

  it('say when they cannot be loaded, and try again', async () => {
    const { answer } = await openSettings({
      answers: { [READ]: () => json({}, 404) },
    });
    await expect.element(main().getByText(COPY.settings.loadFailed)).toBeVisible();
    answer({ [READ]: () => json(SETTINGS) });
    await button('Try again').click();
    await expect.element(field(COPY.settings.legalName)).toHaveValue('Harbor Labels LLC');
  });
});
