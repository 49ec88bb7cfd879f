import { it } from 'vitest';
import { useBrowser } from './src/browser.ts';
import { button } from './src/bulk.ts';
import { expectToast } from './src/expectations.ts';
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
import { useStore } from './src/store.ts';
import { clientWithProfile } from './src/wizard.ts';

const openPage = useBrowser();
const store = useStore('etsy');

const ORDERS = 200;
/** The client's own app, as registered with Etsy. */
const APP = { Keystring: 'abcdefghijklmnopqrstuvwx', 'Shared secret': 'sh4r3dS3cr' };
const WEBHOOK_SECRET = 'whsec_bGFkaW5nLXRlc3Qtc2VjcmV0LWZvci1ldHN5';
const QUOTA_USED = {
  call: 'GET /v3/application/shops/*/receipts',
  status: 429,
  headers: { 'retry-after': '1' },
  body: { error: 'Exceeded quota' },
};

it(
  '200 orders of an Etsy shop are imported by polling and webhooks, shipped and reported once each, although Etsy limits calls, revokes the token and loses responses; the client sees that the tracking number of a voided label stays in the store',
  async () => {
    await store.placeOrders(ORDERS - 1);
    const { storage, token } = await clientWithProfile();
    const { page, watch } = await openPage({ storage });
    watch.allow(/^foreign host: \S+\/oauth\/connect/);
    await signIn(page, 'Etsy', APP);
    await store.control('POST', 'answers', [QUOTA_USED]);
    await expectImported(page, ORDERS - 1);

    await button(page, 'Set up webhooks').click();
    const dialog = page.getByRole('dialog', { name: 'Set up webhooks' });
    const endpoint = await dialog.getByText(/Add the endpoint/).textContent();
    await dialog.getByLabel(/^Signing secret/).fill(WEBHOOK_SECRET);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expectToast(page, 'The signing secret was saved. Webhooks take effect when the first one arrives.');
    // The next poll is minutes away, so only a webhook brings the last order.
    await store.control('PUT', 'options', { webhookUrl: /http\S+/.exec(endpoint ?? '')?.[0] });
    await store.placeOrders(1);
    await expectImported(page, ORDERS);
    await page.getByText('New orders arrive within seconds.').first().waitFor({ timeout: 120_000 });

    await choosePackage(page, token, ORDERS);
    await store.control('POST', 'tokens/end');
    await store.control('PUT', 'faults', {
      losesAnswers: 0.1,
      only: ['POST /v3/application/shops/*/receipts/*/tracking'],
    });
    await shipAll(page, ORDERS);
    const [first] = await expectReported(store, ORDERS);

    await voidLabel(first?.trackingNumbers[0] ?? '');
    await expectNotWithdrawn(page, token, first?.number ?? '');
  },
  JOURNEY_LIMIT_MS,
);
