import { CUSTOMS } from '@lading/contract/customs/customs-messages.ts';
import { API, PAGES, path } from '@lading/contract/routes.ts';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { openApp } from '../../../test/app.tsx';
import { HS_MATCHES, PRODUCT, productsAnswer } from '../../../test/customs.ts';
import { catchDownloads } from '../../../test/downloads.ts';
import { type Answers, json } from '../../../test/fake-server.ts';
import { scanScreen } from '../../../test/scan.ts';
import { button, field, main, toastWith } from '../../../test/screen.ts';

const LIST = `GET ${API.products}`;
const ADD = `POST ${API.products}`;
const ONE = path(API.product, { id: PRODUCT.id });
const IMPORT = `POST ${API.productsFile}`;
const SHIRT = {
  id: 'p2',
  sku: 'TEE-M',
  name: 'T-shirt, medium',
  description: '',
  unitWeight: null,
  unitValue: null,
  hsCode: '',
  origin: '',
};

const openProducts = (answers: Answers = {}, search = '') =>
  openApp(`${PAGES.products}${search}`, {
    as: 'client',
    answers: { [LIST]: () => productsAnswer([PRODUCT, SHIRT]), ...answers },
  });
const dialog = () => page.getByRole('dialog');
const row = (sku: string) => page.getByRole('row', { name: new RegExp(sku) });
const quiet = () => vi.spyOn(console, 'error').mockImplementation(() => {});

afterEach(() => {
  vi.restoreAllMocks();
});

describe('the product list', () => {
  it('shows what is known and has no accessibility violation', async () => {
    await openProducts();
    await expect.element(page.getByRole('heading', { level: 1, name: 'Products' })).toBeVisible();
    await expect.element(row('CANDLE-8').getByText('3406.00')).toBeVisible();
    await expect.element(row('CANDLE-8').getByText('$24.00')).toBeVisible();
    await expect.element(row('TEE-M')).toBeVisible();
    expect(await scanScreen({ widths: [390, 1440] })).toEqual([]);
  });

  it('searches, turns pages and keeps both in the URL', async () => {
    const { callsTo, currentPath } = await openProducts({
      [LIST]: ({ query }) =>
        query.get('search') === 'nothing'
          ? productsAnswer([])
          : productsAnswer([PRODUCT], 60, Number(query.get('page')), 25),
    });
    await button('Next').click();
    await expect.poll(currentPath).toBe(`${PAGES.products}?page=2`);
    await page.getByRole('searchbox', { name: 'Search by SKU or name' }).fill('nothing');
    await expect.element(main().getByText('No products match your search')).toBeVisible();
    expect(currentPath()).toBe(`${PAGES.products}?search=nothing`);
    expect(callsTo(LIST).at(-1)?.query.get('search')).toBe('nothing');
    await button('Clear Filters').click();
    await expect.element(row('CANDLE-8')).toBeVisible();
  });

  it('says how to start when it is empty', async () => {
    await openProducts({ [LIST]: () => productsAnswer([]) });
    await expect.element(main().getByText('No products yet')).toBeVisible();
    expect(await scanScreen({ widths: [390] })).toEqual([]);
  });

  it('says that it could not be loaded, and loads on the next try', async () => {
    quiet();
    const { answer } = await openProducts({ [LIST]: () => json({}, 500) });
    await expect.element(main().getByText('We couldn’t load your products.')).toBeVisible();
    answer({ [LIST]: () => productsAnswer([PRODUCT]) });
    await button('Try again').click();
    await expect.element(row('CANDLE-8')).toBeVisible();
  });
});

