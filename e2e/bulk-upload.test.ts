import { BULK, HISTORY, PAYMENT } from '@lading/contract/messages.ts';
import { API } from '@lading/contract/routes.ts';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { useBrowser } from './src/browser.ts';
import {
  BAD_PHONE,
  batchIdOf,
  batchOf,
  button,
  cards,
  downloaded,
  expectSaid,
  fileInput,
  GOOD_PHONE,
  labelRows,
  moneyOf,
  NAMES,
  notificationsOf,
  openBulk,
  ordersFile,
  pagesOf,
} from './src/bulk.ts';
import { expectFocused, expectSeen, toasts, wordsOf } from './src/expectations.ts';
import { tabTo } from './src/tabbing.ts';
import { payButton, shipmentsOf, step, typeCard } from './src/wizard.ts';

const openPage = useBrowser();

const expectCount = (page: Page, text: string) =>
  expectSeen(page.locator('main').getByRole('heading', { level: 2, name: text }));

const places = (text: string, words: readonly string[]) => words.map((word) => text.indexOf(word));

/** The files contain every label once, in row order. */
async function expectFiles(page: Page, token: string) {
  const shipments = await shipmentsOf(token);
  expect(shipments).toHaveLength(NAMES.length);
  const numbers = NAMES.map(
    (name) => shipments.find(({ recipient }) => recipient.name === name)?.tracking_number,
  );
  const shown = await labelRows(page).getByRole('link').allTextContents();
  expect(shown.map((text) => text.replace(/ .*/, ''))).toEqual(numbers);

  const pdf = await downloaded(page, () => button(page, 'Download all labels (PDF)').click());
  await expectSaid(page, HISTORY.downloadStarted);
  expect(pdf.name).toBe('orders-labels.pdf');
  expect(pagesOf(pdf.content)).toBe(NAMES.length);
  const zpl = (
    await downloaded(page, () => button(page, 'Download labels (ZPL)').click())
  ).content.toString();
  expect(zpl.match(/\^XA/g)).toHaveLength(NAMES.length);
  const csv = (
    await downloaded(page, () => button(page, 'Download summary (CSV)').click())
  ).content.toString();
  for (const text of [zpl.toLowerCase(), csv.toLowerCase()]) {
    const order = places(
      text,
      NAMES.map((name) => name.toLowerCase()),
    );
    expect(order.every((place, index) => place > (order[index - 1] ?? -1))).toBe(true);
  }
}

/** The row, the bar, the dialog, its button and the request to the server all have the same amount. */
async function payTotal(page: Page) {
  const bar = moneyOf(await page.locator('.stub').last().textContent());
  const asked = page.waitForRequest(`**${API.createPaymentIntent}`);
  await button(page, 'Generate 4 labels').click();
  const dialog = page.getByRole('dialog', { name: PAYMENT.title });
  await expectSeen(dialog.getByText('4 shipping labels · orders.csv'));
  const body = (await asked).postDataJSON();
  expect(body).toMatchObject({ batchId: batchIdOf(page), amount: Math.round(Number(bar?.slice(1)) * 100) });
  expect(body.rateIds).toHaveLength(NAMES.length);
  expect(await payButton(page).textContent()).toBe(PAYMENT.pay(bar ?? ''));
  await typeCard(page);
  await payButton(page).click();
  await expectSaid(page, PAYMENT.succeeded);
}

async function expectLabels(page: Page) {
  await expectSeen(step(page, 'Labels'));
  await expectFocused(step(page, 'Labels'));
  await expectSaid(page, BULK.finished(NAMES.length));
  // Toasts of single rows are only visible. Screen readers announce only the summary.
  const single = NAMES.map((_, index) => BULK.labelGenerated(`csv_ship_${index + 1}`));
  expect(await wordsOf(page)).not.toContain(single[0]);
  expect(await notificationsOf(page)).toEqual(
    expect.arrayContaining([...single, BULK.finished(NAMES.length)]),
  );
  await expect.poll(() => labelRows(page).count()).toBe(NAMES.length);
  expect(await page.getByRole('columnheader').allTextContents()).toEqual(Object.values(BULK.columns));
}

it('a file becomes labels with a corrected row, a rule and one payment, and one file has all labels in row order', async () => {
  const { page, token } = await openBulk(openPage);
  const chooser = page.waitForEvent('filechooser');
  await tabTo(page, fileInput(page));
  await page.keyboard.press('Enter');
  await (await chooser).setFiles(ordersFile());
  await expectCount(page, '3 ready · 1 needs fixing');
  // A second window shows what the first one changes.
  const second = await page.context().newPage();
  await second.goto(page.url());
  await expectCount(second, '3 ready · 1 needs fixing');
  await page.getByRole('gridcell', { name: BAD_PHONE }).click();
  await button(page, `Use ${GOOD_PHONE}`).click();
  await expectCount(page, '4 ready');
  await expectCount(second, '4 ready');
  await second.close();
  await button(page, 'Get rates for 4 shipments').click();

  await expectSeen(step(page, 'Rates'));
  await expectSaid(page, BULK.ratesFetched);
  await expect.poll(() => cards(page).count()).toBe(4);
  const { chosen } = await batchOf(token, page);
  const cheapest = `$${chosen.amount.toFixed(2)}`;
  const bar = page.locator('.stub').last();
  expect(moneyOf(await bar.textContent())).toBe(cheapest);

  // By hand for one row, by rule for all, then undone.
  const first = cards(page).first();
  await first.getByRole('button', { name: /^Change/ }).click();
  await first.getByRole('radio').nth(1).check();
  await expectSeen(page.getByText('Changed by me (1)'));
  await first.getByRole('button', { name: /^Close/ }).click();
  const mixed = moneyOf(await bar.textContent());
  await page.getByLabel('Apply to all').selectOption('fastest');
  const effect = page.getByText(/^Changes 4 shipments · total/);
  await expectSeen(effect);
  const [before, after] = ((await effect.textContent()) ?? '').match(/\$[\d,]+\.\d\d/g) ?? [];
  expect(before).toBe(mixed);
  await button(page, /^Apply$/).click();
  await expect.poll(async () => moneyOf(await bar.textContent())).toBe(after);
  await button(page, 'Undo').click();
  await expect.poll(async () => moneyOf(await bar.textContent())).toBe(mixed);
  // A reload shows the same choices, once they are stored.
  const stored = async () => `$${(await batchOf(token, page)).chosen.amount.toFixed(2)}`;
  await expect.poll(stored).toBe(mixed);
  await page.reload();
  await expect.poll(async () => moneyOf(await bar.textContent())).toBe(mixed);

  await payTotal(page);
  await expectLabels(page);
  await expectFiles(page, token);

  // A reload does not repeat notifications.
  await page.reload();
  await expect.poll(() => labelRows(page).count()).toBe(4);
  expect(await toasts(page).textContent()).toBe('');
  await button(page, /^Upload/)
    .first()
    .click();
  await expectSeen(page.getByRole('grid'));
  await button(page, 'Labels').click();
  await expectSeen(step(page, 'Labels'));
  await button(page, 'Upload another file').click();
  await expectSeen(page.getByRole('listitem').filter({ hasText: 'orders.csv' }).getByText('4 labels'));
});
