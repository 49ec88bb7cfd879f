import { BULK, PAYMENT } from '@lading/contract/messages.ts';
import { API, PAGES } from '@lading/contract/routes.ts';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { useBrowser } from './src/browser.ts';
import {
  batchOf,
  button,
  cards,
  downloaded,
  expectSaid,
  labelRows,
  moneyOf,
  openClient,
  openRatedBatch,
  pagesOf,
} from './src/bulk.ts';
import { expectFocused, expectSeen, expectUnseen } from './src/expectations.ts';
import { PDF_VIEWER } from './src/prints.ts';
import {
  bankFrame,
  stripeField,
  stripeFrame,
  typeStripeCard,
  useProduction,
} from './src/stripe-production.ts';
import { clientWithProfile, openAt, payAndGenerate, payButton, shipmentsOf, step } from './src/wizard.ts';

const production = useProduction();
const openPage = useBrowser('whole');

const dialog = (page: Page) => page.getByRole('dialog', { name: PAYMENT.title });
const expectProblem = (page: Page, text: string) =>
  expectSeen(dialog(page).getByRole('alert').getByText(text, { exact: true }));

const labelFrame = (page: Page) => page.locator('iframe[title^="Shipping label."]');

async function expectPdfShown(page: Page, frame: Locator) {
  await expectSeen(frame);
  expect(
    await frame
      .contentFrame()
      .locator(':root')
      .evaluate(() => document.contentType),
  ).toBe('application/pdf');
  await expect
    .poll(() => page.frames().some((part) => part.url().startsWith('chrome-extension:')))
    .toBe(true);
}

const centsOf = (money: string) => Math.round(Number(money.slice(1)) * 100);

/** The fields of the frame follow the theme of the page. */
async function expectOurColors(page: Page) {
  const background = () =>
    stripeField(page, 'Card number').evaluate((field) => getComputedStyle(field).backgroundColor);
  await expect.poll(background).toBe('rgb(255, 255, 255)');
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(background).toBe('rgb(17, 24, 29)');
  await page.emulateMedia({ colorScheme: 'light' });
}

/** Their tracking numbers, oldest first. */
const labelsBought = async () =>
  (await production.journal('shippo', 'label_bought')).map(({ trackingNumber }) => trackingNumber);

/** Starts a payment with a click. Returns the requested amount and a function that lists its charges or refunds. */
async function beginPayment(page: Page, press: () => Promise<void>) {
  const answered = page.waitForResponse(`**${API.createPaymentIntent}`);
  await press();
  const response = await answered;
  const { paymentIntentId } = await response.json();
  const movements = async (kind: 'charged' | 'refunded') =>
    (await production.journal('stripe', kind))
      .filter(({ intent }) => intent === paymentIntentId)
      .map(({ cents }) => cents);
  return { amount: response.request().postDataJSON().amount as number, movements };
}

