import { BULK, LABELS, PAYMENT } from '@lading/contract/messages.ts';
import { PAGES } from '@lading/contract/routes.ts';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { useBrowser } from './src/browser.ts';
import { button, downloaded, expectSaid, labelRows, pagesOf } from './src/bulk.ts';
import { expectHeading, expectSeen, expectToast } from './src/expectations.ts';
import { useStore } from './src/store.ts';
import { clientWithProfile, payButton, step, typeCard } from './src/wizard.ts';

const openPage = useBrowser();
const store = useStore();

const KEY = { consumerKey: 'ck_1234567890abcdef', consumerSecret: 'cs_fedcba0987654321' };
const ORDERS = 3;

async function connect(page: Page) {
  await page.goto(PAGES.orderSources);
  await button(page, 'Connect a store').first().click();
  await button(page, /^WooCommerce/).click();
  const dialog = page.getByRole('dialog', { name: 'Connect WooCommerce' });
  await dialog.getByRole('textbox', { name: 'Shop address' }).fill(store.url());
  await dialog.getByRole('textbox', { name: 'Consumer key' }).fill(KEY.consumerKey);
  await dialog.getByLabel('Consumer secret').fill('cs_wrong');
  await dialog.getByRole('button', { name: 'Connect' }).click();
  await expectSeen(dialog.getByText('The shop refused these credentials.'));
  await dialog.getByLabel('Consumer secret').fill(KEY.consumerSecret);
  await dialog.getByRole('button', { name: 'Connect' }).click();
  await expectSeen(page.getByText(`${ORDERS} open orders, ${ORDERS} in total`));
}

const selectAll = (page: Page) =>
  page.getByRole('checkbox', { name: 'Select all orders on this page' }).check();
const view = (page: Page, name: string) => page.getByRole('radio', { name });

/** The store knows no box, so the client chooses one for all orders. */
async function choosePackage(page: Page) {
  await page.goto(`${PAGES.orders}?view=attention`);
  await expectHeading(page, 'Orders');
  await selectAll(page);
  await button(page, 'Set package').click();
  const dialog = page.getByRole('dialog', { name: `Package of ${ORDERS} orders` });
  await dialog.getByRole('textbox', { name: 'Length (in)' }).fill('10');
  await dialog.getByRole('textbox', { name: 'Width (in)' }).fill('8');
  await dialog.getByRole('textbox', { name: 'Height (in)' }).fill('6');
  await dialog.getByRole('textbox', { name: 'Weight (lb)' }).fill('2');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expectToast(page, `The package of ${ORDERS} orders was saved.`);
}

async function ship(page: Page) {
  await page.goto(PAGES.orders);
  await expectSeen(view(page, `Ready ${ORDERS}`));
  await selectAll(page);
  await button(page, `Ship ${ORDERS} orders`).click();
  await expectHeading(page, LABELS.bulkUploadTitle);
  await button(page, /^Get rates/).click();
  await expectSeen(step(page, 'Rates'));
  await button(page, `Generate ${ORDERS} labels`).click();
  await typeCard(page);
  await payButton(page).click();
  await expectSaid(page, PAYMENT.succeeded);
  await expectSaid(page, BULK.finished(ORDERS));
  await expect.poll(() => labelRows(page).count()).toBe(ORDERS);
}

it('orders of a store are imported, shipped with one payment, and reported to the store once each', async () => {
  await store.placeOrders(ORDERS);
  const { storage } = await clientWithProfile();
  const { page, watch } = await openPage({ storage });
  // The refused credentials.
  watch.allow(/status of 422 .*\/api\/order-sources/);
  await connect(page);
  await choosePackage(page);
  await ship(page);

  await page.goto(`${PAGES.orders}?view=shipped`);
  await expectSeen(view(page, `Shipped ${ORDERS}`));
  await expect.poll(store.mails, { timeout: 60_000 }).toHaveLength(ORDERS);
  await selectAll(page);
  const pdf = await downloaded(page, () => button(page, 'Print').click());
  expect(pagesOf(pdf.content)).toBe(2 * ORDERS);
  await page.getByRole('row').nth(1).getByRole('button').click();
  await expectSeen(page.getByText('The store has the tracking number.'));
  expect(await store.mails()).toHaveLength(ORDERS);
});
