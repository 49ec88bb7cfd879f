import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { BULK_COLUMNS } from '@lading/contract/bulk/columns.ts';
import { labeledCsv, makeLabeledRows } from '@lading/contract/bulk/labeled-rows.fixture.ts';
import type { BulkRow } from '@lading/contract/bulk.ts';
import { BULK, LABELS } from '@lading/contract/messages.ts';
import { API, PAGES } from '@lading/contract/routes.ts';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { logInByToken, registerPerson } from './src/actions.ts';
import { type PageOptions, useBrowser } from './src/browser.ts';
import { expectFocused, expectHeading, expectSeen, expectUnseen } from './src/expectations.ts';
import { scanPage } from './src/scan.ts';
import { call } from './src/wizard.ts';

const openPage = useBrowser();

const TODAY = new Date().toISOString().slice(0, 10);
const OLD = '1/5/2020';
const ROWS = makeLabeledRows({ seed: 11, rows: 60, faults: 0, today: TODAY });
const cellsOf = (number: number) => ROWS[number - 1]?.cells ?? {};
const CITY = cellsOf(10).receiver_city ?? '';

// Three dates that have passed, a city that is missing, a ZIP code without its zero, and a shipment that is there twice.
for (const number of [3, 4, 5]) cellsOf(number).shipping_date = OLD;
cellsOf(10).receiver_city = '';
Object.assign(cellsOf(7), {
  receiver_city: 'Cambridge',
  receiver_state: 'MA',
  receiver_zipcode: '2139',
  receiver_country: 'US',
});
Object.assign(cellsOf(9), cellsOf(8));
const FILE = Buffer.from(labeledCsv(BULK_COLUMNS, ROWS));

/** The file as it is after its upload, without the form. */
async function uploadRows(token: string): Promise<string> {
  const { batch } = await call(token, 'POST', API.batches, {
    fileName: 'orders.csv',
    fileHash: createHash('sha256').update(FILE).digest('hex'),
    source: 'template',
    columns: BULK_COLUMNS,
    rowCount: ROWS.length,
  });
  const rows = ROWS.map(({ number, cells }) => ({
    number,
    line: number + 1,
    cells,
    originalRowData: BULK_COLUMNS.map((column) => cells[column] ?? ''),
  }));
  await call(token, 'PUT', API.batchRows.replace(':id', batch.id), { rows });
  return `${PAGES.bulkUpload}?batch=${batch.id}`;
}

async function openReview(options: PageOptions = {}) {
  const session = await logInByToken(await registerPerson());
  const path = await uploadRows(session.token);
  const { page } = await openPage({ ...options, storage: session.storage, path });
  await expectCounts(page, '56 ready · 4 need fixing');
  return { page, session };
}

const expectCounts = (page: Page, text: string) =>
  expectSeen(page.locator('main').getByRole('heading', { level: 2, name: text }));
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const show = (page: Page, name: string) =>
  page.getByRole('group', { name: 'Rows' }).getByText(name, { exact: true }).click();
const row = (page: Page, number: number) => page.locator(`[data-row="${number}"]`);
/** By the title of its column, which scrolls into view. */
async function cell(page: Page, number: number, title: string) {
  const header = page.getByRole('columnheader', { name: title, exact: true });
  await header.scrollIntoViewIfNeeded();
  const column = Number(await header.getAttribute('aria-colindex')) - 1;
  return row(page, number).locator(`[data-column="${column}"]`);
}
const rowNumbers = (page: Page) =>
  page.locator('[data-row]').evaluateAll((rows) => rows.map((row) => Number(row.getAttribute('data-row'))));

async function rowsOf(token: string, page: Page): Promise<BulkRow[]> {
  const id = new URL(page.url()).searchParams.get('batch') ?? '';
  return (await call(token, 'GET', API.batchRows.replace(':id', id))).rows;
}

