import type { AdminShipment } from '@lading/contract/admin-shipments.ts';
import { BULK, LABELS, PAYMENT } from '@lading/contract/messages.ts';
import type { OrderRow } from '@lading/contract/orders/orders.ts';
import { API, PAGES, path } from '@lading/contract/routes.ts';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { demoAccount, logInByToken } from './actions.ts';
import { button } from './bulk.ts';
import { expectHeading, expectSeen, expectToast, wordsOf } from './expectations.ts';
import { ownServer } from './own-server.ts';
import type { OrderInStore, Store } from './store.ts';
import { call, payButton, RECIPIENT, step, typeCard } from './wizard.ts';

/** Orders are read and shipments are reported every 15 seconds, and 200 labels take a while on a busy machine. */
const LONG = { timeout: 300_000, interval: 1_000 };
export const JOURNEY_LIMIT_MS = 20 * 60_000;

const view = (page: Page, name: string) => page.getByRole('radio', { name });
const selectPage = (page: Page) =>
  page.getByRole('checkbox', { name: 'Select all orders on this page' }).check();

export async function openDialog(page: Page, kind: string) {
  await page.goto(PAGES.orderSources);
  await button(page, 'Connect a store').first().click();
  await button(page, new RegExp(`^${kind}`)).click();
  return page.getByRole('dialog', { name: `Connect ${kind}` });
}

/** The browser goes to the store, where the merchant grants access, and returns. */
export async function signIn(
  page: Page,
  kind: 'Shopify' | 'WooCommerce' | 'Etsy' | 'eBay',
  fields: Record<string, string>,
): Promise<void> {
  const dialog = await openDialog(page, kind);
  for (const [label, value] of Object.entries(fields))
    await dialog.getByLabel(new RegExp(`^${label}`)).fill(value);
  await dialog.getByRole('button', { name: `Connect with ${kind}`, exact: true }).click();
  await expectSeen(page.getByRole('main').getByText('Connected', { exact: true }));
}

export const expectImported = (page: Page, count: number) =>
  page.getByText(`${count} open orders, ${count} in total`).first().waitFor({ timeout: LONG.timeout });

/** The store has no package sizes, so the client chooses one for all orders: on the first page by hand, then for the rest. */
export async function choosePackage(page: Page, token: string, count: number): Promise<void> {
  await page.goto(`${PAGES.orders}?view=attention`);
  await expectHeading(page, 'Orders');
  await selectPage(page);
  await button(page, 'Set package').click();
  const onPage = Math.min(count, 25);
  const dialog = page.getByRole('dialog', { name: `Package for ${onPage} orders` });
  const sizes = { 'Length (in)': '10', 'Width (in)': '8', 'Height (in)': '6', 'Weight (lb)': '2' };
  for (const [name, value] of Object.entries(sizes)) await dialog.getByRole('textbox', { name }).fill(value);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expectToast(page, `Package saved for ${onPage} orders.`);
  if (onPage < count) await packRest(token);
}

async function packRest(token: string): Promise<void> {
  const { ids } = await call(token, 'GET', `${API.orderIds}?view=attention`);
  const parcel = { type: 'package', lengthIn: 10, widthIn: 8, heightIn: 6 };
  const answer = await fetch(`${ownServer.baseUrl}${API.orders}`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ orderIds: ids, change: { parcel, weightOz: 32 } }),
  });
  expect(answer.status, await answer.text()).toBe(200);
}

/** Ships all orders with one payment. */
export async function shipAll(page: Page, count: number): Promise<void> {
  await page.goto(PAGES.orders);
  await expectSeen(view(page, `Ready ${count}`));
  await selectPage(page);
  if (count > 25) await button(page, `Select all ${count}`).click();
  await button(page, `Ship ${count} orders`).click();
  await expectHeading(page, LABELS.bulkUploadTitle);
  await button(page, /^Get rates/).click({ timeout: LONG.timeout });
  await step(page, 'Rates').waitFor({ timeout: LONG.timeout });
  await button(page, `Generate ${count} labels`).click({ timeout: LONG.timeout });
  await typeCard(page);
  await payButton(page).click();
  await expect.poll(() => wordsOf(page), LONG).toContain(PAYMENT.succeeded);
  await expect.poll(() => wordsOf(page), LONG).toContain(BULK.finished(count));
}

const isReported = ({ trackingNumbers }: OrderInStore) => trackingNumbers.length > 0;

/** Every order has one tracking number, and its buyer got one email. */
export async function expectReported(store: Store, count: number): Promise<OrderInStore[]> {
  await expect.poll(async () => (await store.orders()).filter(isReported).length, LONG).toBe(count);
  const orders = await store.orders();
  expect(orders.map(({ trackingNumbers, mails }) => [trackingNumbers.length, mails])).toEqual(
    Array.from({ length: count }, () => [1, 1]),
  );
  return orders;
}

/** As a client's own program sends it. */
export const orderOfProgram = (id: string) => ({
  external_id: id,
  order_number: id,
  placed_at: new Date().toISOString(),
  to_address: {
    name: RECIPIENT.fullName,
    street1: RECIPIENT.address,
    city: RECIPIENT.city,
    state: RECIPIENT.state,
    zip: RECIPIENT.zipCode,
  },
  line_items: [{ sku: 'MUG-01', title: 'Mug', quantity: 1, weight: 340, total_price: '18.00' }],
});

export const ordersOf = async (token: string, query: string): Promise<OrderRow[]> =>
  (await call(token, 'GET', `${API.orders}?${query}`)).orders;

/** The operator refunds a label and voids it. */
export async function voidLabel(trackingNumber: string): Promise<void> {
  const { token } = await logInByToken(demoAccount('admin'));
  const { data } = await call(token, 'GET', `${API.adminShipments}?trackingNumber=${trackingNumber}`);
  const [shipment] = data.shipments as AdminShipment[];
  if (!shipment) throw new Error('The label is not in the list.');
  const body = { amount: shipment.cost, reason: 'The buyer changed their mind.', voidLabel: true };
  await call(token, 'POST', path(API.adminRefund, { id: shipment.shipmentId }), body);
}

/** The store keeps the tracking number of a voided label, and the client sees a message about it. */
export async function expectNotWithdrawn(page: Page, token: string, number: string): Promise<void> {
  const [order] = await ordersOf(token, `view=all&search=${number}`);
  const details = () => call(token, 'GET', path(API.order, { id: order?.id ?? '' }));
  await expect.poll(async () => JSON.stringify(await details()), LONG).toContain('not_withdrawn');
  await page.goto(`${PAGES.orders}?view=all&order=${order?.id}`);
  await expectSeen(page.getByText('The store still counts this label as shipped.'));
}

export const expectWithdrawn = (store: Store, number: string) =>
  expect
    .poll(async () => (await store.orders()).find((order) => order.number === number)?.trackingNumbers, LONG)
    .toEqual([]);
