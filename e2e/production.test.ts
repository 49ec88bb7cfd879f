import { BULK, PAYMENT } from '@lading/contract/messages.ts';
import { API, PAGES } from '@lading/contract/routes.ts';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { type PageOptions, useBrowser } from './src/browser.ts';
import {
  batchOf,
  button,
  cards,
  downloaded,
  expectSaid,
  fileFor,
  fileInput,
  labelRows,
  moneyOf,
  openBulk,
  pagesOf,
} from './src/bulk.ts';
import { expectFocused, expectSeen, expectUnseen } from './src/expectations.ts';
import { PDF_VIEWER } from './src/prints.ts';
import { scanPage } from './src/scan.ts';
import {
  bankFrame,
  standInOf,
  stripeField,
  stripeFrame,
  stripeFrameElement,
  typeStripeCard,
  useProduction,
} from './src/stripe-production.ts';
import {
  clientWithProfile,
  openAt,
  openWizard,
  passPackage,
  passRecipient,
  passSender,
  payAndGenerate,
  payButton,
  shipmentsOf,
  step,
} from './src/wizard.ts';

const production = useProduction();
const openPage = useBrowser('whole');

const dialog = (page: Page) => page.getByRole('dialog', { name: PAYMENT.title });
const expectProblem = (page: Page, text: string) =>
  expectSeen(dialog(page).getByRole('alert').getByText(text, { exact: true }));
const tryAgain = (page: Page) => dialog(page).getByRole('button', { name: 'Try again' });

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

async function atRates(options: PageOptions = {}) {
  const client = await clientWithProfile();
  const opened = await openPage({ ...options, storage: client.storage });
  production.allowStripe(opened);
  await openAt(opened.page, client, 'rates');
  return { ...opened, token: client.token };
}

