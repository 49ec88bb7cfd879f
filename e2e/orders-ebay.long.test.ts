import { API } from '@lading/contract/routes.ts';
import { it } from 'vitest';
import { useBrowser } from './src/browser.ts';
import {
  choosePackage,
  expectImported,
  expectNotWithdrawn,
  expectReported,
  JOURNEY_LIMIT_MS,
  shipAll,
  signIn,
  voidLabel,
} from './src/order-journey.ts';
import { ownServer } from './src/own-server.ts';
import { useStore } from './src/store.ts';
import { clientWithProfile } from './src/wizard.ts';

const openPage = useBrowser();
const store = useStore('ebay', { acceptUrl: `${ownServer.baseUrl}${API.orderSourceAuthorized}` });

const ORDERS = 200;
const BUSY = {
  call: 'GET /sell/fulfillment/v1/order',
  status: 429,
  headers: { 'retry-after': '1' },
  body: { errors: [{ errorId: 2001, message: 'Too many requests' }] },
};

it(
  '200 orders of an eBay seller are imported, shipped and reported once each, although eBay limits calls, revokes the token and loses responses; the client sees that the tracking number of a voided label stays in the store',
  async () => {
    await store.placeOrders(ORDERS);
    const { storage, token } = await clientWithProfile();
    const { page, watch } = await openPage({ storage });
    watch.allow(/^foreign host: \S+\/oauth2\/authorize/);
    await signIn(page, 'eBay', {});
    await store.control('POST', 'answers', [BUSY]);
    await expectImported(page, ORDERS);

    await choosePackage(page, token, ORDERS);
    await store.control('POST', 'tokens/end');
    await store.control('PUT', 'faults', {
      losesAnswers: 0.1,
      only: ['POST /sell/fulfillment/v1/order/*/shipping_fulfillment'],
    });
    await shipAll(page, ORDERS);
    const [first] = await expectReported(store, ORDERS);

    await voidLabel(first?.trackingNumbers[0] ?? '');
    await expectNotWithdrawn(page, token, first?.number ?? '');
  },
  JOURNEY_LIMIT_MS,
);
