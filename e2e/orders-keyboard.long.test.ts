import { BULK, LABELS } from '@lading/contract/messages.ts';
import { API, PAGES } from '@lading/contract/routes.ts';
import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { useBrowser } from './src/browser.ts';
import { button, downloaded, pagesOf } from './src/bulk.ts';
import { expectHeading, expectSeen, expectToast, wordsOf } from './src/expectations.ts';
import { JOURNEY_LIMIT_MS, orderOfProgram } from './src/order-journey.ts';
import { tabTo } from './src/tabbing.ts';
import { call, clientWithProfile, GOOD_CARD, payButton, step } from './src/wizard.ts';

const openPage = useBrowser();

const NUMBERS = ['A-1', 'A-2', 'A-3'];
const SOON = { timeout: 120_000, interval: 500 };

async function press(page: Page, control: Locator): Promise<void> {
  await tabTo(page, control);
  await page.keyboard.press('Enter');
}

async function typeInto(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field);
  await page.keyboard.type(text);
}

it(
  'a client packs, ships, pays for and prints orders without a mouse',
  async () => {
    const { storage, token } = await clientWithProfile();
    await call(token, 'POST', API.ordersImport, { orders: NUMBERS.map(orderOfProgram) });
    const { page } = await openPage({ storage, path: `${PAGES.orders}?view=attention` });
    await expectSeen(page.getByText('A-3'));

    await page.keyboard.press('a');
    await press(page, button(page, 'Set package'));
    const packing = page.getByRole('dialog', { name: 'Package for 3 orders' });
    const sizes = { 'Length (in)': '10', 'Width (in)': '8', 'Height (in)': '6', 'Weight (lb)': '2' };
    for (const [name, value] of Object.entries(sizes))
      await typeInto(page, packing.getByRole('textbox', { name }), value);
    await page.keyboard.press('Enter');
    await expectToast(page, 'Package saved for 3 orders.');

    const ready = page.getByRole('radio', { name: 'Ready 3' });
    await tabTo(page, page.getByRole('radio', { name: /^Needs attention/ }));
    await page.keyboard.press('ArrowLeft');
    await expectSeen(ready);
    await expectSeen(page.getByText('A-3'));
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    await expectSeen(button(page, 'Ship 1 order'));
    await page.keyboard.press('a');
    await expectSeen(button(page, 'Ship 3 orders'));
    await page.keyboard.press('s');

    await expectHeading(page, LABELS.bulkUploadTitle);
    await press(page, button(page, /^Get rates/));
    await step(page, 'Rates').waitFor(SOON);
    await press(page, button(page, 'Generate 3 labels'));
    await typeInto(page, page.getByRole('textbox', { name: 'Card number' }), GOOD_CARD);
    await typeInto(page, page.getByRole('textbox', { name: 'Expiration date' }), '1230');
    await typeInto(page, page.getByRole('textbox', { name: 'Security code' }), '123');
    await press(page, payButton(page));
    await expect.poll(() => wordsOf(page), SOON).toContain(BULK.finished(NUMBERS.length));

    await page.goto(`${PAGES.orders}?view=shipped`);
    await expectSeen(page.getByText('A-3'));
    await page.keyboard.press('a');
    const pdf = await downloaded(page, () => press(page, button(page, 'Print')));
    expect(pagesOf(pdf.content)).toBe(2 * NUMBERS.length);
  },
  JOURNEY_LIMIT_MS,
);
