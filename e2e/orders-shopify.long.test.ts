import { PAGES } from '@lading/contract/routes.ts';
import { it } from 'vitest';
import { useBrowser } from './src/browser.ts';
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
const store = useStore('shopify');

const ORDERS = 200;

it(
  '200 orders of a Shopify store are imported by polling and webhooks, shipped and reported once each, and one report is withdrawn, although Shopify limits calls, revokes the token and loses responses',
  async () => {
    await store.placeOrders(ORDERS - 1);
    const { storage, token } = await clientWithProfile();
    const { page, watch } = await openPage({ storage });
    watch.allow(/^foreign host: \S+\/admin\/oauth\/authorize/);
    await store.control('PUT', 'options', { bucket: { size: 1_000, restoredPerSecond: 400 } });
    await signIn(page, 'Shopify', { 'Store address': 'barton-springs.myshopify.com' });
    await expectImported(page, ORDERS - 1);

    // The next poll is minutes away, so only a webhook brings the last order.
    await page.getByText('New orders arrive within seconds.').first().waitFor({ timeout: 120_000 });
    await store.placeOrders(1);
    await expectImported(page, ORDERS);

    await choosePackage(page, token, ORDERS);
    await store.control('POST', 'tokens/end');
    await store.control('PUT', 'options', {
      losesNext: Array.from({ length: 5 }, () => 'CreateFulfillment'),
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