/** What was begun by that click: the amount that was asked for, and how to find out what became of it. */
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
  it("a label is paid for in the Payment Element, and is the carrier's file", async () => {
    const { storage, token } = await clientWithProfile();
    const opened = await openPage({ storage });
    production.allowStripe(opened);
    opened.watch.allow(PDF_VIEWER);
    const { page } = opened;
    const scripts: string[] = [];
    page.on('request', (request) => scripts.push(request.url()));
    await openWizard(page);
    await passSender(page);
    await passRecipient(page);
    await passPackage(page);

    const row = moneyOf(await page.locator('label:has([name=rate]:checked)').textContent()) ?? '';
    const { amount, movements } = await beginPayment(page, () => payAndGenerate(page).click());
    expect(amount).toBe(centsOf(row));
    await expectSeen(dialog(page).getByText(row, { exact: true }));
    expect(await payButton(page).textContent()).toBe(PAYMENT.pay(row));
    for (const badge of [/SSL/, /PCI/, /^Stripe$/])
      await expectSeen(dialog(page).getByRole('listitem').filter({ hasText: badge }));

    await expectFocused(stripeField(page, 'Card number'));
    const { payment, elements } = await standInOf(page);
    expect(payment).toEqual({
      layout: 'tabs',
      wallets: { applePay: 'never', googlePay: 'never', link: 'never' },
    });
    expect(elements.appearance).toMatchObject({ theme: 'stripe', variables: { colorPrimary: '#0a5366' } });
    expect(await stripeFrame(page).getByRole('tab').allTextContents()).toEqual(['Card']);

    await typeStripeCard(page);
    await payButton(page).click();
    await expectSeen(step(page, 'Label ready'));
    await expectPdfShown(page, labelFrame(page));
    const [shipment] = await shipmentsOf(token);
    expect(await labelFrame(page).getAttribute('title')).toContain(shipment?.tracking_number);
    expect(shipment).toMatchObject({ labelFormats: ['pdf'], downloadedAt: null });
    expect(await page.getByRole('button', { name: /^Download/ }).allTextContents()).toEqual(['Download PDF']);
    const pdf = await downloaded(page, () => page.getByRole('button', { name: 'Download PDF' }).click());
    expect(pdf.content.toString('latin1')).toContain(shipment?.tracking_number);

    expect(await movements('charged')).toEqual([amount]);
    const bought = await production.journal('shippo', 'label_bought');
    expect(bought.map(({ trackingNumber }) => trackingNumber)).toEqual([shipment?.tracking_number]);
    expect(scripts.filter((url) => /test-card-form/.test(url))).toEqual([]);

    await page.goto(`${PAGES.shippingHistory}?shipment=${shipment?.shipment_id}`);
    const drawer = page.getByRole('dialog');
    await expectPdfShown(page, drawer.locator(`iframe[title="Label ${shipment?.tracking_number}"]`));
    await expectSeen(drawer.getByRole('button', { name: 'Download label' }));
    await expectUnseen(drawer.getByRole('combobox', { name: 'Format' }));
  });

  it('a label opens from a link where the browser shows no PDFs', async () => {
    const { page, watch } = await atRates({ width: 390, height: 844 });
    watch.allow(PDF_VIEWER);
    await page.addInitScript(() =>
      Object.defineProperty(Navigator.prototype, 'pdfViewerEnabled', { get: () => false }),
    );
    await page.reload();
    await payAndGenerate(page).click();
    await typeStripeCard(page);
    await payButton(page).click();
    const link = page.getByRole('link', { name: 'Open PDF' });
    await expectSeen(link);
    await expectUnseen(labelFrame(page));
    expect(await scanPage(page, 'a label that is not shown', { widths: [390] })).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    const [tab] = await Promise.all([page.context().waitForEvent('page'), link.click()]);
    await expect.poll(() => tab.evaluate(() => document.contentType)).toBe('application/pdf');
  });

  it('a card is declined, then challenged, refused and confirmed by its bank, and charged once', async () => {
    const { page, watch, token } = await atRates();
    watch.allow(/status of 402/, /status of 400 .*\/authenticate/, PDF_VIEWER);
    await payAndGenerate(page).click();
    await expectFocused(stripeField(page, 'Card number'));
    await payButton(page).click();
    await expectProblem(page, PAYMENT.detailsMissing);
    await expectSeen(stripeFrame(page).getByText('Your card number is incomplete.'));

    for (const [number, reason] of [
      ['4000000000000002', /declined/],
      ['4000000000009995', /funds/],
    ] as const) {
      await typeStripeCard(page, number);
      await payButton(page).click();
      await expectSeen(dialog(page).getByRole('alert').getByText(reason));
    }
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
    // By key: the dialog under it must not take the focus back.
    await expectFocused(bankFrame(page).getByRole('button', { name: 'Complete' }));
    await page.keyboard.press('Enter');
    await expectSeen(step(page, 'Label ready'));
    await expectPdfShown(page, labelFrame(page));
    expect(await shipmentsOf(token)).toHaveLength(1);
  });

  it('a form that does not load is explained, and loads after another try', async () => {
    const { page, watch } = await atRates();
    watch.allow(/ERR_FAILED/);
    await page.route('**/v3/', (route) => route.abort(), { times: 1 });
    await payAndGenerate(page).click();
    await expectProblem(page, PAYMENT.formNotLoaded);
    // The script came, and what it asks Stripe for does not.
    await page.route('**/v1/payment_intents/**', (route) => route.abort(), { times: 1 });
    await tryAgain(page).click();
    await expectUnseen(dialog(page).getByRole('alert'));
    await expectProblem(page, PAYMENT.formNotLoaded);

    let release: () => void = () => {};
    const held = new Promise<void>((done) => {
      release = done;
    });
    await page.route('**/v1/payment_intents/**', async (route) => {
      await held;
      await route.continue();
    });
    await tryAgain(page).click();
    await expectSeen(dialog(page).getByText('Loading the payment form'));
    await payButton(page).press('Enter');
    await expectProblem(page, PAYMENT.formNotReady);
    release();
    await expectFocused(stripeField(page, 'Card number'));
    await expectUnseen(dialog(page).getByRole('alert'));

    // Escape is pressed in a frame of another origin, and closes the dialog all the same.
    await page.keyboard.press('Escape');
    await expectUnseen(dialog(page));
    await expectFocused(payAndGenerate(page));
  });

  it('a form that loads too late is reported as failed, and still works when it arrives', async () => {
    const { page } = await atRates();
    await page.clock.install();
    const waiting = dialog(page).getByText('Loading the payment form');
    const script = Promise.withResolvers<void>();
    const frame = Promise.withResolvers<void>();
    await page.route('**/v3/', async (route) => {
      await script.promise;
      await route.continue();
    });
    await page.route('**/element', async (route) => {
      await frame.promise;
      await route.continue();
    });

    const asked = page.waitForRequest('**/v3/');
    await payAndGenerate(page).click();
    await asked;
    await page.clock.fastForward(20_000);
    await expectProblem(page, PAYMENT.formNotLoaded);
    await tryAgain(page).click();
    await expectSeen(waiting);
    script.resolve();
    await stripeFrameElement(page).waitFor({ state: 'attached' });
    await page.clock.fastForward(20_000);
    await expectProblem(page, PAYMENT.formNotLoaded);
    await tryAgain(page).click();
    await expectUnseen(dialog(page).getByRole('alert'));
    await expectSeen(waiting);
    await page.clock.fastForward(20_000);
    await expectProblem(page, PAYMENT.formNotLoaded);

    frame.resolve();
    await expectFocused(stripeField(page, 'Card number'));
    await expectUnseen(dialog(page).getByRole('alert'));
    await typeStripeCard(page);
    await page.clock.fastForward(60_000);
    await expectUnseen(dialog(page).getByRole('alert'));
  });

  it('the form has our colors in both themes, and is accessible', async () => {
    const { page } = await atRates({ width: 390, height: 844 });
    await payAndGenerate(page).click();
    await expectSeen(stripeField(page, 'Card number'));
    const background = () =>
      stripeField(page, 'Card number').evaluate((field) => getComputedStyle(field).backgroundColor);
    await expect.poll(background).toBe('rgb(255, 255, 255)');
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect.poll(background).toBe('rgb(17, 24, 29)');
    expect((await standInOf(page)).elements.appearance.theme).toBe('night');
    // Any other, and the browser would put white behind it.
    expect(await stripeFrameElement(page).evaluate((frame) => getComputedStyle(frame).colorScheme)).toBe(
      'light',
    );
    expect(await scanPage(page, 'paying at Stripe', { widths: [390] })).toEqual([]);
  });

  it('a batch is paid for in one payment, and rows that the carrier refuses are refunded', async () => {
    const opened = await openBulk(openPage);
    production.allowStripe(opened);
    const { page, token } = opened;
    const names = ['Ana Ruiz', 'Ben Okafor', 'Refuse Label', 'Cleo Hart', 'Dov Stern'];
    await fileInput(page).setInputFiles(fileFor(names.map((fullName) => ({ fullName }))));
    await button(page, 'Get rates for 5 shipments').click();
    await expectSeen(step(page, 'Rates'));
    await expect.poll(() => cards(page).count()).toBe(5);
    await expectSaid(page, BULK.ratesFetched);
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
    await expectSeen(page.getByText(/refunded to your card/));
    const pdf = await downloaded(page, () => button(page, 'Download all labels (PDF)').click());
    expect(pagesOf(pdf.content)).toBe(4);
    await expectUnseen(button(page, 'Download labels (ZPL)'));
  });
});
