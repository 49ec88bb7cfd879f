import { readFileSync } from 'node:fs';
import { PAGE_SIZE } from '@lading/contract/constants.ts';
import { HISTORY, LABELS, PAGING } from '@lading/contract/messages.ts';
import { centsOf, formatMoney } from '@lading/contract/money.ts';
import { API, PAGES } from '@lading/contract/routes.ts';
import { HistoryAnswerSchema } from '@lading/contract/shipments.ts';
import type { Download, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { demoAccount, logInByToken } from './src/actions.ts';
import { useBrowser } from './src/browser.ts';
import { expectPath, expectSeen, expectToast } from './src/expectations.ts';
import { call } from './src/wizard.ts';

const openPage = useBrowser();

const table = (page: Page) => page.getByRole('table', { name: LABELS.shippingHistory });
const rows = (page: Page) => table(page).locator('[data-shipment-row]');
const expectRows = (page: Page, count: number) => expect.poll(() => rows(page).count()).toBe(count);
const costs = (page: Page) => rows(page).locator(`[data-label="${HISTORY.columns.cost}"]`).allTextContents();

const bytesOf = async (download: Download) => readFileSync(await download.path());
const firstBytes = async (download: Download) => (await bytesOf(download)).subarray(0, 4).toString('latin1');

async function downloadBy(page: Page, press: () => Promise<void>): Promise<Download> {
  const download = page.waitForEvent('download');
  await press();
  return download;
}

it('the shipping history filters, sorts and pages, and downloads one label, a selection and every format', async () => {
  const { token, storage } = await logInByToken(demoAccount('client'));
  // The demo client's months of shipments, newest first, as a call without filters lists them.
  const { shipments: all } = HistoryAnswerSchema.parse(await call(token, 'GET', API.history));
  const cheapest = all.toSorted((a, b) => a.cost - b.cost);
  const { page } = await openPage({ storage, path: `${PAGES.shippingHistory}?sortBy=cost&sortOrder=ASC` });
  await expectRows(page, PAGE_SIZE);
  const prices = (items: typeof all) => items.map(({ cost }) => formatMoney(centsOf(cost)));
  expect(await costs(page)).toEqual(prices(cheapest.slice(0, PAGE_SIZE)));
  await page.getByRole('button', { name: PAGING.next }).click();
  await expectRows(page, all.length - PAGE_SIZE);
  expect(await costs(page)).toEqual(prices(cheapest.slice(PAGE_SIZE)));
  const wanted = all.findLast(({ labelStatus }) => labelStatus === 'ready');
  const number = wanted?.tracking_number ?? '';

  await page.goto(PAGES.shippingHistory);
  await expectRows(page, PAGE_SIZE);
  await expectSeen(page.getByText(PAGING.showing(1, PAGE_SIZE, all.length), { exact: true }));
  // Other tests with this client may have left shipments without a label at the top.
  const withLabel = [...all.keys()].filter((row) => all[row]?.labelPath !== null).slice(0, 2);
  expect(withLabel).toHaveLength(2);
  // From the bottom up, so that the order of the clicks is not the order of the rows.
  for (const row of withLabel.reverse()) await rows(page).nth(row).getByRole('checkbox').check();
  const merged = await downloadBy(page, () =>
    page.getByRole('button', { name: 'Download selected labels (PDF)' }).click(),
  );
  expect((await bytesOf(merged)).toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(2);

  await page.getByRole('searchbox', { name: 'Search' }).fill(number);
  await expectRows(page, 1);
  const label = await downloadBy(page, () =>
    rows(page)
      .getByRole('button', { name: /^Download/ })
      .click(),
  );
  expect(await firstBytes(label)).toBe('%PDF');
  await expectToast(page, HISTORY.downloadStarted);
  await page.reload();
  await expectSeen(rows(page).getByText(/^Downloaded [A-Z][a-z]{2} \d+$/));

  await rows(page).getByRole('button').first().click();
  const drawer = page.getByRole('dialog', { name: 'Shipment' });
  const picture = drawer.getByRole('img', { name: `Label ${number}` });
  await expectSeen(picture);
  await expect
    .poll(() => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth))
    .toBeGreaterThan(400);
  for (const text of ['Ada Park', 'Paid']) await expectSeen(drawer.getByText(text, { exact: true }));
  await expectSeen(drawer.getByText(/^Label created/));
  await expectPath(page, `${PAGES.shippingHistory}?search=${number}&shipment=${wanted?.shipment_id}`);
  for (const [format, magic] of [
    ['zpl', '^XA'],
    ['png', '\x89PNG'],
  ] as const) {
    await drawer.getByRole('combobox', { name: 'Format' }).selectOption(format);
    const file = await downloadBy(page, () => drawer.getByRole('button', { name: 'Download label' }).click());
    expect(file.suggestedFilename()).toBe(`label-${number}.${format}`);
    expect(await firstBytes(file)).toContain(magic);
  }
});
