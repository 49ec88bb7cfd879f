import { SHIPMENTS } from '@lading/contract/messages.ts';
import { PAGES } from '@lading/contract/routes.ts';
import { expect, it } from 'vitest';
import {
  amount,
  confirm,
  detailsButton,
  dialog,
  drawer,
  money,
  reason,
  refundButton,
  rows,
  useAdminShipments,
} from './src/admin-shipments.ts';
import { useBrowser } from './src/browser.ts';
import { expectFocused, expectPath, expectSeen, expectToast, expectUnseen } from './src/expectations.ts';

const openPage = useBrowser();
const { buyRefundable, openShipments } = useAdminShipments(openPage);

it('a refund can be paid in parts until nothing is left, and the details list every step', async () => {
  const shipment = await buyRefundable();
  const { page, watch } = await openShipments(`?trackingNumber=${shipment.trackingNumber}`);
  watch.allow(/status of 409/, /ApiError/);
  const row = rows(page).filter({ hasText: shipment.trackingNumber ?? 'no number' });
  const left = money(shipment.cost - 1.25);

  await refundButton(row).click();
  expect(await amount(page).inputValue()).toBe(shipment.cost.toFixed(2));
  await amount(page).fill('1.25');
  await reason(page).fill('  The parcel came late.  ');
  await confirm(page).click();
  await expectToast(page, SHIPMENTS.refunded);
  await expectUnseen(dialog(page));
  await expectSeen(row.getByText('$1.25 refunded'));

  // The field offers what is left. The server rejects more, and the dialog stays open.
  await refundButton(row).click();
  expect(await amount(page).inputValue()).toBe((shipment.cost - 1.25).toFixed(2));
  await amount(page).fill((shipment.cost + 1).toFixed(2));
  await reason(page).fill('The rest');
  await confirm(page).click();
  await expectSeen(dialog(page).getByText(`Only ${left} of this shipment can still be refunded.`));
  await amount(page).fill((shipment.cost - 1.25).toFixed(2));
  await dialog(page).getByRole('checkbox', { name: 'Also void the label with the carrier' }).check();
  await confirm(page).click();
  await expectToast(page, 'The label was voided.');
  await expectUnseen(dialog(page));
  await expectSeen(row.getByText(`${money(shipment.cost)} refunded`));
  expect(await refundButton(row).isDisabled()).toBe(true);

  await detailsButton(row).click();
  await expectPath(
    page,
    `${PAGES.adminShipments}?trackingNumber=${shipment.trackingNumber}&shipment=${shipment.shipmentId}`,
  );
  const part = (name: string) => drawer(page).getByRole('region', { name, exact: true });
  await expectSeen(part('Shipment').getByText('Voided', { exact: true }));
  await expectSeen(part('Quote').getByText(money(shipment.cost), { exact: true }));
  await expectSeen(part('Payment').getByText('Succeeded', { exact: true }));
  await expectSeen(part('Purchase attempts').getByText('1. Succeeded', { exact: true }));
  await expectSeen(part('Label').getByText('Not yet', { exact: true }));
  await expectSeen(part('Tracking'));
  await expectSeen(part('Refunds').getByText('The parcel came late.', { exact: true }));
  expect(await part('Refunds').getByRole('listitem').count()).toBe(2);
  for (const text of ['Label bought', 'Refund requested', 'Refund paid', 'Label voided'])
    await expectSeen(part('Ledger').getByText(text, { exact: true }));
  await expectSeen(part('State changes').getByText('Shipment: Purchased → Void requested', { exact: true }));
  await page.keyboard.press('Escape');
  await expectFocused(detailsButton(row));
});
