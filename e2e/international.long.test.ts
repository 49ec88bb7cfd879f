import { WIZARD } from '@lading/contract/messages.ts';
import { PAGES } from '@lading/contract/routes.ts';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { useBrowser } from './src/browser.ts';
import { batchOf, button, cards, downloaded, fileInput, labelRows, pagesOf } from './src/bulk.ts';
import { fillItem, inside, rates } from './src/customs.ts';
import { expectHeading, expectSeen, expectToast, expectUnseen } from './src/expectations.ts';
import { ABROAD_COUNT, ORDER_COUNT, PRODUCTS, shopExport } from './src/shop-export.ts';
import {
  clientWithProfile,
  continueButton,
  control,
  fill,
  openAt,
  PARCEL,
  passRecipient,
  pay,
  payButton,
  RECIPIENT,
  shipmentsOf,
  step,
  typeCard,
} from './src/wizard.ts';

const openPage = useBrowser();

const BERLIN = {
  country: 'DE',
  fullName: 'Jana Klein',
  email: 'jana@home.example',
  phone: '+49 30 1234567',
  address: 'Torstraße 1',
  zipCode: '10119',
  city: 'Berlin',
};
const ITEM = {
  description: 'Soy wax candle',
  sku: 'CANDLE-8',
  quantity: '2',
  unitWeight: '9',
  unitValue: '24',
};
const DOCUMENTS = ['Label', 'Documents', 'Label and documents'] as const;

async function findHsCode(page: Page, word: string, code: string) {
  await button(page, 'Find HS code').click();
  const dialog = page.getByRole('dialog', { name: 'Find an HS code' });
  await dialog.getByRole('searchbox', { name: 'Search terms' }).fill(word);
  await expectSeen(dialog.getByRole('button', { name: new RegExp(`^${code}`) }));
  await dialog.getByRole('button', { name: new RegExp(`^${code}`) }).click();
  await expectUnseen(dialog);
}

/** From the recipient step to the rates, with everything that customs requires. */
async function declareCandle(page: Page) {
  await fill(page, { country: BERLIN.country });
  expect(
    await page
      .locator('form [name=zipCode], form [name=city]')
      .evaluateAll((all) => all.map((one) => one.getAttribute('name'))),
  ).toEqual(['zipCode', 'city']);
  await passRecipient(page, BERLIN);
  await fill(page, PARCEL);
  await expectSeen(inside(page).getByText('Packages to Germany need a customs declaration.'));
  await fillItem(page, ITEM);
  await findHsCode(page, 'candle', '3406.00');
  expect(await control(page, 'customs.items.0.hsCode').inputValue()).toBe('3406.00');
  await fillItem(page, { origin: 'US' });
  await button(page, /^Save to product list/).click();
  await expectToast(page, `Saved ${ITEM.sku} to your product list`);
  await button(page, /^Extras/).click();
  await fill(page, { 'extras.signature': 'standard', 'extras.insuredValue': '48' });
  await continueButton(page).click();
  await expectSeen(step(page, 'Rates'));
}

it('a candle ships to Berlin with an HS search, a declaration, extras and documents, and is saved to the product list', async () => {
  const { storage, token } = await clientWithProfile();
  const { page } = await openPage({ storage, path: PAGES.createLabel });
  await expect.poll(() => control(page, 'fullName').inputValue()).not.toBe('');
  await continueButton(page).click();
  await expectSeen(step(page, 'Recipient'));
  await declareCandle(page);

  await expectToast(page, WIZARD.ratesReceived);
  for (const extra of [/^Signature: \$.*included in the price/i, /^Insurance .*: \$.*included in the price/i])
    await expectSeen(rates(page).getByText(extra));
  await pay(page);
  await expectSeen(step(page, 'Label ready'));
  expect(await page.getByRole('group', { name: 'Include' }).getByRole('radio').count()).toBe(
    DOCUMENTS.length,
  );
  const pages: number[] = [];
  for (const name of DOCUMENTS) {
    await page.getByText(name, { exact: true }).click();
    const { content } = await downloaded(page, () => button(page, 'Download PDF').click());
    expect(content.subarray(0, 5).toString()).toBe('%PDF-');
    pages.push(pagesOf(content));
  }
  const [label = 0, documents = 0, everything = 0] = pages;
  expect(documents).toBeGreaterThan(0);
  expect(everything).toBe(label + documents);

  const [shipment] = await shipmentsOf(token);
  await page.goto(`${PAGES.shippingHistory}?shipment=${shipment?.shipment_id}`);
  const customs = page.getByRole('dialog', { name: 'Shipment' }).getByRole('region', { name: 'Customs' });
  await expectSeen(customs.getByText('2 × Soy wax candle'));
  await expectSeen(customs.getByText('HS 3406.00 · made in the United States · 9 oz each · SKU CANDLE-8'));
  await expectSeen(customs.getByText('NOEEI 30.37(a)'));

  await page.goto(PAGES.products);
  await expectHeading(page, 'Products');
  const row = page.getByRole('row', { name: /CANDLE-8/ });
  for (const cell of ['Soy wax candle', '3406.00', '9 oz', '$24.00', 'United States'])
    await expectSeen(row.getByText(cell, { exact: true }));
  const exported = () => downloaded(page, () => button(page, 'Export CSV').click());
  const before = await exported();
  await button(page, 'Import CSV').click();
  const dialog = page.getByRole('dialog', { name: 'Import products' });
  await fileInput(page).setInputFiles({ name: before.name, mimeType: 'text/csv', buffer: before.content });
  await dialog.getByRole('button', { name: 'Import' }).click();
  await expectSeen(dialog.getByRole('status'));
  await button(page, 'Done').click();
  expect((await exported()).content.toString()).toBe(before.content.toString());
});

