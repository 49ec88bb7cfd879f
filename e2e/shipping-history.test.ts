import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { PAGE_SIZE } from '@lading/contract/constants.ts';
import { AUDIT_LOGS, HISTORY, LABELS, PAGING } from '@lading/contract/messages.ts';
import { centsOf, formatMoney } from '@lading/contract/money.ts';
import { API, PAGES } from '@lading/contract/routes.ts';
import {
  type HistoryAnswer,
  HistoryAnswerSchema,
  type HistoryItem,
  SHIPMENT_STATUSES,
} from '@lading/contract/shipments.ts';
import type { Download, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { demoAccount, logInByToken, registerPerson } from './src/actions.ts';
import { type PageOptions, useBrowser } from './src/browser.ts';
import {
  expectFocused,
  expectHeading,
  expectPath,
  expectSeen,
  expectToast,
  expectUnseen,
  toasts,
} from './src/expectations.ts';
import { ownServer } from './src/own-server.ts';
import { scanPage } from './src/scan.ts';

const openPage = useBrowser();

/** The demo client's months of shipments, newest first, as a call without filters lists them. */
let all: HistoryItem[];
let storage: Record<string, string>;

beforeAll(async () => {
  const session = await logInByToken(demoAccount('client'));
  storage = session.storage;
  const response = await fetch(`${ownServer.baseUrl}${API.history}`, {
    headers: { authorization: `Bearer ${session.token}` },
  });
  all = HistoryAnswerSchema.parse(await response.json()).shipments;
});

async function openHistory(search = '', options: PageOptions = {}) {
  const opened = await openPage({ storage, ...options });
  await opened.page.goto(`${PAGES.shippingHistory}${search}`);
  await expectHeading(opened.page, LABELS.shippingHistory);
  return opened;
}

const table = (page: Page) => page.getByRole('table', { name: LABELS.shippingHistory });
const rows = (page: Page) => table(page).locator('[data-shipment-row]');
const column = (page: Page, name: string) =>
  rows(page).evaluateAll(
    (found, header) => found.map((row) => row.querySelector(`[data-label="${header}"]`)?.textContent ?? ''),
    name,
  );
const header = (page: Page, name: string) => table(page).getByRole('columnheader', { name });
const expectSort = (page: Page, order: string) =>
  expect.poll(() => header(page, 'Cost').getAttribute('aria-sort')).toBe(order);
const details = (page: Page, row: number) => rows(page).nth(row).getByRole('button').first();
const downloadButton = (page: Page, row: number) =>
  rows(page)
    .nth(row)
    .getByRole('button', { name: /^Download/ });
const expectRows = (page: Page, count: number) => expect.poll(() => rows(page).count()).toBe(count);

function first(items: readonly HistoryItem[]): HistoryItem {
  const [item] = items;
  if (!item) throw new Error('The demo client has no shipments.');
  return item;
}

const bytesOf = async (download: Download) => readFileSync(await download.path());
const firstBytes = async (download: Download) => (await bytesOf(download)).subarray(0, 4).toString('latin1');

/** The server's own answer, changed on its way. */
const change = (page: Page, edit: (item: HistoryItem, index: number) => Partial<HistoryItem>) =>
  page.route(`**${API.history}*`, async (route) => {
    const response = await route.fetch();
    const answer = (await response.json()) as HistoryAnswer;
    const shipments = answer.shipments.map((item, index) => ({ ...item, ...edit(item, index) }));
    await route.fulfill({ response, json: { ...answer, shipments } });
  });

describe('the shipping history', () => {
  it("has the specified columns, pages of 25, and links to the carriers' tracking pages", async () => {
    const { page } = await openHistory();
    await expectRows(page, PAGE_SIZE);
    const headers = await table(page).getByRole('columnheader').allInnerTexts();
    expect(headers.slice(1).map((text) => text.toLowerCase())).toEqual(
      Object.values(HISTORY.columns).map((text) => text.toLowerCase()),
    );
    const first = rows(page).first();
    const link = first.getByRole('link', { name: /opens in a new tab/ });
    expect(await link.getAttribute('target')).toBe('_blank');
    expect(await link.getAttribute('rel')).toContain('noopener');
    expect(await link.getAttribute('href')).toMatch(/^https:\/\//);
    const newest = all.slice(0, PAGE_SIZE);
    const { source, cost } = HISTORY.columns;
    expect(await column(page, source)).toEqual(newest.map(({ sender }) => `${sender.city}, ${sender.state}`));
    expect(await column(page, cost)).toEqual(newest.map((item) => formatMoney(centsOf(item.cost))));

    await expectSeen(page.getByText(PAGING.showing(1, PAGE_SIZE, all.length), { exact: true }));
    await page.getByRole('button', { name: PAGING.next }).click();
    await expectPath(page, `${PAGES.shippingHistory}?page=2`);
    await expectRows(page, all.length - PAGE_SIZE);
  });

  it('keeps search, filters and order in the URL, so that they can be opened elsewhere', async () => {
    const { page } = await openHistory();
    await expectRows(page, PAGE_SIZE);
    await header(page, 'Cost').getByRole('button').click();
    await expectPath(page, `${PAGES.shippingHistory}?sortBy=cost`);
    await expectSort(page, 'descending');
    await header(page, 'Cost').getByRole('button').click();
    await expectPath(page, `${PAGES.shippingHistory}?sortBy=cost&sortOrder=ASC`);
    await expectSort(page, 'ascending');
    const cheapest = all.map(({ cost }) => cost).toSorted((a, b) => a - b);
    await expect
      .poll(() => column(page, HISTORY.columns.cost))
      .toEqual(cheapest.slice(0, PAGE_SIZE).map((cost) => formatMoney(centsOf(cost))));

    for (const status of SHIPMENT_STATUSES) {
      await page.getByRole('combobox', { name: 'Status' }).selectOption(status);
      const fitting = all.filter((item) => item.status === status).length;
      await expectRows(page, Math.min(fitting, PAGE_SIZE));
    }
    await page.getByRole('button', { name: AUDIT_LOGS.clearFilters }).click();
    const wanted = all.at(-1);
    await page.getByRole('searchbox', { name: 'Search' }).fill(wanted?.tracking_number ?? '');
    await expectRows(page, 1);
    await page.getByLabel('Created from').fill('2020-01-31');
    const search = `?search=${wanted?.tracking_number}&from=2020-01-31&sortBy=cost&sortOrder=ASC`;
    await expectPath(page, `${PAGES.shippingHistory}${search}`);

    const elsewhere = await openHistory(search);
    await expectRows(elsewhere.page, 1);
    expect(await elsewhere.page.getByRole('searchbox').inputValue()).toBe(wanted?.tracking_number);
    await expectSort(elsewhere.page, 'ascending');

    await page.getByRole('combobox', { name: 'Carrier' }).selectOption('DHL');
    await expectSeen(page.getByText('No shipments match your filters', { exact: true }));
  });

  it('marks every status with its color, an icon and a word', async () => {
    const statuses = ['delivered', 'in_transit', 'pending', 'failed'] as const;
    const { page } = await openPage({ storage });
    await change(page, (_, index) => ({ status: statuses[index % 4] ?? 'failed' }));
    await page.goto(PAGES.shippingHistory);
    await expectRows(page, PAGE_SIZE);
    const badges = table(page).locator(`[data-label="${HISTORY.columns.status}"] span:has(> svg)`);
    const shown = await badges.evaluateAll((found) =>
      found.slice(0, 4).map((badge) => {
        const tones = ['ok', 'info', 'warn', 'bad'];
        return [badge.textContent, tones.find((tone) => badge.classList.contains(`bg-${tone}-bg`))];
      }),
    );
    expect(shown).toEqual([
      ['Delivered', 'ok'],
      ['In transit', 'info'],
      ['Pending', 'warn'],
      ['Failed', 'bad'],
    ]);
  });

  it('downloads the label of a row any number of times and notes the date', async () => {
    const { page } = await openHistory();
    await expectRows(page, PAGE_SIZE);
    for (let time = 1; time <= 2; time += 1) {
      const download = page.waitForEvent('download');
      await downloadButton(page, 0).click();
      expect(await firstBytes(await download)).toBe('%PDF');
      await expectToast(page, HISTORY.downloadStarted);
      await toasts(page).getByRole('button', { name: 'Dismiss notification' }).click();
    }
    const note = rows(page)
      .first()
      .getByText(/^Downloaded [A-Z][a-z]{2} \d+$/);
    expect(await note.count()).toBe(1);
    await page.reload();
    await expectSeen(note);
  });

  it('says when there is no label and when it could not be downloaded', async () => {
    const { page, watch } = await openPage({ storage });
    watch.allow(/status of 503/, /answer 503/, /console: ApiError/);
    await page.goto(`${PAGES.shippingHistory}?status=failed`);
    await expectSeen(rows(page).first().getByText('Refunded', { exact: true }));
    await downloadButton(page, 0).click();
    await expectToast(page, HISTORY.noLabel);

    await page.route('**/api/shippo/labels/*', (route) => route.fulfill({ status: 503, json: {} }));
    await page.goto(PAGES.shippingHistory);
    await expectRows(page, PAGE_SIZE);
    await downloadButton(page, 0).click();
    await expectToast(page, HISTORY.downloadFailed);
  });

  it('puts the selected labels into one file, in row order', async () => {
    const { page } = await openHistory();
    await expectRows(page, PAGE_SIZE);
    // From below, so that the order of the clicks is not the order of the rows.
    for (const row of [2, 0]) await rows(page).nth(row).getByRole('checkbox').check();
    await expectSeen(page.getByText('2 labels selected', { exact: true }));
    expect(await scanPage(page, 'selected rows', { widths: [390] })).toEqual([]);
    const ids = await rows(page).evaluateAll((found) =>
      [found[0], found[2]].map((row) => row?.getAttribute('data-shipment-row')),
    );
    const request = page.waitForRequest((sent) => new URL(sent.url()).pathname === API.mergedLabels);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download selected labels (PDF)' }).click();
    expect(new URL((await request).url()).searchParams.get('ids')).toBe(ids.join(','));
    const pdf = (await bytesOf(await download)).toString('latin1');
    expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(2);
    await expectToast(page, HISTORY.downloadStarted);
  });

  it("says 'No shipping history available' to a new client, and 'Failed to fetch shipping history' when it did", async () => {
    const newcomer = await logInByToken(await registerPerson());
    const { page, watch } = await openPage({ storage: newcomer.storage, path: PAGES.shippingHistory });
    await expectSeen(page.getByText('No shipping history available', { exact: true }));
    const create = page.locator('main').getByRole('link', { name: LABELS.createShippingLabel });
    expect(await create.getAttribute('href')).toBe(PAGES.createLabel);
    expect(await scanPage(page, 'empty history', { widths: [390] })).toEqual([]);

    watch.allow(/status of 400/, /console: ApiError/);
    await page.route(`**${API.history}*`, (route) => route.fulfill({ status: 400, json: {} }));
    await page.reload();
    await expectToast(page, HISTORY.loadFailed);
    await expectSeen(page.locator('main').getByText('Failed to fetch shipping history', { exact: true }));
    await page.unroute(`**${API.history}*`);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expectSeen(page.getByText('No shipping history available', { exact: true }));
  });
});

describe('the drawer of a shipment', () => {
  it('shows the label, both addresses and the tracking events, and downloads the label in every format', async () => {
    const { page } = await openHistory();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await expectRows(page, PAGE_SIZE);
    const newest = first(all);
    const number = newest.tracking_number;
    await details(page, 0).click();
    const drawer = page.getByRole('dialog', { name: 'Shipment' });
    const picture = drawer.getByRole('img', { name: `Label ${number}` });
    await expectSeen(picture);
    await expect
      .poll(() => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth))
      .toBeGreaterThan(400);
    for (const text of ['Ada Park', newest.recipient.name, 'Paid'])
      await expectSeen(drawer.getByText(text, { exact: true }));
    await expectSeen(drawer.getByText(/^Label created/));
    await expectPath(page, `${PAGES.shippingHistory}?shipment=${newest.shipment_id}`);
    const again = drawer.getByRole('link', { name: 'Ship again' });
    expect(await again.getAttribute('href')).toBe(`${PAGES.createLabel}?from=${newest.shipment_id}`);

    await drawer.getByRole('button', { name: 'Copy tracking number' }).click();
    await expectSeen(drawer.getByRole('button', { name: 'Copied' }));
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(number);

    for (const [format, magic] of [
      ['zpl', '^XA'],
      ['png', '\x89PNG'],
      ['pdf', '%PDF'],
    ] as const) {
      await drawer.getByRole('combobox', { name: 'Format' }).selectOption(format);
      const download = page.waitForEvent('download');
      await drawer.getByRole('button', { name: 'Download label' }).click();
      const file = await download;
      expect(file.suggestedFilename()).toBe(`label-${number}.${format}`);
      expect(await firstBytes(file)).toContain(magic);
    }
    expect(await scanPage(page, 'shipment drawer', { widths: [390] })).toEqual([]);
    await page.keyboard.press('Escape');
    await expectUnseen(drawer);
    await expectPath(page, PAGES.shippingHistory);
    await page.setViewportSize({ width: 1440, height: 900 });
    await expectFocused(details(page, 0));
  });

  it('opens from its URL, and says when the shipment does not exist', async () => {
    // The heading is no sign of arrival here: an open drawer hides what is behind it.
    const path = (id: string) => `${PAGES.shippingHistory}?shipment=${id}`;
    const { page, watch } = await openPage({ storage, path: path(first(all).shipment_id) });
    watch.allow(/status of 404/);
    await expectSeen(
      page.getByRole('dialog').getByRole('img', { name: `Label ${first(all).tracking_number}` }),
    );
    await page.goto(path(randomUUID()));
    await expectSeen(page.getByRole('dialog').getByText('We couldn’t load this shipment.', { exact: true }));
  });
});

describe('the history without a mouse', () => {
  it('moves through the rows by j and k, opens with Enter, copies with c and downloads with d', async () => {
    const { page } = await openHistory();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await expectRows(page, PAGE_SIZE);
    await page.keyboard.press('j');
    await expectFocused(details(page, 0));
    await page.keyboard.press('j');
    await expectFocused(details(page, 1));
    await page.keyboard.press('k');
    await expectFocused(details(page, 0));
    await page.keyboard.press('ArrowDown');
    await expectFocused(details(page, 1));

    await page.keyboard.press('c');
    await expectToast(page, 'Copied the tracking number.');
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect((await column(page, HISTORY.columns.tracking))[1]).toContain(copied);

    const download = page.waitForEvent('download');
    await page.keyboard.press('d');
    expect(await firstBytes(await download)).toBe('%PDF');

    await page.keyboard.press('Enter');
    await expectSeen(page.getByRole('dialog', { name: 'Shipment' }));
    await page.keyboard.press('Escape');
    await expectUnseen(page.getByRole('dialog'));
    await page.keyboard.press('/');
    await expectFocused(page.getByRole('searchbox', { name: 'Search' }));
  });
});
