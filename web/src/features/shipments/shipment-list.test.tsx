import { ADMIN_SHIPMENT_STATUSES, type AdminShipment } from '@lading/contract/admin-shipments.ts';
import { PAGE_SIZE } from '@lading/contract/constants.ts';
import { ERRORS } from '@lading/contract/errors.ts';
import { ADMIN, AUDIT_LOGS, LABELS, PAGING, SHIPMENTS } from '@lading/contract/messages.ts';
import { paginationOf } from '@lading/contract/paging.ts';
import { CARRIERS } from '@lading/contract/parcel.ts';
import { API, PAGES } from '@lading/contract/routes.ts';
import { afterEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { adminShipment, listOfShipments } from '../../../test/admin-shipments.ts';
import { openApp } from '../../../test/app.tsx';
import { type Answers, json } from '../../../test/fake-server.ts';
import { button, toastWith } from '../../../test/screen.ts';
import { longIt } from '../../../test/tier.ts';

const LIST = `GET ${API.adminShipments}`;
const DOWNLOAD = `GET ${API.adminShipmentsDownload}`;
const TOTAL = 60;

const nth = (index: number): AdminShipment =>
  adminShipment({
    shipmentId: `0198f3c2-7c1e-7aa0-8000-${String(index).padStart(12, '0')}`,
    trackingNumber: `9400111${index}`,
    trackingUrl: `https://tools.usps.com/track?number=9400111${index}`,
    clientName: `Client ${index}`,
    refunded: index === 1 ? 2 : 0,
  });
const shipments = Array.from({ length: PAGE_SIZE }, (_, index) => nth(index));
const full = listOfShipments(shipments, TOTAL);

const open = (search = '', answers: Answers = full) =>
  openApp(`${PAGES.adminShipments}${search}`, { as: 'admin', answers });

const table = () => page.getByRole('table', { name: LABELS.shipmentOverview });
const rows = () => [...(table().query()?.querySelectorAll('tbody tr') ?? [])];
const expectRows = (count: number) => expect.poll(() => rows().length).toBe(count);
const column = (name: string) =>
  rows().map((row) => row.querySelector(`[data-label="${name}"]`)?.textContent);
const filter = (name: string) => page.getByRole('combobox', { name });
const optionsOf = (name: string) =>
  [...(filter(name).element() as HTMLSelectElement).options].map(({ textContent }) => textContent);
const search = () => page.getByRole('searchbox', { name: 'Tracking number' });
const cards = () =>
  Object.fromEntries(
    [...document.querySelectorAll('main dl > div')].map((card) => [
      card.querySelector('dt')?.textContent,
      card.querySelector('dd')?.textContent,
    ]),
  );

afterEach(() => page.viewport(1440, 900));

describe('the list of all shipments', () => {
  it('has the cards and columns of the specification', async () => {
    await open();
    await expectRows(PAGE_SIZE);
    const headers = [...table().element().querySelectorAll('th[scope=col]')];
    expect(headers.map(({ textContent }) => textContent)).toEqual(Object.values(SHIPMENTS.columns));
    expect(column('Client')).toEqual(shipments.map(({ clientName }) => clientName));
    expect(column('Cost').slice(0, 3)).toEqual(['$12.87', '$12.87$2.00 refunded', '$12.87']);
    const link = page.getByRole('link', { name: /opens in a new tab/ }).first();
    await expect.element(link).toHaveAttribute('href', shipments[0]?.trackingUrl ?? '');
    await expect.element(link).toHaveAttribute('target', '_blank');
    expect(cards()).toMatchObject({
      'Total Shipments': `${TOTAL} `,
      'Current Page': '25 shipments shown',
      Page: '1 of 3 ',
      'Per Page': '25 shipments',
    });
    await expect.element(page.getByText(PAGING.showing(1, PAGE_SIZE, TOTAL), { exact: true })).toBeVisible();
  });

  it('has pages that can be turned by button and key, or entered', async () => {
    const { currentPath } = await open();
    await expectRows(PAGE_SIZE);
    await button(PAGING.next).click();
    await expect.poll(currentPath).toBe(`${PAGES.adminShipments}?page=2`);
    await expect.element(page.getByText(PAGING.showing(26, 50, TOTAL), { exact: true })).toBeVisible();
    // A number past the end leads to the last page.
    const number = page.getByRole('textbox', { name: 'Page', exact: true });
    await number.fill('999');
    await userEvent.keyboard('{Enter}');
    await expect.poll(currentPath).toBe(`${PAGES.adminShipments}?page=3`);
    await expectRows(TOTAL - 2 * PAGE_SIZE);
    await expect.element(number).toHaveValue('3');

    (document.activeElement as HTMLElement).blur();
    await userEvent.keyboard('[[');
    await expect.poll(currentPath).toBe(`${PAGES.adminShipments}?page=2`);
    await expect.element(number).toHaveValue('2');
    await userEvent.keyboard(']');
    await expect.poll(currentPath).toBe(`${PAGES.adminShipments}?page=3`);
  });

  it('is filtered by status, carrier and tracking number, and keeps the page number even past the end', async () => {
    const failed = [nth(0), nth(1)];
    const { currentPath, callsTo, router } = await open('?page=2', {
      [LIST]: (call) => {
        const answers = call.query.get('status') === 'failed' ? listOfShipments(failed) : full;
        return answers[LIST]?.(call) ?? json({}, 500);
      },
    });
    await expectRows(PAGE_SIZE);
    expect(optionsOf('Status').slice(1)).toEqual(
      ADMIN_SHIPMENT_STATUSES.map((status) => SHIPMENTS.statuses[status]),
    );
    expect(optionsOf('Carrier').slice(1)).toEqual(CARRIERS);
    await filter('Status').selectOptions('failed');
    await expect.poll(currentPath).toBe(`${PAGES.adminShipments}?page=2&status=failed`);
    await expect.element(page.getByText(SHIPMENTS.empty, { exact: true })).toBeVisible();
    await button('Go to page 1').click();
    await expect.poll(currentPath).toBe(`${PAGES.adminShipments}?status=failed`);
    await expectRows(failed.length);

    await button(AUDIT_LOGS.clearFilters).click();
    await expect.poll(currentPath).toBe(PAGES.adminShipments);
    await filter('Carrier').selectOptions('FedEx');
    await expect.poll(() => callsTo(LIST).at(-1)?.query.get('carrier')).toBe('FedEx');
    await search().fill('9400');
    await expect.poll(currentPath).toBe(`${PAGES.adminShipments}?trackingNumber=9400&carrier=FedEx`);
    await router.navigate(-1);
    await expect.poll(currentPath).toBe(PAGES.adminShipments);
    await expect.element(filter('Carrier')).toHaveValue('');
  });

  it('shows the filters of a link as chips, and says when there are more than were counted', async () => {
    const { clientId, clientName } = nth(0);
    const { currentPath, answer, callsTo } = await open(
      `?clientId=${clientId}&label=not_voided&startDate=2026-01-01&endDate=2026-11-16`,
    );
    await expectRows(PAGE_SIZE);
    expect(Object.fromEntries(callsTo(LIST).at(-1)?.query ?? [])).toMatchObject({
      clientId,
      label: 'not_voided',
      startDate: '2026-01-01',
      endDate: '2026-11-16',
    });
    const chips = page.getByRole('list', { name: 'Active filters' }).getByRole('button');
    expect(chips.elements()).toHaveLength(4);
    await button('Label: not voided (remove this filter)').click();
    await button('From Jan 1, 2026 (remove this filter)').click();
    await expect.poll(currentPath).toBe(`${PAGES.adminShipments}?clientId=${clientId}&endDate=2026-11-16`);
    await button(`Client: ${clientName} (remove this filter)`).click();
    await expect.poll(currentPath).toBe(`${PAGES.adminShipments}?endDate=2026-11-16`);

    const pagination = { ...paginationOf(1_000, 1, PAGE_SIZE), isMore: true };
    answer({ [LIST]: () => json({ data: { shipments, pagination } }) });
    await search().fill('9');
    await expect
      .element(page.getByText('Showing 1 to 25 of more than 1,000 results', { exact: true }))
      .toBeVisible();
  });

  it('says that an export was refused, with the reason where there is one', async () => {
    const { message, status } = ERRORS.EXPORT_RUNNING;
    const { answer } = await open('', { ...full, [DOWNLOAD]: () => json({ message: 'no' }, 403) });
    await button(SHIPMENTS.export).click();
    await expect.element(toastWith(SHIPMENTS.exportFailed)).toBeVisible();
    answer({ [DOWNLOAD]: () => json({ error: 'EXPORT_RUNNING', message, requestId: 'r' }, status) });
    // By key, because the toast covers the button.
    (button(SHIPMENTS.export).element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(toastWith(message)).toBeVisible();
  });

  it('says that it could not be loaded, and loads after a retry', async () => {
    const { answer } = await open('', { [LIST]: () => json({}, 403) });
    await expect.element(toastWith(SHIPMENTS.loadFailed)).toBeVisible();
    await expect.element(page.getByText(ADMIN.accessDenied, { exact: true })).toBeVisible();
    answer(full);
    await button('Try again').click();
    await expectRows(PAGE_SIZE);
  });

  longIt('fits without scrolling sideways, and shows the header beside every value on a phone', async () => {
    await open();
    await expectRows(PAGE_SIZE);
    for (const width of [1440, 1024, 768, 390, 320]) {
      await page.viewport(width, 844);
      const { documentElement: root } = document;
      await expect.poll(() => root.scrollWidth - root.clientWidth, { message: `at ${width} px` }).toBe(0);
    }
    const labels = [...(rows()[0]?.children ?? [])].map((cell) => getComputedStyle(cell, '::before').content);
    expect(labels.map((label) => label.split('"')[1])).toEqual(Object.values(SHIPMENTS.columns));
  });
});
