import { PAGES } from '@lading/contract/routes.ts';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { useBrowser } from './src/browser.ts';
import { button, downloaded, pagesOf } from './src/bulk.ts';
import { fillItem, inside, rates } from './src/customs.ts';
import { expectSeen, expectUnseen } from './src/expectations.ts';
import { PARCELS_ABROAD } from './src/parcels-abroad.ts';
import {
  clientWithProfile,
  continueButton,
  control,
  fill,
  openAt,
  PARCEL,
  passRecipient,
  pay,
  shipmentsOf,
  step,
} from './src/wizard.ts';

const openPage = useBrowser();

type Parcel = (typeof PARCELS_ABROAD)[number];

async function enterRecipient(page: Page, { country = 'US', ...fields }: Parcel['recipient']) {
  await fill(page, { country });
  // The list of regions is loaded for some countries.
  if ('state' in fields) await expectSeen(page.locator('form select[name=state]'));
  await passRecipient(page, fields);
}

async function enterContents(page: Page, { items, customs = {} }: Parcel) {
  for (const [index, item] of items.entries()) {
    if (index > 0) await button(page, 'Add item').click();
    await fillItem(page, item, index);
  }
  await fill(page, customs);
}

/** The pages of the label alone, and of the label with its documents. */
async function downloadedPages(page: Page, hasDocuments: boolean): Promise<[number, number]> {
  const file = async () =>
    pagesOf((await downloaded(page, () => button(page, 'Download PDF').click())).content);
  if (!hasDocuments) {
    await expectUnseen(page.getByRole('group', { name: 'Include' }));
    const pages = await file();
    return [pages, pages];
  }
  await page.getByText('Label', { exact: true }).click();
  const label = await file();
  await page.getByText('Label and documents', { exact: true }).click();
  return [label, await file()];
}

const cases = PARCELS_ABROAD.flatMap((parcel) => parcel.carriers.map((carrier) => ({ parcel, carrier })));

describe.each(cases)('$parcel.name by $carrier', ({ parcel, carrier }) => {
  it('is declared, paid for, printed and shown in the history', async () => {
    const client = await clientWithProfile();
    const { page } = await openPage(client);
    await openAt(page, client, 'recipient');
    await enterRecipient(page, parcel.recipient);
    await fill(page, { ...PARCEL, weight: parcel.weight });
    await expectSeen(inside(page));
    await enterContents(page, parcel);
    if (parcel.items.length > 0)
      await expect.poll(() => control(page, 'customs.signer').inputValue()).not.toBe('');
    await continueButton(page).click();
    await expectSeen(step(page, 'Rates'));
    await rates(page).filter({ hasText: carrier }).first().click();
    await pay(page);
    await expectSeen(step(page, 'Label ready'));
    const hasDocuments = parcel.documents[carrier] ?? false;
    const [label, everything] = await downloadedPages(page, hasDocuments);
    expect(label).toBe(1);
    expect(everything > label).toBe(hasDocuments);

    const [shipment] = await shipmentsOf(client.token);
    expect(shipment?.carrier).toBe(carrier);
    await page.goto(`${PAGES.shippingHistory}?shipment=${shipment?.shipment_id}`);
    const details = page.getByRole('dialog', { name: 'Shipment' });
    await expectSeen(details.getByRole('region', { name: 'Label' }));
    const customs = details.getByRole('region', { name: 'Customs' });
    for (const text of parcel.shown) await expectSeen(customs.getByText(text, { exact: true }));
    if (parcel.items.length === 0) await expectUnseen(customs);
  });
});