describe('the review of a file', () => {
  it('says what is wrong at its cell, fixes equal problems together and undoes every change', async () => {
    const { storage } = await logInByToken(await registerPerson());
    const { page } = await openPage({ storage, path: PAGES.bulkUpload });
    await expectHeading(page, LABELS.bulkUploadTitle);
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'orders.csv', mimeType: 'text/csv', buffer: FILE });
    await expectCounts(page, '56 ready · 4 need fixing');
    const grid = page.getByRole('grid', { name: 'Rows of orders.csv' });
    await expect.poll(() => grid.getAttribute('aria-rowcount')).toBe('61');

    await show(page, 'Needs fixing');
    await expect.poll(() => rowNumbers(page)).toEqual([3, 4, 5, 10]);
    await row(page, 10).locator('[aria-invalid=true]').first().click();
    const strip = page.getByRole('region', { name: 'Row 10' });
    await expectSeen(strip.getByText(BULK.missing('receiver_city'), { exact: true }));
    await strip.getByRole('button', { name: 'Go to receiver city' }).click();
    await expectFocused(await cell(page, 10, 'Receiver city'));

    await button(page, 'Past shipping date · 3').click();
    await expect.poll(() => rowNumbers(page)).toEqual([3, 4, 5]);
    await expectSeen((await cell(page, 4, 'Date')).getByText(BULK.datePast(OLD)));
    await button(page, 'Apply fix to all 3').click();
    await expectCounts(page, '59 ready · 1 needs fixing');
    await button(page, 'Undo').click();
    await expectCounts(page, '56 ready · 4 need fixing');

    const waiting = page.waitForEvent('download');
    await button(page, 'Download rows that need fixing').click();
    const rejected = await waiting;
    expect(rejected.suggestedFilename()).toBe('orders-rejected.csv');
    const lines = readFileSync(await rejected.path(), 'utf8')
      .trimEnd()
      .split('\r\n');
    expect(lines[0]).toBe(`\uFEFF${[...BULK_COLUMNS, 'error'].join(',')}`);
    expect(lines.slice(1).map((line) => line.slice(line.lastIndexOf(',') + 1))).toEqual([
      ...Array(3).fill(BULK.datePast(OLD)),
      BULK.missing('receiver_city'),
    ]);

    await button(page, 'Set for all 3 rows with this problem').waitFor();
    await page.getByRole('textbox', { name: 'New shipping date' }).fill(TODAY);
    await button(page, 'Set for all 3 rows with this problem').click();
    await expectCounts(page, '59 ready · 1 needs fixing');
  });

  it('is a keyboard grid that takes a pasted block and survives a reload', async () => {
    const { page, session } = await openReview();
    await show(page, 'Needs fixing');
    const city = await cell(page, 10, 'Receiver city');
    await city.click();
    await page.keyboard.press('Enter');
    await page.keyboard.type('Nowhere');
    await page.keyboard.press('Escape');
    await expectFocused(city);
    await page.keyboard.press('F2');
    await page.keyboard.type(CITY);
    await page.keyboard.press('Tab');
    await expectFocused(await cell(page, 10, 'Receiver state'));
    await expectCounts(page, '57 ready · 3 need fixing');
    await page.keyboard.press('Control+z');
    await expectCounts(page, '56 ready · 4 need fixing');

    await show(page, 'All');
    await (await cell(page, 1, 'Recipient')).click();
    await page.keyboard.press('Control+End');
    await expectFocused(row(page, 60).locator('[role=gridcell]').last());
    await page.keyboard.press('Control+Home');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await expectFocused(await cell(page, 1, 'Recipient'));
    await page.evaluate(() => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', 'Ann One\t3\r\nBob Two\t4\r\n');
      document.activeElement?.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
      );
    });
    await expectSeen((await cell(page, 2, 'Recipient')).getByText('Bob Two'));
    // At once, before the browser has told the server.
    await page.reload();
    await expectSeen((await cell(page, 2, 'Recipient')).getByText('Bob Two'));
    await expect
      .poll(async () =>
        (await rowsOf(session.token, page))
          .slice(0, 3)
          .map(({ cells }) => [cells.receiver_fullname, cells.package_weight]),
      )
      .toEqual([
        ['Ann One', '3'],
        ['Bob Two', '4'],
        [cellsOf(3).receiver_fullname, cellsOf(3).package_weight],
      ]);
  });

  it('points out duplicates and reinterpreted values, and updates a second browser', async () => {
    const { page, session } = await openReview();
    const { page: other } = await openPage({ storage: session.storage });
    await other.goto(page.url());
    await expectCounts(other, '56 ready · 4 need fixing');

    await (await cell(page, 7, 'Recipient')).click();
    await expectSeen(page.getByText('Receiver ZIP 2139 read as 02139'));

    await button(page, 'Possible duplicates · 1').click();
    await (await cell(page, 9, 'Recipient')).click();
    await expectSeen(page.getByText('Same shipment as row 8'));
    await button(page, 'Remove row').click();
    await expectUnseen(button(page, 'Possible duplicates · 1'));
    await expectSeen(page.getByText('55 of 60 rows will continue'));
    await expectCounts(other, '55 ready · 4 need fixing · 1 removed');
    await button(other, 'Get rates for 55 shipments').waitFor();
    expect(await scanPage(page, 'the review', { widths: [1440] })).toEqual([]);
  });

  it('is a list of cards with the fields that need fixing on a narrow screen', async () => {
    const { page } = await openReview({ width: 390, height: 844 });
    const cards = page.getByRole('article');
    await expect.poll(() => cards.count()).toBe(4);
    await cards.first().getByRole('button', { name: 'Apply fix to all 3' }).click();
    await expectCounts(page, '59 ready · 1 needs fixing');
    const field = page
      .getByRole('article', { name: 'Row 10' })
      .getByRole('textbox', { name: 'Receiver city' });
    expect(await scanPage(page, 'the review', { widths: [390] })).toEqual([]);
    await field.fill(CITY);
    await field.press('Enter');
    await expectCounts(page, '60 ready · 0 need fixing');
    await button(page, 'Get rates for 60 shipments').waitFor();
  });
});