const panel = (page: Page) => page.getByRole('region', { name: 'Customs data needed' });

it('a shop export with international parcels needs customs data once per SKU, and one PDF has all labels and documents', async () => {
  const { storage, token } = await clientWithProfile();
  const { page } = await openPage({ storage, path: PAGES.bulkUpload });
  await fileInput(page).setInputFiles(shopExport());
  for (const [name, value] of Object.entries(PARCEL)) await page.locator(`[name=${name}]`).fill(value);
  await button(page, `Continue with ${ORDER_COUNT} orders`).click();
  await expectSeen(
    page.getByRole('heading', { name: `${ABROAD_COUNT} ready · ${ABROAD_COUNT} need fixing` }),
  );
  await expect.poll(() => panel(page).getByRole('group').count()).toBe(PRODUCTS.length);
  for (const { sku, weight, hs } of PRODUCTS) {
    const group = panel(page).getByRole('group', { name: new RegExp(`^${sku}, .* rows$`) });
    await group.getByRole('textbox', { name: 'Weight each (oz)' }).fill(weight);
    await group.getByRole('textbox', { name: 'HS code' }).fill(hs);
    await group.getByRole('combobox', { name: 'Made in' }).selectOption('US');
  }
  await button(page, 'Apply to all rows').click();
  await expectSeen(page.getByRole('heading', { name: `${ORDER_COUNT} ready` }));
  await expectUnseen(panel(page));
  await button(page, `Get rates for ${ORDER_COUNT} shipments`).click();

  await expectSeen(step(page, 'Rates'));
  await expect.poll(async () => (await batchOf(token, page)).chosen.count).toBe(ORDER_COUNT);
  await expectSeen(cards(page));
  await button(page, `Generate ${ORDER_COUNT} labels`).click();
  await typeCard(page);
  await payButton(page).click();
  await expectSeen(step(page, 'Labels'));
  await expect.poll(() => labelRows(page).count(), { timeout: 60_000 }).toBe(ORDER_COUNT);
  await expect.poll(async () => (await batchOf(token, page)).work, { timeout: 60_000 }).toBeNull();
  await expectSeen(page.getByText('Labels and documents'));
  const pdf = () => downloaded(page, () => button(page, 'Download all labels (PDF)').click());
  const everything = pagesOf((await pdf()).content);
  await page.getByText('Labels only').click();
  expect(pagesOf((await pdf()).content)).toBe(ORDER_COUNT);
  expect(everything).toBeGreaterThanOrEqual(ORDER_COUNT + ABROAD_COUNT);
  expect((await shipmentsOf(token)).filter(({ recipient }) => recipient.country !== 'US')).toHaveLength(
    ABROAD_COUNT,
  );
});

/** Whether the browser loaded the customs form, which packages within the US do not need. */
const loadedCustoms = (page: Page) =>
  page.evaluate(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('/assets/customs-form-')),
  );

it('Puerto Rico needs no declaration with USPS, and a military address needs one', async () => {
  const client = await clientWithProfile();
  const { page } = await openPage(client);
  await openAt(page, client, 'recipient');
  expect(await loadedCustoms(page)).toBe(false);
  await passRecipient(page, { ...RECIPIENT, city: 'San Juan', state: 'PR', zipCode: '00901' });
  await fill(page, PARCEL);
  await expectSeen(inside(page).getByRole('checkbox'));
  expect(await loadedCustoms(page)).toBe(true);
  await continueButton(page).click();
  await expectSeen(step(page, 'Rates'));
  await expect.poll(() => rates(page).count()).toBeGreaterThan(0);
  expect(await rates(page).filter({ hasNotText: 'USPS' }).count()).toBe(0);

  for (const _ of [1, 2]) await button(page, 'Back').click();
  await passRecipient(page, {
    address: 'PSC 3 Box 1200',
    address2: '',
    city: 'APO',
    state: 'AE',
    zipCode: '09021',
  });
  await continueButton(page).click();
  await expectSeen(inside(page).getByText('Please describe the item.'));
  await fillItem(page, { ...ITEM, origin: 'US' });
  await continueButton(page).click();
  await expectSeen(step(page, 'Rates'));
  await expect.poll(() => rates(page).filter({ hasText: 'USPS' }).count()).toBeGreaterThan(0);
});
