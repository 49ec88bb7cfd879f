import { CARRIER_INVOICES, MAX_INVOICE_BYTES } from '@lading/contract/carrier-invoices.ts';
import { API, PAGES } from '@lading/contract/routes.ts';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { IMPORT_SUMS, INVOICE_ID, invoicePreview } from '../../../test/adjustments.ts';
import { openApp } from '../../../test/app.tsx';
import { type Answers, json, never } from '../../../test/fake-server.ts';
import { scanScreen } from '../../../test/scan.ts';
import { button, main } from '../../../test/screen.ts';
import { COPY } from './copy.ts';

const PREVIEW = `POST ${API.adminCarrierInvoicePreview}`;
const IMPORT = `POST ${API.adminCarrierInvoices}`;
const copy = COPY.import;

const open = (answers: Answers = {}) =>
  openApp(`${PAGES.adminAdjustments}?tab=import`, { as: 'admin', staffRole: 'finance', answers });
const file = (content: string | Blob = '2.1,charge', name = 'ups.csv') => new File([content], name);
const input = () => page.getByLabelText(/^Drop a carrier invoice/);
const choose = (...files: File[]) => userEvent.upload(input(), files);
/** `choose` would send the content to another process and back. */
async function chooseLarge(large: File) {
  await expect.element(input()).toBeInTheDocument();
  const transfer = new DataTransfer();
  transfer.items.add(large);
  const element = input().element() as HTMLInputElement;
  element.files = transfer.files;
  element.dispatchEvent(new Event('change', { bubbles: true }));
}
const start = () => main().getByRole('button', { name: copy.action, exact: true });
const result = (part: object = {}) =>
  json({ ...IMPORT_SUMS, invoiceIds: [INVOICE_ID], changed: true, ...part });

describe('importing a carrier invoice', () => {
  it('shows what an import would do, and imports the same file', async () => {
    const { callsTo } = await open({
      [PREVIEW]: () => json(invoicePreview()),
      [IMPORT]: () => result(),
    });
    await expect.element(input()).toBeInTheDocument();
    expect(await scanScreen()).toEqual([]);
    await choose(file());
    const difference = page.getByRole('row').filter({ hasText: '1Z999AA10123456784' });
    for (const text of ['Weight', '$8.40', '$3.20', 'and a fee of $1.00', 'Passed on'])
      await expect.element(difference.getByText(text, { exact: true }).first()).toBeVisible();
    const line = page.getByRole('row').filter({ hasText: 'Weekly Service Charge' });
    await expect.element(line.getByText('A charge to the account, not to a shipment')).toBeVisible();
    expect(await scanScreen()).toEqual([]);
    await start().click();
    await expect
      .element(page.getByText('Imported. 1 adjustment recorded. 1 passed on, 0 absorbed.'))
      .toBeVisible();
    for (const name of [PREVIEW, IMPORT]) {
      const call = callsTo(name)[0];
      expect(call?.body).toBe('2.1,charge');
      expect(call?.headers.get('content-type')).toBe('text/csv');
      expect(Object.fromEntries(call?.query ?? [])).toEqual({ fileName: 'ups.csv' });
    }
    await expect
      .element(main().getByRole('link', { name: copy.viewAdjustments }))
      .toHaveAttribute('href', `${PAGES.adminAdjustments}?invoiceId=${INVOICE_ID}`);
    expect(await scanScreen({ widths: [390] })).toEqual([]);
    await button(copy.importAnother).click();
    await expect.element(input()).toBeInTheDocument();
  });

  it('explains the kinds of a plain CSV file', async () => {
    await open();
    await page.getByText(copy.columns).click();
    await expect.element(page.getByText(CARRIER_INVOICES.plainKind)).toBeVisible();
    await expect.element(page.getByText('account', { exact: true })).toBeVisible();
    await expect.element(page.getByText('kind', { exact: true })).not.toBeInTheDocument();
  });

  it('says that it is reading the file, and can be canceled', async () => {
    await open({ [PREVIEW]: never });
    await choose(file());
    await expect.element(page.getByText(copy.reading('ups.csv'))).toBeVisible();
    expect(await scanScreen({ widths: [390] })).toEqual([]);
    await button('Cancel').click();
    await expect.element(input()).toBeInTheDocument();
  });

  it('says why a file is rejected, and reads it again in the chosen layout', async () => {
    const message = CARRIER_INVOICES.unknownLayout;
    const { callsTo, answer } = await open({
      [PREVIEW]: () => json({ message, fields: [{ path: 'file', message }] }, 400),
    });
    await choose(file('what is this'));
    await expect.element(page.getByRole('alert').getByText(`ups.csv: ${message}`)).toBeVisible();
    expect(await scanScreen({ widths: [390, 1440] })).toEqual([]);
    answer({ [PREVIEW]: () => json(invoicePreview({ layout: 'csv' })) });
    await page.getByRole('combobox', { name: copy.layout }).selectOptions('csv');
    await expect.element(start()).toBeVisible();
    expect(callsTo(PREVIEW).at(-1)?.query.get('layout')).toBe('csv');
    expect(callsTo(PREVIEW).at(-1)?.body).toBe('what is this');
  });

  it.each([
    ['an empty file', () => choose(file('')), copy.emptyFile],
    [
      'a file that is too large',
      () => chooseLarge(file(new Blob([new Uint8Array(MAX_INVOICE_BYTES + 1)]))),
      copy.tooLarge,
    ],
  ])('refuses %s without sending it', async (_name, chooseIt, problem) => {
    const { callsTo } = await open();
    await chooseIt();
    await expect.element(page.getByText(problem)).toBeVisible();
    expect(callsTo(PREVIEW)).toEqual([]);
  });

  it('lists the problems of a file, and does not import it', async () => {
    await open({
      [PREVIEW]: () =>
        json(
          invoicePreview({
            problems: Array.from({ length: 25 }, (_, index) => ({
              line: index + 2,
              message: 'Net Amount is not an amount.',
            })),
          }),
        ),
    });
    await choose(file());
    await expect.element(page.getByText('Line 2: Net Amount is not an amount.')).toBeVisible();
    await expect.element(page.getByText('and 5 more')).toBeVisible();
    await expect.element(start()).not.toBeInTheDocument();
  });

  it('says that a file was already imported, or has no differences', async () => {
    await open({
      [PREVIEW]: () =>
        json(invoicePreview({ newLines: 0, repeatedLines: 3, adjustments: 0, differences: [] })),
    });
    await choose(file());
    await expect.element(page.getByText(copy.allRepeated)).toBeVisible();
    await expect.element(page.getByText(copy.noDifferences, { exact: true })).toBeVisible();
    await expect.element(start()).not.toBeInTheDocument();
  });

  it('warns about a total that differs, keeps the preview after a refusal, and reports no change', async () => {
    const [invoice] = invoicePreview().invoices;
    const { answer } = await open({
      [PREVIEW]: () =>
        json(invoicePreview({ invoices: invoice ? [{ ...invoice, statedTotal: 9_900 }] : [] })),
      [IMPORT]: () => json({ message: 'Only one import at a time.' }, 429),
    });
    await choose(file());
    await expect.element(page.getByText(copy.totalDiffers('0000A1B2C3', '$31.40', '$99.00'))).toBeVisible();
    await start().click();
    await expect.element(page.getByText('Only one import at a time.')).toBeVisible();
    answer({ [IMPORT]: () => result({ changed: false }) });
    await start().click();
    await expect.element(page.getByText(copy.unchanged)).toBeVisible();
  });
});
