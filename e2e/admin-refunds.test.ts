import type { AdminShipment } from '@lading/contract/admin-shipments.ts';
import { PAGE_SIZE } from '@lading/contract/constants.ts';
import { ADMIN, SHIPMENTS } from '@lading/contract/messages.ts';
import { PAGES } from '@lading/contract/routes.ts';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import {
  amount,
  confirm,
  detailsButton,
  dialog,
  drawer,
  expectRows,
  money,
  reason,
  refundButton,
  rows,
  useAdminShipments,
} from './src/admin-shipments.ts';
import { useBrowser } from './src/browser.ts';
import { expectFocused, expectPath, expectSeen, expectToast, expectUnseen } from './src/expectations.ts';
import { scanPage } from './src/scan.ts';
import { tabTo } from './src/tabbing.ts';

const openPage = useBrowser();
const { openShipments, refundable, storage } = useAdminShipments(openPage);

const rowOf = (page: Page, { trackingNumber }: AdminShipment) =>
  rows(page).filter({ hasText: trackingNumber ?? 'no number' });

describe('a refund', () => {
  it('can be paid in parts until nothing is left, and the details list every step', async () => {
    const shipment = await refundable(0);
    const { page, watch } = await openShipments(`?trackingNumber=${shipment.trackingNumber}`);
    watch.allow(/status of 409/, /ApiError/);
    const row = rowOf(page, shipment);
    const left = money(shipment.cost - 1.25);

    await refundButton(row).click();
    expect(await amount(page).inputValue()).toBe(shipment.cost.toFixed(2));
    await expectFocused(amount(page));
    await expectSeen(dialog(page).getByText(shipment.clientName, { exact: true }));
    await expectSeen(dialog(page).getByText(`Up to ${money(shipment.cost)} can be refunded.`));
    await amount(page).fill('0');
    await confirm(page).click();
    await expectSeen(dialog(page).getByText(SHIPMENTS.amountInvalid, { exact: true }));
    await expectSeen(dialog(page).getByText(SHIPMENTS.reasonMissing, { exact: true }));
    await expectFocused(amount(page));

    await amount(page).fill('1.25');
    await reason(page).fill('  The parcel came late.  ');
    await expectSeen(dialog(page).getByText('Characters left: 479'));
    await confirm(page).click();
    await expectToast(page, SHIPMENTS.refunded);
    await expectUnseen(dialog(page));
    await expectFocused(refundButton(row));
    await expectSeen(row.getByText('$1.25 refunded'));

    // The field still offers the full cost. The server rejects it, and the dialog stays open.
    await refundButton(row).click();
    await expectSeen(
      dialog(page).getByText(`${left} can still be refunded; $1.25 has already been refunded.`),
    );
    await expectSeen(dialog(page).getByText(`More than the refundable amount (${left})`));
    await amount(page).fill((shipment.cost + 1).toFixed(2));
    await expectSeen(dialog(page).getByText(`More than this shipment’s cost (${money(shipment.cost)})`));
    await reason(page).fill('The rest');
    await confirm(page).click();
    await expectSeen(dialog(page).getByText(`Only ${left} of this shipment can still be refunded.`));
    expect(await reason(page).inputValue()).toBe('The rest');
    await amount(page).fill((shipment.cost - 1.25).toFixed(2));
    await dialog(page).getByRole('checkbox', { name: 'Also void the label with the carrier' }).check();
    await confirm(page).click();
    await expectToast(page, 'The label was voided.');
    await expectUnseen(dialog(page));
    await expectSeen(row.getByText(`${money(shipment.cost)} refunded`));

    await refundButton(row).click();
    await expectSeen(
      dialog(page).getByText(`This shipment has been fully refunded (${money(shipment.cost)}).`),
    );
    expect(await dialog(page).getByRole('checkbox').count()).toBe(0);
    await reason(page).fill('Once more');
    await confirm(page).click();
    await expectSeen(dialog(page).getByText('This shipment has already been refunded in full.'));
    await dialog(page).getByRole('button', { name: 'Cancel' }).click();
    await expectUnseen(dialog(page));

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
    await expectSeen(part('Tracking').getByText('Label created, waiting for the parcel', { exact: true }));
    await expectSeen(part('Refunds').getByText('The parcel came late.', { exact: true }));
    expect(await part('Refunds').getByRole('listitem').count()).toBe(2);
    for (const text of ['Label bought', 'Refund requested', 'Refund paid', 'Label voided'])
      await expectSeen(part('Ledger').getByText(text, { exact: true }));
    await expectSeen(
      part('State changes').getByText('Shipment: Purchased → Void requested', { exact: true }),
    );
    await page.keyboard.press('Escape');
    await expectFocused(detailsButton(row));
  });

  it('without an answer is sent again with the same key, and cannot be edited meanwhile', async () => {
    const shipment = await refundable(1);
    const { page, watch } = await openShipments(`?trackingNumber=${shipment.trackingNumber}`);
    watch.allow(/net::ERR_FAILED/, /ApiError/);
    const keys: (string | undefined)[] = [];
    let release = () => {};
    await page.route('**/refund', async (route) => {
      keys.push(route.request().headers()['idempotency-key']);
      if (keys.length > 1) return route.continue();
      await new Promise<void>((done) => {
        release = done;
      });
      return route.abort();
    });
    await refundButton(rowOf(page, shipment)).click();
    await amount(page).fill('0.50');
    await reason(page).fill('Lost connection');
    await confirm(page).click();
    await expect.poll(() => amount(page).isDisabled()).toBe(true);
    expect(await reason(page).isDisabled()).toBe(true);
    await page.keyboard.press('Escape');
    await expect.poll(() => keys.length).toBe(1);
    release();
    await expectSeen(dialog(page).getByText(ADMIN.unreachable, { exact: true }));
    await expectFocused(confirm(page));
    await page.keyboard.press('Enter');
    await expectToast(page, SHIPMENTS.refunded);
    expect(keys).toEqual([expect.any(String), keys[0]]);
  });

  it('has no accessibility violation in the refused refund and the details', async () => {
    const shipment = await refundable(1);
    const search = `?trackingNumber=${shipment.trackingNumber}&shipment=${shipment.shipmentId}`;
    const path = `${PAGES.adminShipments}${search}`;
    const { page } = await openPage({ storage: storage(), reducedMotion: 'reduce', path });
    await expectSeen(drawer(page).getByRole('heading', { name: 'State changes' }));
    const problems = await scanPage(page, 'shipment details', { widths: [1440, 390] });
    await refundButton(drawer(page)).click();
    await amount(page).fill('x');
    await confirm(page).click();
    await expectSeen(dialog(page).getByText(SHIPMENTS.amountInvalid));
    problems.push(...(await scanPage(page, 'refused refund', { widths: [390] })));
    expect(problems).toEqual([]);
  });
});

