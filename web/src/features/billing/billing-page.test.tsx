import type { BillingDocument } from '@lading/contract/billing.ts';
import { API, PAGES, path } from '@lading/contract/routes.ts';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { openApp } from '../../../test/app.tsx';
import { CLIENT_DETAILS, documentsAnswer, INVOICE } from '../../../test/billing.ts';
import { type Answers, json, never } from '../../../test/fake-server.ts';
import { scanScreen } from '../../../test/scan.ts';
import { button, field, main, toastWith } from '../../../test/screen.ts';
import { CHANGED_MEANWHILE } from '../../lib/merge-edits.ts';
import { COPY as LIST } from '../../ui/billing/copy.ts';
import { COPY } from './copy.ts';

const LIST_CALL = `GET ${API.billingDocuments}`;
const DETAILS = `GET ${API.billingDetails}`;
const SAVE = `PUT ${API.billingDetails}`;
const FILE = `GET ${path(API.billingDocumentFile, { id: INVOICE.id })}`;
const none = { periodStart: null, periodEnd: null, dueOn: null, tax: 0, due: 0 };
const RECEIPT: BillingDocument = {
  ...INVOICE,
  ...none,
  id: 'r',
  kind: 'receipt',
  number: 'RCP-2026-00031',
  total: 5_000,
  refunded: 1_250,
  paymentId: 'p',
};
const STATEMENT: BillingDocument = {
  ...INVOICE,
  id: 's',
  kind: 'statement',
  number: 'STM-2026-00007',
  dueOn: null,
  total: -2_500,
  tax: 0,
  due: 0,
};
const CREDIT_NOTE: BillingDocument = {
  ...INVOICE,
  ...none,
  id: 'c',
  kind: 'credit_note',
  number: 'CRN-2026-00002',
  total: 840,
  corrects: { id: INVOICE.id, number: INVOICE.number },
};

const open = (answers: Answers = {}, search = '') =>
  openApp(`${PAGES.billing}${search}`, {
    as: 'client',
    answers: {
      [LIST_CALL]: () => documentsAnswer([RECEIPT, CREDIT_NOTE, INVOICE, STATEMENT]),
      [DETAILS]: () => json(CLIENT_DETAILS),
      ...answers,
    },
  });
const row = (number: string) =>
  page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: number, exact: true }) });
/** The label of an optional field says so. */
const optional = (name: string) => field(`${name} optional`);

describe('the billing page of a client', () => {
  it('describes each kind of document, and offers its files', async () => {
    await open();
    for (const text of [
      'Invoice',
      'October 2026',
      '$128.40',
      'Includes $8.40 tax',
      '$25.00',
      'By Dec 1, 2026',
    ])
      await expect.element(row(INVOICE.number).getByText(text, { exact: true }).first()).toBeVisible();
    for (const text of ['Receipt', '$50.00', '$12.50 refunded'])
      await expect.element(row(RECEIPT.number).getByText(text, { exact: true })).toBeVisible();
    for (const text of ['-$25.00', LIST.closingBalance])
      await expect.element(row(STATEMENT.number).getByText(text, { exact: true })).toBeVisible();
    await expect.element(row(CREDIT_NOTE.number).getByText(`Corrects ${INVOICE.number}`)).toBeVisible();
    await expect.element(button(`CSV of ${INVOICE.number}`)).toBeVisible();
    await expect.element(button(`PDF of ${RECEIPT.number}`)).toBeVisible();
    expect(button(`CSV of ${RECEIPT.number}`).query()).toBeNull();
    await expect.element(main().getByRole('link', { name: COPY.balance })).toBeVisible();
    expect(await scanScreen({ widths: [390, 1440] })).toEqual([]);
  });

  it('downloads a document, and says why it could not', async () => {
    const { callsTo, answer } = await open({ [FILE]: () => new Response('%PDF-1.7') });
    await button(`PDF of ${INVOICE.number}`).click();
    await expect.poll(() => callsTo(FILE).map(({ query }) => query.get('format'))).toEqual(['pdf']);
    answer({ [FILE]: () => json({ message: 'We couldn’t find this document.' }, 404) });
    await button(`CSV of ${INVOICE.number}`).click();
    await expect.element(toastWith('We couldn’t find this document.')).toBeVisible();
    expect(callsTo(FILE).at(-1)?.query.get('format')).toBe('csv');
  });

  it('keeps its filters in the URL, and says when nothing matches', async () => {
    const { callsTo, answer, currentPath } = await open({}, '?year=2025');
    await expect.element(row(INVOICE.number)).toBeVisible();
    expect(callsTo(LIST_CALL)[0]?.query.get('year')).toBe('2025');
    answer({ [LIST_CALL]: () => documentsAnswer([]) });
    await page.getByLabelText('Kind').selectOptions('credit_note');
    await expect.element(page.getByText(LIST.filters.none)).toBeVisible();
    expect(currentPath()).toBe(`${PAGES.billing}?kind=credit_note&year=2025`);
    expect(await scanScreen({ widths: [390] })).toEqual([]);
    await button('Clear Filters').first().click();
    await expect.poll(currentPath).toBe(PAGES.billing);
  });

  it('says when there are none yet', async () => {
    await open({ [LIST_CALL]: () => documentsAnswer([]) });
    await expect.element(page.getByText(COPY.empty)).toBeVisible();
    expect(await scanScreen({ widths: [390] })).toEqual([]);
  });

  it('shows the columns while the documents load', async () => {
    await open({ [LIST_CALL]: never, [DETAILS]: never });
    await expect.element(page.getByRole('columnheader', { name: LIST.columns.number })).toBeVisible();
    expect(page.getByText(COPY.empty).query()).toBeNull();
    expect(await scanScreen({ widths: [390] })).toEqual([]);
  });

  it('says when the documents or the details cannot be loaded, and tries again', async () => {
    const { answer } = await open({
      [LIST_CALL]: () => json({}, 404),
      [DETAILS]: () => json({}, 404),
    });
    await expect.element(main().getByText(LIST.loadFailed)).toBeVisible();
    await expect.element(main().getByText(LIST.details.loadFailed)).toBeVisible();
    expect(await scanScreen({ widths: [390] })).toEqual([]);
    answer({ [LIST_CALL]: () => documentsAnswer([INVOICE]), [DETAILS]: () => json(CLIENT_DETAILS) });
    await button('Try again').last().click();
    await expect.element(row(INVOICE.number)).toBeVisible();
    await button('Try again').click();
    await expect.element(page.getByText(CLIENT_DETAILS.printed.name)).toBeVisible();
  });

  it('turns pages', async () => {
    const { callsTo, currentPath } = await open({ [LIST_CALL]: () => documentsAnswer([INVOICE], 120) });
    await button('Next').click();
    await expect.poll(currentPath).toBe(`${PAGES.billing}?page=2`);
    await expect.poll(() => callsTo(LIST_CALL).at(-1)?.query.get('page')).toBe('2');
  });
});

