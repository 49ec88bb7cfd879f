import { BULK_COLUMNS } from '@lading/contract/bulk/columns.ts';
import { makeLabeledRows } from '@lading/contract/bulk/labeled-rows.fixture.ts';
import { BULK } from '@lading/contract/messages.ts';
import { API, PAGES } from '@lading/contract/routes.ts';
import { afterEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react/pure';
import { openApp } from '../../../../test/app.tsx';
import { catchDownloads } from '../../../../test/downloads.ts';
import { checkedRow, fakeBatch } from '../../../../test/fake-batch.ts';
import { json, never } from '../../../../test/fake-server.ts';
import { scanScreen } from '../../../../test/scan.ts';
import { button, choose, main } from '../../../../test/screen.ts';
import { tabTo } from '../../../../test/tabbing.ts';

const TODAY = new Date().toISOString().slice(0, 10);
const OLD = '1/5/2020';

/** Three dates that have passed, a city that is missing, a ZIP code without its zero, and a duplicate shipment. */
function makeRows() {
  const rows = makeLabeledRows({ seed: 11, rows: 60, faults: 0, today: TODAY });
  const cellsOf = (number: number) => rows[number - 1]?.cells ?? {};
  const city = cellsOf(10).receiver_city ?? '';
  for (const number of [3, 4, 5]) cellsOf(number).shipping_date = OLD;
  cellsOf(10).receiver_city = '';
  Object.assign(cellsOf(7), {
    receiver_city: 'Cambridge',
    receiver_state: 'MA',
    receiver_zipcode: '2139',
    receiver_country: 'US',
  });
  Object.assign(cellsOf(9), cellsOf(8));
  const duplicate = { number: 8, fileName: null, date: null };
  const checked = rows.map(({ number, cells }) =>
    checkedRow(number, cells, number === 9 ? { duplicate } : {}),
  );
  return { rows: checked, city };
}

const EDIT = (at: (route: string) => string) => `PATCH ${at(API.batchRows)}`;

async function openReview() {
  const { rows, city } = makeRows();
  // Edits that could not be sent are kept for each batch.
  const batch = fakeBatch(rows, { id: crypto.randomUUID() });
  const open = () =>
    openApp(`${PAGES.bulkUpload}?batch=${batch.id}`, { as: 'client', answers: batch.answers });
  const app = await open();
  await expectCounts('56 ready · 4 need fixing');
  return { ...app, batch, city, reopen: open };
}

const expectCounts = (text: string) =>
  expect.element(main().getByRole('heading', { level: 2, name: text })).toBeVisible();
const rowNumbers = () =>
  [...document.querySelectorAll('[data-row]')].map((row) => Number(row.getAttribute('data-row')));

/** By the title of its column, which scrolls into view. */
async function cell(number: number, title: string) {
  const header = page.getByRole('columnheader', { name: title, exact: true });
  await expect.element(header).toBeInTheDocument();
  header.element().scrollIntoView({ inline: 'center', block: 'nearest' });
  const column = Number(header.element().getAttribute('aria-colindex')) - 1;
  const find = () => document.querySelector<HTMLElement>(`[data-row="${number}"] [data-column="${column}"]`);
  await expect.poll(find).not.toBeNull();
  return {
    click: async () => userEvent.click(page.elementLocator(find() as HTMLElement)),
    text: () => find()?.textContent ?? '',
    isFocused: () => document.activeElement !== null && document.activeElement === find(),
  };
}

function paste(text: string) {
  const clipboardData = new DataTransfer();
  clipboardData.setData('text/plain', text);
  document.activeElement?.dispatchEvent(
    new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
  );
}

afterEach(() => page.viewport(1440, 900));

describe('the review of a file', () => {
  it('says what is wrong at its cell, fixes equal problems together and undoes every change', async () => {
    const files = catchDownloads();
    await openReview();
    await expect
      .element(page.getByRole('grid', { name: 'Rows of orders.csv' }))
      .toHaveAttribute('aria-rowcount', '61');
    await choose('Needs fixing');
    await expect.poll(rowNumbers).toEqual([3, 4, 5, 10]);
    const wrong = document.querySelector('[data-row="10"] [aria-invalid=true]');
    await userEvent.click(page.elementLocator(wrong as HTMLElement));
    const strip = page.getByRole('region', { name: 'Row 10' });
    await expect.element(strip.getByText(BULK.missing('receiver_city'), { exact: true })).toBeVisible();
    await strip.getByRole('button', { name: 'Go to recipient city' }).click();
    const city = await cell(10, 'Recipient city');
    await expect.poll(city.isFocused).toBe(true);

    await button('Shipping date in the past · 3').click();
    await expect.poll(rowNumbers).toEqual([3, 4, 5]);
    expect((await cell(4, 'Date')).text()).toContain(BULK.datePast(OLD));
    await button('Apply fix to all 3').click();
    await expectCounts('59 ready · 1 needs fixing');
    await button('Undo').click();
    await expectCounts('56 ready · 4 need fixing');

    await button('Download rows that need fixing').click();
    await expect.poll(() => files.map(({ name }) => name)).toEqual(['orders-rejected.csv']);
    // Decoded by hand: Blob.text() drops the byte order mark.
    const bytes = await files[0]?.content.arrayBuffer();
    const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
    const lines = text.trimEnd().split('\r\n');
    expect(lines[0]).toBe(`\uFEFF${[...BULK_COLUMNS, 'error'].join(',')}`);
    expect(lines.slice(1).map((line) => line.slice(line.lastIndexOf(',') + 1))).toEqual([
      ...Array(3).fill(BULK.datePast(OLD)),
      BULK.missing('receiver_city'),
    ]);

    await page.getByRole('textbox', { name: 'New shipping date' }).fill(TODAY);
    await button('Set for all 3 rows with this problem').click();
    await expectCounts('59 ready · 1 needs fixing');
  });

  it('is a keyboard grid', async () => {
    const { city: written } = await openReview();
    await choose('Needs fixing');
    await expect.poll(rowNumbers).toEqual([3, 4, 5, 10]);
    const city = await cell(10, 'Recipient city');
    await city.click();
    await userEvent.keyboard('{Enter}Nowhere{Escape}');
    await expect.poll(city.isFocused).toBe(true);
    await userEvent.keyboard('{F2}');
    await userEvent.keyboard(written);
    await userEvent.keyboard('{Tab}');
    const state = await cell(10, 'Recipient state');
    await expect.poll(state.isFocused).toBe(true);
    await expectCounts('57 ready · 3 need fixing');
    await userEvent.keyboard('{Control>}z{/Control}');
    await expectCounts('56 ready · 4 need fixing');

    await choose('All');
    const first = await cell(1, 'Recipient');
    await first.click();
    await userEvent.keyboard('{Control>}{End}{/Control}');
    await expect
      .poll(() => {
        const last = [...document.querySelectorAll('[data-row="60"] [role=gridcell]')].at(-1);
        return last !== undefined && last === document.activeElement;
      })
      .toBe(true);
    await userEvent.keyboard('{Control>}{Home}{/Control}{ArrowRight}{ArrowRight}');
    await expect.poll((await cell(1, 'Recipient')).isFocused).toBe(true);
  });

  it('fixes equal problems and continues to the rates with the keyboard alone', async () => {
    const { answer, batch } = await openReview();
    const press = async (name: string) => {
      await tabTo(button(name));
      await userEvent.keyboard('{Enter}');
    };
    await press('Shipping date in the past · 3');
    await press('Apply fix to all 3');
    await expectCounts('59 ready · 1 needs fixing');
    answer({
      [`POST ${batch.at(API.batchRates)}`]: () => {
        batch.change([], { step: 'rate_selection' });
        return json({});
      },
    });
    await press('Get rates for 59 shipments');
    await expect.element(page.getByRole('heading', { level: 2, name: 'Rates' })).toHaveFocus();
  });

  it('takes a pasted block, which survives a reload before the server has it', async () => {
    const { batch, answer, callsTo, reopen } = await openReview();
    answer({ [EDIT(batch.at)]: never });
    await (await cell(1, 'Recipient')).click();
    paste('Ann One\t3\r\nBob Two\t4\r\n');
    await expect.poll((await cell(2, 'Recipient')).text).toContain('Bob Two');
    // Sent, but the server never receives it.
    await expect.poll(() => callsTo(EDIT(batch.at))).toHaveLength(1);
    expect(batch.row(2).cells.receiver_fullname).not.toBe('Bob Two');

    await cleanup();
    const later = await reopen();
    await expect.poll((await cell(2, 'Recipient')).text).toContain('Bob Two');
    await expect.poll(() => later.callsTo(EDIT(batch.at))).toHaveLength(1);
    const stored = [1, 2].map((number) => {
      const { receiver_fullname, package_weight } = batch.row(number).cells;
      return [receiver_fullname, package_weight];
    });
    expect(stored).toEqual([
      ['Ann One', '3'],
      ['Bob Two', '4'],
    ]);
  });

  it('takes a pasted value into the part of a combined cell that needs fixing, but no block', async () => {
    const { batch, callsTo, city } = await openReview();
    await (await cell(10, 'Destination')).click();
    paste('Paris\tTX');
    await expect.element(page.getByText(/^You can’t paste here\./)).toBeVisible();
    paste(city);
    await expectCounts('57 ready · 3 need fixing');
    await expect
      .poll(() => callsTo(EDIT(batch.at)).map(({ body }) => body))
      .toEqual([{ edits: [{ number: 10, cells: { receiver_city: city } }] }]);
  });

  it('points out duplicates and reinterpreted values, and has no accessibility violation', async () => {
    await openReview();
    await (await cell(7, 'Recipient')).click();
    await expect.element(page.getByText('Recipient ZIP 2139 read as 02139')).toBeVisible();
    await button('Possible duplicates · 1').click();
    await expect.poll(rowNumbers).not.toContain(8);
    await (await cell(9, 'Recipient')).click();
    await expect.element(page.getByText('Same shipment as row 8')).toBeVisible();
    expect(await scanScreen({ widths: [1440] })).toEqual([]);
    await button('Remove row').click();
    await expect.element(button('Possible duplicates · 1')).not.toBeInTheDocument();
    await expect.element(page.getByText('55 of 60 rows will continue')).toBeVisible();
    await expectCounts('55 ready · 4 need fixing · 1 removed');
    await expect.element(button('Get rates for 55 shipments')).toBeEnabled();
  });

  it('is a list of cards with the fields that need fixing on a narrow screen', async () => {
    await page.viewport(390, 844);
    const { city } = await openReview();
    const cards = page.getByRole('article');
    await expect.poll(() => cards.elements()).toHaveLength(4);
    await cards.first().getByRole('button', { name: 'Apply fix to all 3' }).click();
    await expectCounts('59 ready · 1 needs fixing');
    expect(await scanScreen({ widths: [390] })).toEqual([]);
    await page.viewport(390, 844);
    const field = page
      .getByRole('article', { name: 'Row 10' })
      .getByRole('textbox', { name: 'Recipient city' });
    await field.fill(city);
    await userEvent.keyboard('{Enter}');
    await expectCounts('60 ready · 0 need fixing');
    await expect.element(button('Get rates for 60 shipments')).toBeEnabled();
  });

  it('keeps what is being typed in a card that is scrolled away', async () => {
    await page.viewport(390, 844);
    const { callsTo, batch } = await openReview();
    await choose('All');
    const card = page.getByRole('article', { name: 'Row 2', exact: true });
    await card.getByRole('button', { name: 'All fields' }).click();
    const zip = card.getByRole('textbox', { name: 'Recipient ZIP' });
    await zip.fill('97205');
    zip.element().focus();
    window.scrollTo({ top: document.body.scrollHeight });
    await expect.element(page.getByRole('article', { name: 'Row 60' })).toBeVisible();
    await expect.element(zip).toHaveValue('97205');
    zip.element().blur();
    await expect.poll(() => callsTo(EDIT(batch.at)).length).toBeGreaterThan(0);
  });
});
