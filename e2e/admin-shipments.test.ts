import { readFileSync } from 'node:fs';
import {
  ADMIN_SHIPMENT_STATUSES,
  type AdminShipment,
  type AdminShipmentsAnswer,
  AdminShipmentsAnswerSchema,
} from '@lading/contract/admin-shipments.ts';
import { PAGE_SIZE } from '@lading/contract/constants.ts';
import { ERRORS } from '@lading/contract/errors.ts';
import { ADMIN, AUDIT_LOGS, LABELS, PAGING, SHIPMENTS } from '@lading/contract/messages.ts';
import { centsOf, formatMoney } from '@lading/contract/money.ts';
import { CARRIERS } from '@lading/contract/parcel.ts';
import { API, PAGES } from '@lading/contract/routes.ts';
import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { demoAccount, logInByToken } from './src/actions.ts';
import { useBrowser } from './src/browser.ts';
import {
  expectFocused,
  expectHeading,
  expectPath,
  expectSeen,
  expectToast,
  expectUnseen,
} from './src/expectations.ts';
import { ownServer } from './src/own-server.ts';
import { scanPage } from './src/scan.ts';
import { tabTo } from './src/tabbing.ts';

const openPage = useBrowser();

let storage: Record<string, string>;
let listed: (query?: string) => Promise<AdminShipmentsAnswer['data']>;

beforeAll(async () => {
  const session = await logInByToken(demoAccount('admin'));
  storage = session.storage;
  listed = async (query = '') => {
    const response = await fetch(`${ownServer.baseUrl}${API.adminShipments}${query}`, {
      headers: { authorization: `Bearer ${session.token}` },
    });
    return AdminShipmentsAnswerSchema.parse(await response.json()).data;
  };
});

async function openShipments(search = '') {
  const opened = await openPage({ storage });
  await opened.page.goto(`${PAGES.adminShipments}${search}`);
  await expectHeading(opened.page, LABELS.shipmentOverview);
  return opened;
}

/** A bought label of which nothing was refunded yet; each test takes another one. Other files look at the demo client's. */
async function refundable(turn: number): Promise<AdminShipment> {
  const { answer } = await logInByToken(demoAccount('client'));
  const { shipments } = await listed('?status=pending&limit=100');
  const others = shipments.filter(({ clientId }) => clientId !== answer.user.id);
  const found = others.filter(({ refunded, refundable }) => refunded === 0 && refundable > 3)[turn];
  if (!found) throw new Error('The demo data has too few labels that wait for their parcel.');
  return found;
}

const money = (dollars: number) => formatMoney(centsOf(dollars));
const table = (page: Page) => page.getByRole('table', { name: LABELS.shipmentOverview });
const rows = (page: Page) => table(page).locator('tbody').getByRole('row');
const expectRows = (page: Page, count: number) => expect.poll(() => rows(page).count()).toBe(count);
const column = (page: Page, name: string) =>
  rows(page).evaluateAll(
    (found, header) => found.map((row) => row.querySelector(`[data-label="${header}"]`)?.textContent ?? ''),
    name,
  );
const rowOf = (page: Page, { trackingNumber }: AdminShipment) =>
  rows(page).filter({ hasText: trackingNumber ?? 'no number' });
const refundButton = (within: Page | Locator) => within.getByRole('button', { name: /^Refund/ });
const detailsButton = (within: Page | Locator) => within.getByRole('button', { name: /^Details of/ });
const dialog = (page: Page) => page.getByRole('dialog', { name: SHIPMENTS.refundTitle });
const drawer = (page: Page) => page.getByRole('dialog', { name: 'Shipment', exact: true });
const amount = (page: Page) => dialog(page).getByRole('textbox', { name: 'Amount ($)' });
const reason = (page: Page) => dialog(page).getByRole('textbox', { name: SHIPMENTS.refundReason });
const confirm = (page: Page) => dialog(page).getByRole('button', { name: SHIPMENTS.confirmRefund });
const filter = (page: Page, name: string) => page.getByRole('combobox', { name });
const card = (page: Page, name: string) =>
  page
    .getByRole('term')
    .filter({ hasText: new RegExp(`^${name}$`) })
    .locator('..')
    .getByRole('definition');