describe('the billing details of a client', () => {
  const save = () => page.getByRole('dialog').getByRole('button', { name: LIST.details.save });

  it('are what documents say, and can be changed', async () => {
    const { callsTo } = await open({
      [SAVE]: () =>
        json({
          ...CLIENT_DETAILS,
          company: 'Reyes Goods',
          printed: { name: 'Reyes Goods', addressLines: [] },
        }),
    });
    await expect.element(page.getByText('12 Main St')).toBeVisible();
    await expect.element(page.getByText('PO 4471')).toBeVisible();
    await button(LIST.details.change).click();
    await optional(LIST.details.company).fill('Reyes Goods');
    await optional(LIST.details.address).fill('1 Dock Rd\n\n  Tacoma, WA 98402 ');
    await optional(LIST.details.taxId).fill('12-3456789');
    expect(await scanScreen({ widths: [390] })).toEqual([]);
    await save().click();
    await expect.element(toastWith(LIST.details.saved)).toBeVisible();
    expect(callsTo(SAVE)[0]?.body).toEqual({
      company: 'Reyes Goods',
      addressLines: ['1 Dock Rd', 'Tacoma, WA 98402'],
      taxId: '12-3456789',
      reference: 'PO 4471',
    });
    await expect.element(main().getByText('Reyes Goods')).toBeVisible();
  });

  it('keep what the operator changed since, and refuse to replace it', async () => {
    const { callsTo, answer } = await open({ [SAVE]: () => json(CLIENT_DETAILS) });
    await button(LIST.details.change).click();
    await optional(LIST.details.reference).fill('PO 5000');
    answer({ [DETAILS]: () => json({ ...CLIENT_DETAILS, taxId: '12-3456789' }) });
    await save().click();
    await expect.element(toastWith(LIST.details.saved)).toBeVisible();
    expect(callsTo(SAVE)[0]?.body).toMatchObject({ reference: 'PO 5000', taxId: '12-3456789' });
    await button(LIST.details.change).click();
    await optional(LIST.details.reference).fill('PO 5000');
    answer({ [DETAILS]: () => json({ ...CLIENT_DETAILS, reference: 'PO 6000' }) });
    await save().click();
    await expect.element(page.getByText(CHANGED_MEANWHILE)).toBeVisible();
    expect(callsTo(SAVE)).toHaveLength(1);
  });

  it('show problems at their fields, found here or by the server', async () => {
    const { callsTo } = await open({
      [SAVE]: () =>
        json(
          { message: 'Please check.', fields: [{ path: 'taxId', message: 'This is not a tax ID.' }] },
          400,
        ),
    });
    await button(LIST.details.change).click();
    await optional(LIST.details.address).fill('1\n2\n3\n4\n5\n6');
    await save().click();
    await expect.element(page.getByText('Please use at most 5 lines for the address.')).toBeVisible();
    expect(callsTo(SAVE)).toEqual([]);
    await optional(LIST.details.address).fill('x'.repeat(101));
    await save().click();
    await expect.element(page.getByText('Please use at most 100 characters.')).toBeVisible();
    await optional(LIST.details.address).fill('1 Dock Rd');
    await save().click();
    await expect.element(page.getByText('This is not a tax ID.')).toBeVisible();
    await expect.element(optional(LIST.details.taxId)).toHaveAttribute('aria-invalid', 'true');
  });
});
