import { PAGES } from '@lading/contract/routes.ts';
import { it } from 'vitest';
import { useBrowser } from './src/browser.ts';
import { button } from './src/bulk.ts';
import { expectSeen } from './src/expectations.ts';
import {
  choosePackage,
  expectImported,
  expectReported,
  expectWithdrawn,
  JOURNEY_LIMIT_MS,
  shipAll,
  signIn,
  voidLabel,
} from './src/order-journey.ts';
import { useStore } from './src/store.ts';
import { clientWithProfile } from './src/wizard.ts';

const openPage = useBrowser();
const store = useStore('woocommerce');

const ORDERS = 200;
const PAGE = 'GET /wp-json/wc/v3/orders';
const BUSY = { call: PAGE, status: 429, headers: { 'retry-after': '1' }, body: 'Too many requests' };

it(
  '200 orders of a WooCommerce shop are imported by polling and webhooks, shipped and reported once each, and one report is withdrawn, although the shop is busy, its key is replaced and responses are lost',
  async () => {
    await store.placeOrders(ORDERS - 1);
    const { storage, token } = await clientWithProfile();
    const { page, watch } = await openPage({ storage });
    watch.allow(/^foreign host: \S+\/wc-auth\//);
    await signIn(page, 'WooCommerce', { 'Store address': store.url() });
    await store.control('POST', 'answers', [BUSY]);
    await expectImported(page, ORDERS - 1);

    // The next poll is minutes away, so only a webhook brings the last order.
    await page.getByText('New orders arrive within seconds.').first().waitFor({ timeout: 120_000 });
    await store.placeOrders(1);
    await expectImported(page, ORDERS);

    await store.control('PUT', 'options', { isRevoked: true });
    await button(page, 'Check now').click();
    await page.getByText('Needs to be reconnected').first().waitFor({ timeout: 120_000 });
    await store.control('PUT', 'options', { isRevoked: false });
    await button(page, 'Reconnect').click();
    await button(page, 'Connect with WooCommerce').click();
    await expectSeen(page.getByRole('main').getByText('Connected', { exact: true }));

    await choosePackage(page, token, ORDERS);
    await store.control('PUT', 'faults', {
      losesAnswers: 0.1,
      only: ['POST /wp-json/wc/v3/orders/*/fulfillments'],
    });
    await shipAll(page, ORDERS);
    const [first] = await expectReported(store, ORDERS);

    await page.goto(`${PAGES.orders}?view=shipped`);
    await page.getByRole('radio', { name: `Shipped ${ORDERS}` }).waitFor();
    await voidLabel(first?.trackingNumbers[0] ?? '');
    await expectWithdrawn(store, first?.number ?? '');
  },
  JOURNEY_LIMIT_MS,
);