describe('without a mouse', () => {
  it('shipments are searched, paged, opened and refunded', async () => {
    const shipment = await refundable(1);
    const { page } = await openShipments();
    await expectRows(page, PAGE_SIZE);
    await page.keyboard.press(']');
    await expectPath(page, `${PAGES.adminShipments}?page=2`);
    await expectSeen(page.getByText(/^Showing 26 to 50/));
    await page.keyboard.press('[');
    await expectPath(page, PAGES.adminShipments);

    await page.keyboard.press('/');
    await expectFocused(page.getByRole('searchbox', { name: 'Tracking number' }));
    await page.keyboard.type(shipment.trackingNumber ?? '');
    await expectRows(page, 1);
    await tabTo(page, detailsButton(page));
    await page.keyboard.press('Enter');
    await expectSeen(drawer(page).getByRole('heading', { name: 'State changes' }));
    await tabTo(page, refundButton(drawer(page)));
    await page.keyboard.press('Enter');
    await expectFocused(amount(page));
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('0.75');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Sorry');
    await page.keyboard.press('Control+Enter');
    await expectToast(page, SHIPMENTS.refunded);
    await expectFocused(refundButton(drawer(page)));
    await expectSeen(drawer(page).getByRole('region', { name: 'Refunds' }).getByText('$0.75'));
    await page.keyboard.press('Escape');
    await expectFocused(detailsButton(page));
  });
});