describe('a product', () => {
  it('is added with an HS code that the client chose', async () => {
    const { callsTo } = await openProducts({
      [ADD]: () => json({ product: PRODUCT }, 201),
      [`GET ${API.hsSearch}`]: () => json({ matches: HS_MATCHES }),
    });
    await button('Add product').click();
    await button('Save').click();
    await expect.element(dialog().getByText('Please enter a SKU.')).toBeVisible();
    await expect.element(field('SKU')).toHaveFocus();
    await field('SKU').fill('CANDLE-8');
    await field('Name').fill('Candle, 8 oz');
    await dialog()
      .getByRole('textbox', { name: /^Description/ })
      .fill('Gift');
    await dialog()
      .getByRole('textbox', { name: /^Weight/ })
      .fill('heavy');
    await button('Save').click();
    await expect.element(dialog().getByText(CUSTOMS.descriptionVague)).toBeVisible();
    await expect.element(dialog().getByText('Please enter a number, such as 12.5.')).toBeVisible();
    expect(await scanScreen({ widths: [390, 1440] })).toEqual([]);
    await dialog()
      .getByRole('textbox', { name: /^Description/ })
      .fill('Soy wax candle');
    await dialog()
      .getByRole('textbox', { name: /^Weight/ })
      .fill('9.5');
    await button('Find HS code').click();
    // Ctrl+Enter in the search does not save the product.
    await page.getByRole('dialog').getByRole('searchbox').click();
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await page.getByRole('button', { name: /^3406\.00/ }).click();
    await button('Save').click();
    await expect.element(toastWith('Saved CANDLE-8')).toBeVisible();
    expect(callsTo(ADD).at(-1)?.body).toEqual({
      sku: 'CANDLE-8',
      name: 'Candle, 8 oz',
      description: 'Soy wax candle',
      unitWeight: 9.5,
      unitValue: null,
      hsCode: '340600',
      origin: '',
    });
  });

  it('shows what the server refuses at its field', async () => {
    quiet();
    const message = 'You already have a product with this SKU.';
    await openProducts({
      [`PUT ${ONE}`]: () =>
        json({ error: 'VALIDATION_FAILED', message, fields: [{ path: 'sku', message }] }, 400),
    });
    await button('Edit CANDLE-8').click();
    await expect.element(field('SKU')).toHaveValue('CANDLE-8');
    await field('SKU').fill('TEE-M');
    await button('Save').click();
    await expect.element(field('SKU')).toHaveFocus();
    await expect.element(dialog().getByText(message).first()).toBeVisible();
    await expect.element(field('SKU')).toHaveValue('TEE-M');
  });

  it('is deleted without confirmation, and restored', async () => {
    const { callsTo } = await openProducts({
      [`DELETE ${ONE}`]: () => json({ deleted: true }),
      [ADD]: () => json({ product: PRODUCT }, 201),
    });
    await button('Delete CANDLE-8').click();
    await expect.element(button('Undo deleting CANDLE-8')).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.element(button('Undo deleting CANDLE-8')).not.toBeInTheDocument();
    const { id: _, ...body } = PRODUCT;
    expect(callsTo(ADD).at(-1)?.body).toEqual(body);
  });

  it('stays when it cannot be deleted', async () => {
    quiet();
    await openProducts({ [`DELETE ${ONE}`]: () => new Response('', { status: 400 }) });
    await button('Delete CANDLE-8').click();
    await expect.element(toastWith('We couldn’t delete the product.')).toBeVisible();
    await expect.element(row('CANDLE-8')).toBeVisible();
  });
});

describe('a file of products', () => {
  const choose = async (content: string) => {
    await button('Import CSV').click();
    await userEvent.upload(dialog().getByLabelText(/^CSV file/), new File([content], 'products.csv'));
  };

  it('is imported, with the problems of each line', async () => {
    const { callsTo } = await openProducts({
      [IMPORT]: () =>
        json({
          added: 2,
          updated: 1,
          unchanged: 3,
          leftOut: 1200,
          problems: [{ line: 4, column: 'HS code', message: CUSTOMS.hsInvalid }],
        }),
    });
    await choose('SKU,Name\nA,Apple\n');
    await button('Import').last().click();
    await expect
      .element(dialog().getByText('2 products added, 1 product updated, 3 unchanged.'))
      .toBeVisible();
    await expect.element(dialog().getByText(/^1,200 lines skipped/)).toBeVisible();
    await expect.element(dialog().getByText('Line 4, HS code')).toBeVisible();
    expect(callsTo(IMPORT).at(-1)?.body).toBe('SKU,Name\nA,Apple\n');
    expect(callsTo(IMPORT).at(-1)?.headers.get('content-type')).toBe('text/csv');
    expect(await scanScreen({ widths: [390, 1440] })).toEqual([]);
    await button('Done').click();
    await expect.poll(() => callsTo(LIST).length).toBeGreaterThan(1);
  });

  it('is refused with the reason', async () => {
    quiet();
    const message = 'The file needs the columns SKU and Name.';
    await openProducts({ [IMPORT]: () => json({ error: 'VALIDATION_FAILED', message }, 400) });
    await button('Import CSV').click();
    await dialog().getByRole('button', { name: 'Import' }).click();
    await expect.element(dialog().getByText('Please choose a CSV file.')).toBeVisible();
    await userEvent.upload(dialog().getByLabelText(/^CSV file/), new File(['x'], 'products.csv'));
    await dialog().getByRole('button', { name: 'Import' }).click();
    await expect.element(dialog().getByText(message)).toBeVisible();
  });

  it('is downloaded with a byte order mark, so that Excel reads accents', async () => {
    const files = catchDownloads();
    const headers = { 'content-type': 'text/csv; charset=utf-8' };
    await openProducts({
      [`GET ${API.productsFile}`]: () => new Response('SKU,Name\n1,José\n', { headers }),
    });
    await button('Export CSV').click();
    await expect.element(toastWith('Your products were downloaded.')).toBeVisible();
    expect(files.map(({ name }) => name)).toEqual(['products.csv']);
    const bytes = await files[0]?.content.arrayBuffer();
    expect(new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)).toBe('\uFEFFSKU,Name\n1,José\n');
  });
});