describe('with Stripe cards and Shippo labels', () => {
  it("a card is declined, challenged, confirmed by its bank and charged once, and the label is the carrier's file", async () => {
    const earlier = await labelsBought();
    const client = await clientWithProfile();
    const opened = await openPage({ storage: client.storage });
    production.allowStripe(opened);
    opened.watch.allow(PDF_VIEWER, /status of 402/, /status of 400 .*\/authenticate/);
    const { page } = opened;
    const scripts: string[] = [];
    page.on('request', (request) => scripts.push(request.url()));
    await openAt(page, client, 'rates');

    const row = moneyOf(await page.locator('label:has([name=rate]:checked)').textContent()) ?? '';
    // Escape closes the dialog even when it is pressed in a frame of another origin.
    await payAndGenerate(page).click();
    await expectFocused(stripeField(page, 'Card number'));
    await page.keyboard.press('Escape');
    await expectUnseen(dialog(page));
    await expectFocused(payAndGenerate(page));

    const { amount, movements } = await beginPayment(page, () => payAndGenerate(page).click());
    expect(amount).toBe(centsOf(row));
    await expectSeen(dialog(page).getByText(row, { exact: true }));
    expect(await payButton(page).textContent()).toBe(PAYMENT.pay(row));
    await expectFocused(stripeField(page, 'Card number'));
    expect(await stripeFrame(page).getByRole('tab').allTextContents()).toEqual(['Card']);
    await expectOurColors(page);

    await payButton(page).click();
    await expectProblem(page, PAYMENT.detailsMissing);
    await expectSeen(stripeFrame(page).getByText('Your card number is incomplete.'));
    await typeStripeCard(page, '4000000000000002');
    await payButton(page).click();
    await expectSeen(
      dialog(page)
        .getByRole('alert')
        .getByText(/declined/),
    );
    expect(await stripeField(page, 'Expiration date').inputValue()).toBe('12 / 40');
    await typeStripeCard(page, '4000002760003184');
    await payButton(page).click();
    await bankFrame(page).getByRole('button', { name: 'Fail' }).click();
    await expectSeen(
      dialog(page)
        .getByRole('alert')
        .getByText(/bank could not confirm/),
    );
    await payButton(page).click();
    // With the keyboard, because the dialog below must not steal the focus.
    await expectFocused(bankFrame(page).getByRole('button', { name: 'Complete' }));
    await page.keyboard.press('Enter');

    await expectSeen(step(page, 'Label ready'));
    await expectPdfShown(page, labelFrame(page));
    const [shipment, ...others] = await shipmentsOf(client.token);
    expect(others).toEqual([]);
    expect(await labelFrame(page).getAttribute('title')).toContain(shipment?.tracking_number);
    expect(shipment).toMatchObject({ labelFormats: ['pdf'], downloadedAt: null });
    expect(await page.getByRole('button', { name: /^Download/ }).allTextContents()).toEqual(['Download PDF']);
    const pdf = await downloaded(page, () => page.getByRole('button', { name: 'Download PDF' }).click());
    expect(pdf.content.toString('latin1')).toContain(shipment?.tracking_number);

    expect(await movements('charged')).toEqual([amount]);
    expect((await labelsBought()).slice(earlier.length)).toEqual([shipment?.tracking_number]);
    expect(scripts.filter((url) => /test-card-form/.test(url))).toEqual([]);

    await page.goto(`${PAGES.shippingHistory}?shipment=${shipment?.shipment_id}`);
    const drawer = page.getByRole('dialog');
    await expectPdfShown(page, drawer.locator(`iframe[title="Label ${shipment?.tracking_number}"]`));
    await expectSeen(drawer.getByRole('button', { name: 'Download label' }));
    await expectUnseen(drawer.getByRole('combobox', { name: 'Format' }));

    // Where the browser shows no PDFs, a link opens the label.
    await page.addInitScript(() =>
      Object.defineProperty(Navigator.prototype, 'pdfViewerEnabled', { get: () => false }),
    );
    await page.reload();
    const link = drawer.getByRole('link', { name: 'Open PDF' });
    const [tab] = await Promise.all([page.context().waitForEvent('page'), link.click()]);
    await expect.poll(() => tab.evaluate(() => document.contentType)).toBe('application/pdf');
  });

  it('a batch is paid for in one payment, and rows that the carrier refuses are refunded', async () => {
    const opened = await openClient(openPage);
    production.allowStripe(opened);
    const { page, token } = opened;
    const names = ['Ana Ruiz', 'Ben Okafor', 'Refuse Label', 'Cleo Hart', 'Dov Stern'];
    await openRatedBatch(
      page,
      token,
      names.map((fullName) => ({ fullName })),
    );
    await expect.poll(() => cards(page).count()).toBe(5);
    const total = moneyOf(await page.locator('.stub').last().textContent()) ?? '';
    const { amount, movements } = await beginPayment(page, () => button(page, 'Generate 5 labels').click());
    expect(amount).toBe(centsOf(total));
    await typeStripeCard(page);
    await payButton(page).click();
    await expectSaid(page, PAYMENT.succeeded);
    await expectSaid(page, BULK.finished(4));
    await expect.poll(() => labelRows(page).count()).toBe(5);

    await expect.poll(() => movements('refunded')).toHaveLength(1);
    expect(await movements('charged')).toEqual([amount]);
    await expect.poll(async () => (await batchOf(token, page)).bought.refunded).toBeGreaterThan(0);
    const { bought, counts } = await batchOf(token, page);
    expect(counts.label_generated).toBe(4);
    expect(await movements('refunded')).toEqual([Math.round(bought.refunded * 100)]);
    await page.reload();
    await expectSeen(page.getByText(/\$[\d.]+ was refunded\./));
    const pdf = await downloaded(page, () => button(page, 'Download all labels (PDF)').click());
    expect(pagesOf(pdf.content)).toBe(4);
    await expectUnseen(button(page, 'Download labels (ZPL)'));
  });
});