describe('the shipments of all clients', () => {
  it('have the cards and columns of the specification, and pages that can be turned and typed', async () => {
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

  it('are filtered by status, carrier and number; a filter leaves the page, which may lie beyond the end', async () => {
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

  it('carry the filters of a link as chips, and say when there are more than were counted', async () => {
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

  it('are exported as they are filtered, under the name of the specification', async () => {
    const { page, watch } = await openShipments('?status=shipped');
    const { shipments } = await listed('?status=shipped');
    await expectRows(page, shipments.length);
    // By key: the toast of one export lies over the button for a moment.
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

  it('say that they could not be loaded, and are asked for again', async () => {
    const { page, watch } = await openPage({ storage });
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

describe('a refund', () => {
  it('is given in parts until nothing is left, and the drawer tells the whole story', async () => {
    const shipment = await refundable(0);
    const { page, watch } = await openShipments(`?trackingNumber=${shipment.trackingNumber}`);
    watch.allow(/status of 409/, /ApiError/);
    const row = rowOf(page, shipment);
    const left = money(shipment.cost - 1.25);

    await refundButton(row).click();
    expect(await amount(page).inputValue()).toBe(shipment.cost.toFixed(2));
    await expectFocused(amount(page));
    await expectSeen(dialog(page).getByText(shipment.clientName, { exact: true }));
    await expectSeen(dialog(page).getByText(`Up to ${money(shipment.cost)} can be refunded.`));
    await amount(page).fill('0');
    await confirm(page).click();
    await expectSeen(dialog(page).getByText(SHIPMENTS.amountInvalid, { exact: true }));
    await expectSeen(dialog(page).getByText(SHIPMENTS.reasonMissing, { exact: true }));
    await expectFocused(amount(page));

    await amount(page).fill('1.25');
    await reason(page).fill('  The parcel came late.  ');
    await expectSeen(dialog(page).getByText('Characters left: 479'));
    await confirm(page).click();
    await expectToast(page, SHIPMENTS.refunded);
    await expectUnseen(dialog(page));
    await expectFocused(refundButton(row));
    await expectSeen(row.getByText('$1.25 refunded'));

    // The field still offers the whole cost; the server says what is left, and the dialog stays.
    await refundButton(row).click();
    await expectSeen(
      dialog(page).getByText(`${left} can still be refunded; $1.25 has already been refunded.`),
    );
    await expectSeen(dialog(page).getByText(`More than the refundable amount (${left})`));
    await amount(page).fill((shipment.cost + 1).toFixed(2));
    await expectSeen(dialog(page).getByText(`More than this shipment’s cost (${money(shipment.cost)})`));
    await reason(page).fill('The rest');
    await confirm(page).click();
    await expectSeen(dialog(page).getByText(`Only ${left} of this shipment can still be refunded.`));
    expect(await reason(page).inputValue()).toBe('The rest');
    await amount(page).fill((shipment.cost - 1.25).toFixed(2));
    await dialog(page).getByRole('checkbox', { name: 'Also void the label with the carrier' }).check();
    await confirm(page).click();
    await expectToast(page, 'The label was voided.');
    await expectUnseen(dialog(page));
    await expectSeen(row.getByText(`${money(shipment.cost)} refunded`));

    await refundButton(row).click();
    await expectSeen(
      dialog(page).getByText(`This shipment has been fully refunded (${money(shipment.cost)}).`),
    );
    expect(await dialog(page).getByRole('checkbox').count()).toBe(0);
    await reason(page).fill('Once more');
    await confirm(page).click();
    await expectSeen(dialog(page).getByText('This shipment has already been refunded in full.'));
    await dialog(page).getByRole('button', { name: 'Cancel' }).click();
    await expectUnseen(dialog(page));

    await detailsButton(row).click();
    await expectPath(
      page,
      `${PAGES.adminShipments}?trackingNumber=${shipment.trackingNumber}&shipment=${shipment.shipmentId}`,
    );
    const part = (name: string) => drawer(page).getByRole('region', { name, exact: true });
    await expectSeen(part('Shipment').getByText('Voided', { exact: true }));
    await expectSeen(part('Quote').getByText(money(shipment.cost), { exact: true }));
    await expectSeen(part('Payment').getByText('Succeeded', { exact: true }));
    await expectSeen(part('Purchase attempts').getByText('1. Succeeded', { exact: true }));
    await expectSeen(part('Label').getByText('Not yet', { exact: true }));
    await expectSeen(part('Tracking').getByText('Label created, waiting for the parcel', { exact: true }));
    await expectSeen(part('Refunds').getByText('The parcel came late.', { exact: true }));
    expect(await part('Refunds').getByRole('listitem').count()).toBe(2);
    for (const text of ['Label bought', 'Refund requested', 'Refund paid', 'Label voided'])
      await expectSeen(part('Ledger').getByText(text, { exact: true }));
    await expectSeen(
      part('State changes').getByText('Shipment: Purchased → Void requested', { exact: true }),
    );
    await page.keyboard.press('Escape');
    await expectFocused(detailsButton(row));
  });

  it('that nobody answered is sent again under the same key, while nothing can be changed', async () => {
    const shipment = await refundable(1);
    const { page, watch } = await openShipments(`?trackingNumber=${shipment.trackingNumber}`);
    watch.allow(/net::ERR_FAILED/, /ApiError/);
    const keys: (string | undefined)[] = [];
    let release = () => {};
    await page.route('**/refund', async (route) => {
      keys.push(route.request().headers()['idempotency-key']);
      if (keys.length > 1) return route.continue();
      await new Promise<void>((done) => {
        release = done;
      });
      return route.abort();
    });
    await refundButton(rowOf(page, shipment)).click();
    await amount(page).fill('0.50');
    await reason(page).fill('Lost on the line');
    await confirm(page).click();
    await expect.poll(() => amount(page).isDisabled()).toBe(true);
    expect(await reason(page).isDisabled()).toBe(true);
    await page.keyboard.press('Escape');
    await expect.poll(() => keys.length).toBe(1);
    release();
    await expectSeen(dialog(page).getByText(ADMIN.unreachable, { exact: true }));
    await expectFocused(confirm(page));
    await page.keyboard.press('Enter');
    await expectToast(page, SHIPMENTS.refunded);
    expect(keys).toEqual([expect.any(String), keys[0]]);
  });
});

describe('the shipments without a mouse', () => {
  it('are searched, turned, opened and refunded', async () => {
    const shipment = await refundable(1);
    const { page } = await openShipments();
    await expectRows(page, PAGE_SIZE);
    await page.keyboard.press(']');
    await expectPath(page, `${PAGES.adminShipments}?page=2`);
    await expectSeen(page.getByText(/^Showing 26 to 50/));
    await page.keyboard.press('[');
    await expectPath(page, PAGES.adminShipments);

    await page.keyboard.press('/');
    await expectFocused(page.getByRole('searchbox', { name: 'Tracking number' }));
    await page.keyboard.type(shipment.trackingNumber ?? '');
    await expectRows(page, 1);
    await tabTo(page, detailsButton(page));
    await page.keyboard.press('Enter');
    await expectSeen(drawer(page).getByRole('heading', { name: 'State changes' }));
    await tabTo(page, refundButton(drawer(page)));
    await page.keyboard.press('Enter');
    await expectFocused(amount(page));
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('0.75');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Sorry');
    await page.keyboard.press('Control+Enter');
    await expectToast(page, SHIPMENTS.refunded);
    await expectFocused(refundButton(drawer(page)));
    await expectSeen(drawer(page).getByRole('region', { name: 'Refunds' }).getByText('$0.75'));
    await page.keyboard.press('Escape');
    await expectFocused(detailsButton(page));
  });
});

describe('the shipments on every screen', () => {
  it('fit without scrolling sideways, and keep the header beside every value on a phone', async () => {
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

  it('have no violation: the refused refund and the story', async () => {
    const shipment = await refundable(1);
    const search = `?trackingNumber=${shipment.trackingNumber}&shipment=${shipment.shipmentId}`;
    const path = `${PAGES.adminShipments}${search}`;
    const { page } = await openPage({ storage, reducedMotion: 'reduce', path });
    await expectSeen(drawer(page).getByRole('heading', { name: 'State changes' }));
    const complaints = await scanPage(page, 'story of a shipment', { widths: [1440, 390] });
    await refundButton(drawer(page)).click();
    await amount(page).fill('x');
    await confirm(page).click();
    await expectSeen(dialog(page).getByText(SHIPMENTS.amountInvalid));
    complaints.push(...(await scanPage(page, 'refused refund', { widths: [390] })));
    expect(complaints).toEqual([]);
  });
});
