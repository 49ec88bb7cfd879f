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
const DAY_MS = 24 * 3_600_000;
const store = useStore('custom-store', { opensAt: new Date(Date.now() - DAY_MS).toISOString() });

const ORDERS = 200;

it(
  '200 orders of a custom store are imported, shipped and reported once each; the client sees that the tracking number of a voided label stays in the store',
  async () => {
    await store.placeOrders(ORDERS);
    const { storage, token } = await clientWithProfile();
    const { page, watch } = await openPage({ storage });
    // The refused password.
    watch.allow(/status of 422 .*\/api\/order-sources/);
    const dialog = await openDialog(page, 'Custom store (ShipStation format)'.replace(/[()]/g, '.'));
    const form = page.getByRole('dialog');
    await form.getByRole('textbox', { name: 'Export address' }).fill(`${store.url()}/export.php`);
    await form.getByRole('textbox', { name: 'Username' }).fill('lading');
    await form.getByLabel('Password').fill('wrong');
    await form.getByRole('button', { name: 'Connect', exact: true }).click();
    await expectSeen(
      form.getByText('The store did not accept these credentials. Please check them and try again.'),
    );
    await form.getByLabel('Password').fill('open sesame');
    await form.getByRole('button', { name: 'Connect', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    await expectImported(page, ORDERS);

    await choosePackage(page, token, ORDERS);
    await shipAll(page, ORDERS);
    const [first] = await expectReported(store, ORDERS);

    await voidLabel(first?.trackingNumbers[0] ?? '');
    await expectNotWithdrawn(page, token, first?.number ?? '');
  },
  JOURNEY_LIMIT_MS,
);
