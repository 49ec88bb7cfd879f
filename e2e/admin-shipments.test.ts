import { readFileSync } from 'node:fs';
import { ADMIN_SHIPMENT_STATUSES, type AdminShipmentsAnswer } from '@lading/contract/admin-shipments.ts';
import { PAGE_SIZE } from '@lading/contract/constants.ts';
import { ERRORS } from '@lading/contract/errors.ts';
import { ADMIN, AUDIT_LOGS, PAGING, SHIPMENTS } from '@lading/contract/messages.ts';
import { CARRIERS } from '@lading/contract/parcel.ts';
import { API, PAGES } from '@lading/contract/routes.ts';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { column, expectRows, money, rows, table, useAdminShipments } from './src/admin-shipments.ts';
import { useBrowser } from './src/browser.ts';
import { expectPath, expectSeen, expectToast } from './src/expectations.ts';

const openPage = useBrowser();
const { listed, openShipments, storage } = useAdminShipments(openPage);

const filter = (page: Page, name: string) => page.getByRole('combobox', { name });
const card = (page: Page, name: string) =>
  page
    .getByRole('term')
    .filter({ hasText: new RegExp(`^${name}$`) })
    .locator('..')
    .getByRole('definition');

describe('the list of all shipments', () => {
  it('has the cards and columns of the specification, and pages that can be turned or entered', async () => {
    const { page } = await openShipments();
    const { shipments, pagination } = await listed();
    const { totalRecords, totalPages } = pagination;
    await expectRows(page, PAGE_SIZE);
    expect(await table(page).getByRole('columnheader').allTextContents()).toEqual(
      Object.values(SHIPMENTS.columns),
    );
    expect(await column(page, 'Client')).toEqual(shipments.map(({ clientName }) => clientName));
    expect(await column(page, 'Cost')).toEqual(
      shipments.map(
        ({ cost, refunded }) => money(cost) + (refunded > 0 ? `${money(refunded)} refunded` : ''),
      ),
    );
    const link = rows(page)
      .first()
      .getByRole('link', { name: /opens in a new tab/ });
    expect(await link.getAttribute('href')).toBe(shipments[0]?.trackingUrl);
    expect(await link.getAttribute('target')).toBe('_blank');

    for (const [name, text] of [
      ['Total Shipments', `${totalRecords} `],
      ['Current Page', '25 shipments shown'],
      ['Page', `1 of ${totalPages} `],
      ['Per Page', '25 shipments'],
    ] as const)
      await expect.poll(() => card(page, name).textContent()).toBe(text);
    await expectSeen(page.getByText(PAGING.showing(1, PAGE_SIZE, totalRecords), { exact: true }));

    await page.getByRole('button', { name: PAGING.next }).click();
    await expectPath(page, `${PAGES.adminShipments}?page=2`);
    await expectSeen(page.getByText(PAGING.showing(26, 50, totalRecords), { exact: true }));
    // A number past the end leads to the last page.
    const number = page.getByRole('textbox', { name: 'Page', exact: true });
    await number.fill('999');
    await number.press('Enter');
    await expectPath(page, `${PAGES.adminShipments}?page=${totalPages}`);
    await expectRows(page, totalRecords - (totalPages - 1) * PAGE_SIZE);
    expect(await number.inputValue()).toBe(String(totalPages));
  });

  it('is filtered by status, carrier and tracking number, and keeps the page number even past the end', async () => {
    const { page } = await openShipments('?page=2');
    await expectRows(page, PAGE_SIZE);
    expect((await filter(page, 'Status').locator('option').allTextContents()).slice(1)).toEqual(
      ADMIN_SHIPMENT_STATUSES.map((status) => SHIPMENTS.statuses[status]),
    );
    expect((await filter(page, 'Carrier').locator('option').allTextContents()).slice(1)).toEqual(CARRIERS);
    await filter(page, 'Status').selectOption('failed');
    await expectPath(page, `${PAGES.adminShipments}?page=2&status=failed`);
    await expectSeen(page.getByText(SHIPMENTS.empty, { exact: true }));
    await page.getByRole('button', { name: 'Go to page 1' }).click();
    await expectPath(page, `${PAGES.adminShipments}?status=failed`);
    const failed = await listed('?status=failed');
    await expectRows(page, failed.shipments.length);
    expect(new Set(await column(page, 'Status'))).toEqual(new Set(['Failed']));

    await page.getByRole('button', { name: AUDIT_LOGS.clearFilters }).click();
    await expectPath(page, PAGES.adminShipments);
    await filter(page, 'Carrier').selectOption('FedEx');
    await expect.poll(async () => new Set(await column(page, 'Carrier'))).toEqual(new Set(['FedEx']));
    const number = (await column(page, 'Tracking ID'))[3]?.match(/\d+/)?.[0] ?? '';
    await page.getByRole('searchbox', { name: 'Tracking number' }).fill(number);
    await expectRows(page, 1);
    await expectPath(page, `${PAGES.adminShipments}?trackingNumber=${number}&carrier=FedEx`);
    await page.goBack();
    await expectPath(page, PAGES.adminShipments);
    expect(await filter(page, 'Carrier').inputValue()).toBe('');
  });

  it('shows the filters of a link as chips, and says when there are more than were counted', async () => {
    const [first] = (await listed()).shipments;
    const day = first?.createdAt.slice(0, 10);
    const search = `?clientId=${first?.clientId}&startDate=2026-01-01&endDate=${day}`;
    const { page } = await openShipments(search);
    const { pagination } = await listed(search);
    await expectSeen(page.getByText(new RegExp(`of ${pagination.totalRecords} results$`)));
    expect(new Set(await column(page, 'Client'))).toEqual(new Set([first?.clientName]));
    const chips = page.getByRole('list', { name: 'Active filters' }).getByRole('button');
    await expect.poll(() => chips.count()).toBe(3);
    await page.getByRole('button', { name: 'From Jan 1, 2026 (remove this filter)' }).click();
    await expectPath(page, `${PAGES.adminShipments}?clientId=${first?.clientId}&endDate=${day}`);
    await page.getByRole('button', { name: `Client: ${first?.clientName} (remove this filter)` }).click();
    await expectPath(page, `${PAGES.adminShipments}?endDate=${day}`);

    await page.route(`**${API.adminShipments}?*`, async (route) => {
      const response = await route.fetch();
      const answer = (await response.json()) as AdminShipmentsAnswer;
      Object.assign(answer.data.pagination, { totalRecords: 1_000, totalPages: 40, isMore: true });
      await route.fulfill({ response, json: answer });
    });
    await page.getByRole('searchbox', { name: 'Tracking number' }).fill('9');
    await expectSeen(page.getByText('Showing 1 to 25 of more than 1,000 results', { exact: true }));
  });

  it('is exported as filtered, under the file name of the specification', async () => {
    const { page, watch } = await openShipments('?status=shipped');
    const { shipments } = await listed('?status=shipped');
    await expectRows(page, shipments.length);
    // By key, because the toast of one export covers the button.
    const startExport = () => page.getByRole('button', { name: SHIPMENTS.export }).press('Enter');
    const download = page.waitForEvent('download');
    await startExport();
    const file = await download;
    await expectToast(page, SHIPMENTS.exported);
    expect(file.suggestedFilename()).toMatch(/^shipments-export-\d{4}-\d\d-\d\d\.csv$/);
    const lines = readFileSync(await file.path(), 'utf8')
      .trim()
      .split(/\r?\n/);
    expect(lines.slice(1).map((line) => line.slice(0, 36))).toEqual(shipments.map((one) => one.shipmentId));

    watch.allow(/status of 429/, /ApiError/, /status of 403/);
    const refuse = (status: number, message: string) =>
      page.route(`**${API.adminShipmentsDownload}?*`, (route) =>
        route.fulfill({ status, json: { message } }),
      );
    await refuse(403, 'no');
    await startExport();
    await expectToast(page, SHIPMENTS.exportFailed);
    await refuse(429, ERRORS.EXPORT_RUNNING.message);
    await startExport();
    await expectToast(page, ERRORS.EXPORT_RUNNING.message);
  });

  it('says that it could not be loaded, and loads after another try', async () => {
    const { page, watch } = await openPage({ storage: storage() });
    watch.allow(/status of 403/, /ApiError/);
    await page.route(`**${API.adminShipments}?*`, (route) => route.fulfill({ status: 403, json: {} }));
    await page.goto(PAGES.adminShipments);
    await expectToast(page, SHIPMENTS.loadFailed);
    await expectSeen(page.getByText(ADMIN.accessDenied, { exact: true }));
    await page.unroute(`**${API.adminShipments}?*`);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expectRows(page, PAGE_SIZE);
  });
});

describe('the list on every screen', () => {
  it('fits without scrolling sideways, and shows the header beside every value on a phone', async () => {
    const { page } = await openShipments();
    await expectRows(page, PAGE_SIZE);
    for (const width of [1440, 1024, 768, 390, 320]) {
      await page.setViewportSize({ width, height: 844 });
      const overhang = () =>
        page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      await expect.poll(overhang, { message: `at ${width} px` }).toBe(0);
    }
    const labels = await rows(page)
      .first()
      .locator(':scope > *')
      .evaluateAll((cells) => cells.map((cell) => getComputedStyle(cell, '::before').content));
    expect(labels.map((label) => label.split('"')[1])).toEqual(Object.values(SHIPMENTS.columns));
  });
});
