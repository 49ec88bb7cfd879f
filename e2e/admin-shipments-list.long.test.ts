import { readFileSync } from 'node:fs';
import { PAGE_SIZE } from '@lading/contract/constants.ts';
import { AUDIT_LOGS, SHIPMENTS } from '@lading/contract/messages.ts';
import { PAGES } from '@lading/contract/routes.ts';
import { expect, it } from 'vitest';
import { column, expectRows, money, useAdminShipments } from './src/admin-shipments.ts';
import { useBrowser } from './src/browser.ts';
import { expectPath, expectToast } from './src/expectations.ts';

const openPage = useBrowser();
const { listed, openShipments } = useAdminShipments(openPage);

it('the list of all shipments shows, filters and exports what the server has', async () => {
  const { page } = await openShipments('?status=failed');
  const failed = await listed('?status=failed');
  await expectRows(page, failed.shipments.length);
  for (const status of await column(page, 'Status')) expect(status).toMatch(/^(?:Failed|Voided)/);

  await page.getByRole('button', { name: AUDIT_LOGS.clearFilters }).click();
  const { shipments } = await listed();
  await expectRows(page, PAGE_SIZE);
  await expect.poll(() => column(page, 'Client')).toEqual(shipments.map(({ clientName }) => clientName));
  expect(await column(page, 'Cost')).toEqual(
    shipments.map(({ cost, refunded }) => money(cost) + (refunded > 0 ? `${money(refunded)} refunded` : '')),
  );
  await page.getByRole('combobox', { name: 'Carrier' }).selectOption('FedEx');
  await expect.poll(async () => new Set(await column(page, 'Carrier'))).toEqual(new Set(['FedEx']));
  const number = (await column(page, 'Tracking ID'))[3]?.match(/\d+/)?.[0] ?? '';
  await page.getByRole('searchbox', { name: 'Tracking number' }).fill(number);
  await expectRows(page, 1);
  await expectPath(page, `${PAGES.adminShipments}?trackingNumber=${number}&carrier=FedEx`);

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: SHIPMENTS.export }).click();
  const file = await download;
  await expectToast(page, SHIPMENTS.exported);
  expect(file.suggestedFilename()).toMatch(/^shipments-export-\d{4}-\d\d-\d\d\.csv$/);
  const lines = readFileSync(await file.path(), 'utf8')
    .trim()
    .split(/\r?\n/);
  const { shipments: filtered } = await listed(`?trackingNumber=${number}&carrier=FedEx`);
  expect(lines.slice(1).map((line) => line.slice(0, 36))).toEqual(filtered.map((one) => one.shipmentId));
});
