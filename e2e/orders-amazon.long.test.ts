import { it } from 'vitest';
import { useBrowser } from './src/browser.ts';
import { expectSeen } from './src/expectations.ts';
import {
  choosePackage,
  expectImported,
  expectNotWithdrawn,
  expectReported,
  JOURNEY_LIMIT_MS,
  openDialog,
  shipAll,
  voidLabel,
} from './src/order-journey.ts';
import { useStore } from './src/store.ts';
import { clientWithProfile } from './src/wizard.ts';

const openPage = useBrowser();
/** Amazon's limits are five times as high here. */
const store = useStore('amazon', { pace: 5 });

const ORDERS = 200;
/** The seller's own app, as registered with Amazon. */
const APP = {
  clientId: 'amzn1.application-oa2-client.0f1e2d3c',
  clientSecret: 'amzn1.oa2-cs.v1.5b4a3928',
  refreshToken: 'Atzr|IwEBIJ-lading',
};

it(
  '200 orders of an Amazon seller are imported, shipped and reported once each, although Amazon limits calls, revokes the token and loses responses; the client sees that the tracking number of a voided label stays in the store',
  async () => {
    await store.placeOrders(ORDERS);
    const { storage, token } = await clientWithProfile();
    const { page, watch } = await openPage({ storage });
    // The refused token.
    watch.allow(/status of 422 .*\/api\/order-sources/);
    const dialog = await openDialog(page, 'Amazon');
    await dialog.getByRole('combobox', { name: /^Marketplace/ }).selectOption('amazon.com');
    await dialog.getByRole('textbox', { name: 'Client ID' }).fill(APP.clientId);
    await dialog.getByLabel(/^Client secret/).fill(APP.clientSecret);
    await dialog.getByLabel(/^Refresh token/).fill('Atzr|revoked');
    await dialog.getByRole('button', { name: 'Connect', exact: true }).click();
    await expectSeen(
      dialog.getByText('The store did not accept these credentials. Please check them and try again.'),
    );
    await dialog.getByLabel(/^Refresh token/).fill(APP.refreshToken);
    await dialog.getByRole('button', { name: 'Connect', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    await expectImported(page, ORDERS);

    await choosePackage(page, token, ORDERS);
    await store.control('POST', 'tokens/end');
    await store.control('PUT', 'faults', {
      losesAnswers: 0.1,
      only: ['POST /orders/v0/orders/*/shipmentConfirmation'],
    });
    await shipAll(page, ORDERS);
    const [first] = await expectReported(store, ORDERS);

    await voidLabel(first?.trackingNumbers[0] ?? '');
    await expectNotWithdrawn(page, token, first?.number ?? '');
  },
  JOURNEY_LIMIT_MS,
);
