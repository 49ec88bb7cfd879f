import { PAGES } from '@lading/contract/routes.ts';
import { expect, it } from 'vitest';
import { useBrowser } from './src/browser.ts';
import { button, downloaded, pagesOf } from './src/bulk.ts';
import { expectSeen } from './src/expectations.ts';
import {
  choosePackage,
  expectImported,
  expectReported,
  JOURNEY_LIMIT_MS,
  shipAll,
  signIn,
} from './src/order-journey.ts';
import { useStore } from './src/store.ts';
import { clientWithProfile } from './src/wizard.ts';

const openPage = useBrowser();
const store = useStore('woocommerce');

const ORDERS = 3;

it('orders of a store are imported, shipped with one payment, and reported to the store once each', {
  timeout: JOURNEY_LIMIT_MS,
}, async () => {
  await store.placeOrders(ORDERS);
  const { storage, token } = await clientWithProfile();
  const { page, watch } = await openPage({ storage });
  watch.allow(/^foreign host: \S+\/wc-auth\//);
  await signIn(page, 'WooCommerce', { 'Store address': store.url() });
  await expectImported(page, ORDERS);
  await choosePackage(page, token, ORDERS);
  await shipAll(page, ORDERS);
  await expectReported(store, ORDERS);

  await page.goto(`${PAGES.orders}?view=shipped`);
  await page.getByRole('checkbox', { name: 'Select all orders on this page' }).check();
  const pdf = await downloaded(page, () => button(page, 'Print').click());
  expect(pagesOf(pdf.content)).toBe(2 * ORDERS);
  await page.getByRole('row').nth(1).getByRole('button').click();
  await expectSeen(page.getByText('The store has the tracking number.'));
});
