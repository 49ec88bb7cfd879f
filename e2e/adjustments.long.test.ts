import { readFileSync } from 'node:fs';
import { API, PAGES } from '@lading/contract/routes.ts';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { demoAccount, field, logInByToken } from './src/actions.ts';
import { useBrowser } from './src/browser.ts';
import { expectHeading, expectSeen, expectToast } from './src/expectations.ts';
import { call, shipmentsOf } from './src/wizard.ts';

const openPage = useBrowser();

const PHOTO = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const UPS_COLUMNS = 250;
const WORDS = 'UPS measured 40 lb; the label was bought for';

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).click();
const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });
const balanceOf = async (token: string): Promise<number> => (await call(token, 'GET', API.balance)).balance;

/** One weight correction, and a charge to the account. */
function upsInvoice(tracking: string) {
  const shared = { 0: '2.1', 2: '0000J0URNY', 4: '2026-11-14', 5: '0000J0URNY466', 10: '12.77' };
  const charges = [
    {
      20: tracking,
      34: 'ADJ',
      35: 'RADJ',
      43: 'FRT',
      45: 'Shipping Charge Correction Ground',
      52: '7.77',
      174: 'AUDITED WEIGHT 40 LBS',
    },
    { 34: 'MIS', 43: 'MSC', 45: 'Service Charge', 52: '5.00' },
  ];
  const lines = charges.map((charge) => {
    const cells = Array.from({ length: UPS_COLUMNS }, () => '');
    for (const [at, text] of Object.entries({ ...shared, ...charge })) cells[Number(at)] = text;
    return cells.join(',');
  });
  return { name: 'ups-invoice.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) };
}

async function importInvoice(page: Page, tracking: string) {
  await page.goto(`${PAGES.adminAdjustments}?tab=import`);
  await page.locator('input[type=file]').setInputFiles(upsInvoice(tracking));
  const difference = rowOf(page, tracking);
  await expectSeen(difference.getByText(WORDS));
  await expectSeen(difference.getByText('Passed on', { exact: true }));
  await expectSeen(rowOf(page, 'Service Charge').getByText('A charge to the account, not to a shipment'));
  await press(page, 'Import');
  await expectSeen(page.getByText('Imported. 1 adjustment recorded. 1 passed on, 0 absorbed.'));
  await page.getByRole('link', { name: 'View adjustments' }).click();
  await expectSeen(rowOf(page, tracking).getByText('$7.77', { exact: true }));
}

async function dispute(page: Page, tracking: string) {
  await page.goto(PAGES.balance);
  const adjustment = page
    .getByRole('table', { name: 'Adjustments' })
    .getByRole('row')
    .filter({ hasText: WORDS });
  await expectSeen(adjustment.getByText('$7.77', { exact: true }));
  await adjustment.getByRole('link', { name: tracking }).click();
  const shipment = page
    .getByRole('dialog', { name: 'Shipment' })
    .getByRole('listitem')
    .filter({ hasText: WORDS });
  await shipment.getByRole('button', { name: /^Dispute/ }).click();
  await field(page, 'Why is it wrong?').fill('My scale shows less. See the photo.');
  await page
    .getByRole('dialog', { name: 'Dispute this adjustment' })
    .locator('input[type=file]')
    .setInputFiles({ name: 'scale.png', mimeType: 'image/png', buffer: PHOTO });
  await press(page, 'Send dispute');
  await expectToast(page, 'Your dispute was sent.');
  await expectSeen(shipment.getByText('Dispute open', { exact: true }));
}

async function decide(page: Page, tracking: string) {
  await page.goto(`${PAGES.adminAdjustments}?dispute=open&carrier=UPS`);
  await rowOf(page, WORDS)
    .getByRole('button', { name: new RegExp(`details of the adjustment for ${tracking}`) })
    .click();
  const drawer = page.getByRole('dialog', { name: 'Adjustment', exact: true });
  await expectSeen(drawer.getByText('My scale shows less. See the photo.'));
  const download = page.waitForEvent('download');
  await drawer.getByRole('button', { name: 'Download scale.png' }).click();
  expect(readFileSync(await (await download).path()).equals(PHOTO)).toBe(true);
  for (const [action, outcome] of [
    ['Mark as sent', 'The dispute was marked as sent.'],
    ['Mark as won', 'The dispute was marked as won. The client was refunded.'],
  ] as const) {
    await drawer.getByRole('button', { name: action }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: action }).click();
    await expectToast(page, outcome);
  }
  await expectSeen(drawer.getByText('Dispute won', { exact: true }));
}

it('a carrier bills more, and the client disputes it with a photo and gets the money back', async () => {
  const client = await logInByToken(demoAccount('client'));
  const admin = await logInByToken(demoAccount('admin'));
  const tracking =
    (await shipmentsOf(client.token)).find(({ carrier }) => carrier === 'UPS')?.tracking_number ?? '';
  const before = await balanceOf(client.token);
  const { page: office } = await openPage({ storage: admin.storage });
  const { page: shop } = await openPage({ storage: client.storage });

  await importInvoice(office, tracking);
  expect(await balanceOf(client.token)).toBe(before - 777);
  await dispute(shop, tracking);
  await decide(office, tracking);

  await shop.goto(PAGES.balance);
  await expectHeading(shop, 'Balance');
  const adjustment = shop
    .getByRole('table', { name: 'Adjustments' })
    .getByRole('row')
    .filter({ hasText: WORDS });
  await expectSeen(adjustment.getByText('$7.77 refunded', { exact: true }));
  await expectSeen(adjustment.getByText('Dispute won', { exact: true }));
  const activity = shop.getByRole('table', { name: 'Activity' }).getByRole('row');
  for (const amount of ['-$7.77', '+$7.77']) await expectSeen(activity.filter({ hasText: amount }));
  expect(await balanceOf(client.token)).toBe(before);
});
