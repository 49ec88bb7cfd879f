import type { ImportOrdersAnswer } from '@lading/contract/orders/import-orders.ts';
import { API, PAGES } from '@lading/contract/routes.ts';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { useBrowser } from './src/browser.ts';
import { button, fileInput } from './src/bulk.ts';
import { expectHeading, expectSeen } from './src/expectations.ts';
import {
  choosePackage,
  JOURNEY_LIMIT_MS,
  orderOfProgram,
  ordersOf,
  shipAll,
  voidLabel,
} from './src/order-journey.ts';
import { call, clientWithProfile, RECIPIENT, shipmentsOf } from './src/wizard.ts';

const openPage = useBrowser();

const EACH = 100;
const SOON = { timeout: 120_000, interval: 1_000 };

const numbers = (prefix: string) => Array.from({ length: EACH }, (_, index) => `${prefix}-${index + 1}`);

const COLUMNS =
  'Order number,Order date,Recipient name,Street,City,State,ZIP,Country,SKU,Title,Quantity,Price';
const today = () => new Date().toISOString().slice(0, 10);
const line = (id: string) =>
  [
    ...[id, today(), RECIPIENT.fullName, RECIPIENT.address, RECIPIENT.city, RECIPIENT.state],
    ...[RECIPIENT.zipCode, 'US', 'TEA-05', 'Tea', '1', '9.30'],
  ].join();

/** Like a client who looks for a way to connect a program of their own. */
async function createApiKey(page: Page): Promise<string> {
  await page.goto(PAGES.orderSources);
  await button(page, 'Connect a store').first().click();
  await page.getByRole('link', { name: 'Your own program' }).click();
  await button(page, 'Create API key').click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Web shop');
  await button(page, 'Create key').click();
  const key = await page.getByText(/^lk_[\w-]{43}$/).textContent();
  await page.getByRole('checkbox', { name: 'I have saved the key' }).click();
  await button(page, 'Done').click();
  return key ?? '';
}

it(
  '100 orders from a program and 100 from a file are shipped with one payment, and the program reads their states',
  async () => {
    const { storage, token } = await clientWithProfile();
    const { page } = await openPage({ storage });
    const key = await createApiKey(page);
    const { results }: ImportOrdersAnswer = await call(key, 'POST', API.ordersImport, {
      orders: numbers('API').map(orderOfProgram),
    });
    expect(results.filter(({ result }) => result === 'added')).toHaveLength(EACH);

    await page.goto(PAGES.orders);
    await expectHeading(page, 'Orders');
    await button(page, 'Import CSV').click();
    const buffer = Buffer.from([COLUMNS, ...numbers('CSV').map(line)].join('\r\n'));
    await fileInput(page).setInputFiles({ name: 'orders.csv', mimeType: 'text/csv', buffer });
    const dialog = page.getByRole('dialog', { name: 'Import orders' });
    await dialog.getByRole('button', { name: 'Import' }).click();
    await expectSeen(dialog.getByRole('status').getByText(`${EACH}`, { exact: false }));
    await dialog.getByRole('button', { name: 'Done' }).click();

    await choosePackage(page, token, 2 * EACH);
    await shipAll(page, 2 * EACH);
    const shipped = () => ordersOf(key, 'view=shipped&limit=100');
    await expect
      .poll(async () => (await ordersOf(key, 'view=shipped&page=2&limit=100')).length, SOON)
      .toBe(EACH);
    expect(await shipped()).toHaveLength(EACH);

    const [shipment] = await shipmentsOf(token);
    await voidLabel(shipment?.tracking_number ?? '');
    await expect.poll(async () => (await ordersOf(key, 'view=ready')).length, SOON).toBe(1);
  },
  JOURNEY_LIMIT_MS,
);
