import type { StaffRole } from '@lading/contract/permissions.ts';
import { API, PAGES, path } from '@lading/contract/routes.ts';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { openApp } from '../../../test/app.tsx';
import { CLIENT_DETAILS, documentsAnswer, INVOICE, noBilling, ofClient } from '../../../test/billing.ts';
import { type Answers, json } from '../../../test/fake-server.ts';
import { scanScreen } from '../../../test/scan.ts';
import { field, toasts, toastWith } from '../../../test/screen.ts';
import { CHANGED_MEANWHILE } from '../../lib/merge-edits.ts';
import { COPY as BILLING } from '../../ui/billing/copy.ts';
import { ALL_DOCUMENTS_KEY } from '../../ui/billing/document-keys.ts';
import { COPY } from './copy.ts';

const id = '0198f3c2-7c1e-7aa0-8000-000000000002';
const LIST = `GET ${API.adminBillingDocuments}`;
const READ = `GET ${path(API.adminClientBillingDetails, { id })}`;
const SAVE = `PUT ${path(API.adminClientBillingDetails, { id })}`;
const ISSUE = `POST ${path(API.adminIssueDocuments, { id })}`;
const missing = () => json({ message: 'No.' }, 400);
const client = {
  userId: id,
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

const open = (staffRole: StaffRole, answers: Answers = {}) =>
  openApp(path(PAGES.adminClient, { id }), {
    as: 'admin',
    staffRole,
    answers: {
      ...noBilling(id),
      [`GET ${path(API.adminClient, { id })}`]: () => json({ user: client }),
      // The other panels.
      [`GET ${path(API.adminClientOverview, { id })}`]: missing,
      [`GET ${API.adminShipments}`]: missing,
      [`GET ${API.adminPriceChanges}`]: missing,
      [`GET ${path(API.adminClientAdjustmentPolicy, { id })}`]: missing,
      [`GET ${path(API.adminClientNotes, { id })}`]: () => json({ notes: [] }),
      [`GET ${path(API.adminClientBalance, { id })}`]: missing,
      [`GET ${path(API.adminClientSessions, { id })}`]: () => json({ sessions: [] }),
      [`GET ${path(API.adminClientApiKeys, { id })}`]: () => json({ apiKeys: [] }),
      ...answers,
    },
  });
const section = () => page.getByRole('region', { name: BILLING.list, exact: true }).first();
const press = (name: string) => section().getByRole('button', { name }).click();

it('shows the last documents of the client, and issues those of a month', async () => {
  const { callsTo, answer, queryClient } = await open('finance', {
    [ISSUE]: () => json({ documents: [INVOICE] }),
  });
  queryClient.setQueryData([...ALL_DOCUMENTS_KEY, {}], {});
  await expect.element(section().getByText(COPY.noDocuments)).toBeVisible();
  await press(BILLING.issue.action);
  answer({ [LIST]: () => documentsAnswer([ofClient(INVOICE, id)]) });
  await page.getByRole('dialog').getByRole('button', { name: BILLING.issue.submit }).click();
  await expect.element(toasts().getByText(/^Dana Reyes has 1 document for /)).toBeVisible();
  await expect.element(section().getByText(INVOICE.number)).toBeVisible();
  expect(callsTo(LIST)[0]?.query.get('clientId')).toBe(id);
  expect(queryClient.getQueryState([...ALL_DOCUMENTS_KEY, {}])?.isInvalidated).toBe(true);
  await expect
    .element(section().getByRole('link', { name: COPY.allDocuments }))
    .toHaveAttribute('href', `${PAGES.adminBilling}?clientId=${id}`);
  expect(await scanScreen({ widths: [390, 1440] })).toEqual([]);
});

it('says at the field why a month cannot be issued', async () => {
  const reason = 'This month is not over yet. Please choose an earlier month.';
  await open('finance', {
    [ISSUE]: () => json({ message: 'Please check.', fields: [{ path: 'month', message: reason }] }, 400),
  });
  await press(BILLING.issue.action);
  await page.getByRole('dialog').getByRole('button', { name: BILLING.issue.submit }).click();
  await expect.element(page.getByText(reason)).toBeVisible();
});

it('changes the billing details of the client', async () => {
  const { callsTo } = await open('finance', { [SAVE]: () => json(CLIENT_DETAILS) });
  await press(BILLING.details.change);
  await field(`${BILLING.details.reference} optional`).fill('PO 5000');
  await page.getByRole('dialog').getByRole('button', { name: BILLING.details.save }).click();
  await expect.element(toastWith(BILLING.details.saved)).toBeVisible();
  expect(callsTo(SAVE)[0]?.body).toMatchObject({ reference: 'PO 5000', company: '' });
});

it('keeps billing details that someone else changed, and refuses to replace them', async () => {
  const { callsTo, answer } = await open('finance', { [SAVE]: () => json(CLIENT_DETAILS) });
  const submit = () => page.getByRole('dialog').getByRole('button', { name: BILLING.details.save }).click();
  await press(BILLING.details.change);
  await field(`${BILLING.details.reference} optional`).fill('PO 5000');
  answer({ [READ]: () => json({ ...CLIENT_DETAILS, taxId: '12-3456789' }) });
  await submit();
  await expect.element(toastWith(BILLING.details.saved)).toBeVisible();
  expect(callsTo(SAVE)[0]?.body).toMatchObject({ reference: 'PO 5000', taxId: '12-3456789' });
  await press(BILLING.details.change);
  await field(`${BILLING.details.reference} optional`).fill('PO 5000');
  answer({ [READ]: () => json({ ...CLIENT_DETAILS, reference: 'PO 6000' }) });
  await submit();
  await expect.element(page.getByText(CHANGED_MEANWHILE)).toBeVisible();
  expect(callsTo(SAVE)).toHaveLength(1);
});

it('shows no buttons to staff who may not change anything', async () => {
  await open('support', { [LIST]: () => documentsAnswer([ofClient(INVOICE, id)]) });
  await expect.element(section().getByText(INVOICE.number)).toBeVisible();
  await expect.element(section().getByText('PO 4471')).toBeVisible();
  for (const name of [BILLING.issue.action, BILLING.details.change])
    expect(section().getByRole('button', { name }).query()).toBeNull();
});
