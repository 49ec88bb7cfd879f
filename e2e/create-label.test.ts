import { readFileSync } from 'node:fs';
import { ERRORS } from '@lading/contract/errors.ts';
import { EMAIL_INVALID } from '@lading/contract/identity.ts';
import { HISTORY, LABELS, PAYMENT, WIZARD } from '@lading/contract/messages.ts';
import { API, PAGES } from '@lading/contract/routes.ts';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { useBrowser } from './src/browser.ts';
import {
  expectFocused,
  expectHeading,
  expectPath,
  expectSeen,
  expectToast,
  expectUnseen,
  toasts,
} from './src/expectations.ts';
import { countPrints, PDF_VIEWER, prints } from './src/prints.ts';
import { scanPage } from './src/scan.ts';
import {
  clientWithProfile,
  continueButton,
  control,
  fill,
  openAt,
  openWizard,
  PARCEL,
  passPackage,
  passRecipient,
  pay,
  payAndGenerate,
  payButton,
  RECIPIENT,
  SENDER,
  shipmentsOf,
  step,
  typeCard,
} from './src/wizard.ts';

const openPage = useBrowser('whole');

const preview = (page: Page) => page.getByRole('img', { name: /^Label preview\./ });
const previewText = (page: Page) => preview(page).getAttribute('aria-label');
const labelPicture = (page: Page) => page.getByRole('img', { name: /^Shipping label\./ });

describe('a label', () => {
  it('is made with the mouse: default sender, verified addresses, parcel, rate, payment, label', async () => {
    const { storage, token } = await clientWithProfile();
    const { page } = await openPage({ storage });
    await page.goto(PAGES.clientDashboard);
    await page.locator('main').getByRole('link', { name: LABELS.createShippingLabel }).click();
    await expectHeading(page, LABELS.createShippingLabel);

    // The sender comes from the profile; there is nothing to go back to.
    await expect.poll(() => control(page, 'address').inputValue()).toBe(SENDER.address);
    expect(await control(page, 'phone').inputValue()).toBe('(503) 555-0142');
    expect(await page.getByRole('button', { name: 'Back' }).isDisabled()).toBe(true);
    await continueButton(page).click();
    await expectSeen(step(page, 'Recipient'));
    await expectFocused(step(page, 'Recipient'));
    const current = page.locator('[aria-current=step]');
    expect(await current.textContent()).toContain('Recipient');
    await expectSeen(page.getByRole('listitem').filter({ hasText: 'Ada Park, Portland OR' }));

    // The ZIP code fills city and state, and the preview shows what is typed.
    const { city, state, ...typed } = RECIPIENT;
    await fill(page, typed);
    await expect.poll(() => control(page, 'city').inputValue()).toBe(city);
    expect(await control(page, 'state').inputValue()).toBe(state);
    await expectSeen(page.getByText('Austin, TX filled from ZIP').first());
    expect(await previewText(page)).toContain('To Dana Reyes, Austin TX 78701.');
    await continueButton(page).click();
    await expectSeen(step(page, 'Package'));

    await passPackage(page);
    await expectToast(page, WIZARD.ratesReceived);
    const first = page.locator('label:has([name=rate])').first();
    expect(await first.getByRole('radio').isChecked()).toBe(true);
    const price = /\$\d+\.\d\d/.exec((await first.textContent()) ?? '')?.[0];
    expect(await previewText(page)).toContain(`${price}.`);

    // The same amount in the row, in the dialog and on its button, and in cents to the server.
    const intent = page.waitForRequest(`**${API.createPaymentIntent}`);
    await payAndGenerate(page).click();
    const dialog = page.getByRole('dialog', { name: PAYMENT.title });
    await expectSeen(dialog.getByText(/^USPS .+, Portland OR → Austin TX$/));
    await expectSeen(dialog.getByText(price ?? '', { exact: true }));
    expect(await payButton(page).textContent()).toBe(PAYMENT.pay(price ?? ''));
    const body = (await intent).postDataJSON();
    expect(body.amount).toBe(Math.round(Number(price?.slice(1)) * 100));

    await typeCard(page);
    await payButton(page).click();
    await expectToast(page, PAYMENT.succeeded);
    await expectSeen(dialog.getByText(`Paid ${price}`));
    await expectSeen(step(page, 'Label ready'));
    await expectToast(page, WIZARD.labelGenerated);
    await expectFocused(step(page, 'Label ready'));
    await expectSeen(labelPicture(page));
    const [shipment, ...others] = await shipmentsOf(token);
    expect(others).toEqual([]);
    expect(shipment).toMatchObject({ labelStatus: 'ready', cost: Number(price?.slice(1)) });
    expect(await labelPicture(page).getAttribute('alt')).toContain(shipment?.tracking_number);

    // A reload shows it again; another label begins with the sender and the cursor at the recipient's name.
    await page.reload();
    await expectSeen(labelPicture(page));
    await page.getByRole('button', { name: WIZARD.createAnother }).click();
    await expectSeen(step(page, 'Recipient'));
    await expectFocused(control(page, 'fullName'));
    expect(await control(page, 'fullName').inputValue()).toBe('');
    await page.getByRole('button', { name: 'Back' }).click();
    expect(await control(page, 'fullName').inputValue()).toBe(SENDER.fullName);
  });

  it('is printed, downloaded and copied, and leads on', async () => {
    const client = await clientWithProfile();
    const { page, watch } = await openPage(client);
    watch.allow(PDF_VIEWER);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await countPrints(page);
    await openAt(page, client, 'rates');
    await pay(page);
    await expectSeen(step(page, 'Label ready'));

    await page.getByRole('button', { name: 'Copy tracking number' }).click();
    await expectSeen(page.getByRole('button', { name: 'Copied' }));
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toMatch(/^\d{22}$/);

    await page.getByText('Letter sheet').click();
    for (const [extension, mark] of [
      ['pdf', '%PDF-'],
      ['png', 'PNG'],
      ['zpl', '^XA'],
    ] as const) {
      const asked = page.waitForRequest('**/api/shippo/labels/*');
      const download = page.waitForEvent('download');
      await page.getByRole('button', { name: `Download ${extension.toUpperCase()}` }).click();
      expect((await download).suggestedFilename()).toBe(`label-${copied}.${extension}`);
      expect(readFileSync(await (await download).path(), 'latin1')).toContain(mark);
      if (extension === 'pdf') expect((await asked).url()).toContain('paper=letter');
    }
    await expectToast(page, HISTORY.downloadStarted);

    await page.reload();
    await expectSeen(step(page, 'Label ready'));
    expect(await page.getByRole('radio', { name: 'Letter sheet' }).isChecked()).toBe(true);
    const test = page.getByRole('button', { name: 'Print a test label' });
    const asked = page.waitForRequest(`**${API.testLabel}*`);
    await test.click();
    expect((await asked).url()).toContain('paper=letter');
    await expect.poll(() => prints(page)).toEqual([1, 'application/pdf']);
    await expectSeen(page.getByRole('status').getByText('it should be exactly one inch (25.4 mm)'));
    await page.getByRole('button', { name: 'Print', exact: true }).click();
    await expect.poll(() => prints(page)).toEqual([2, 'application/pdf']);

    await page.reload();
    await expectSeen(step(page, 'Label ready'));
    await expectUnseen(test);
    await expectUnseen(page.getByRole('button', { name: 'Email label' }));
    await page.getByRole('button', { name: WIZARD.viewHistory }).click();
    await expectPath(page, PAGES.shippingHistory);
  });

  it('is sent by email where that is set up, and says so when it was not', async () => {
    const client = await clientWithProfile();
    const { page, watch } = await openPage(client);
    watch.allow(/status of (409|502)/, /answer 502/);
    await page.route(`**${API.runtimeConfig}`, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), emailsLabels: true } });
    });
    await openAt(page, client, 'rates');
    await pay(page);
    const open = page.getByRole('button', { name: 'Email label' });
    const dialog = page.getByRole('dialog', { name: 'Email label' });
    const address = dialog.getByRole('textbox', { name: 'Email' });
    const send = dialog.getByRole('button', { name: 'Send' });
    await open.press('Enter');
    await expectFocused(address);
    expect(await address.inputValue()).toBe(client.person.email);
    await address.fill('dock@warehouse');
    await page.keyboard.press('Enter');
    await expectSeen(dialog.getByText(EMAIL_INVALID, { exact: true }));
    await expectFocused(address);
    expect(await scanPage(page, 'email label', { widths: [390] })).toEqual([]);
    await page.setViewportSize({ width: 1440, height: 900 });

    // This server has no mail server, and another may not answer.
    await address.fill('dock@warehouse.example');
    await send.click();
    await expectToast(page, ERRORS.MAIL_NOT_SET_UP.message);
    await expectSeen(dialog.getByText(ERRORS.MAIL_NOT_SET_UP.message, { exact: true }));
    const answer = (status: number, json: object) =>
      page.route(`**${API.emailLabel.replace(':id', '*')}`, (route) => route.fulfill({ status, json }), {
        times: 1,
      });
    const { status, message } = ERRORS.MAIL_UNREACHABLE;
    await answer(status, { error: 'MAIL_UNREACHABLE', message, requestId: 'r' });
    await send.click();
    await expectSeen(dialog.getByText(message, { exact: true }));
    expect(await address.inputValue()).toBe('dock@warehouse.example');

    await answer(200, { message: 'The label was sent to dock@warehouse.example.' });
    const asked = page.waitForRequest((request) => request.url().endsWith('/email'));
    await send.click();
    expect((await asked).postDataJSON()).toEqual({ email: 'dock@warehouse.example', paper: '4x6' });
    await expectToast(page, 'The label was sent to dock@warehouse.example.');
    await expectUnseen(dialog);
    await expectFocused(open);
  });

  it('is made with the keyboard alone', async () => {
    const { storage } = await clientWithProfile();
    const { page, watch } = await openPage({ storage });
    watch.allow(PDF_VIEWER);
    await countPrints(page);
    await openWizard(page);
    await expect.poll(() => control(page, 'address').inputValue()).toBe(SENDER.address);
    await page.keyboard.press('Control+Enter');
    await expectFocused(step(page, 'Recipient'));
    await page.keyboard.press('Alt+ArrowLeft');
    await expectFocused(step(page, 'Sender'));
    await page.keyboard.press('Control+Enter');
    await expectFocused(step(page, 'Recipient'));

    const type = async (text: string) => {
      await page.keyboard.press('Tab');
      await page.keyboard.type(text);
    };
    // Past «Paste an address».
    await page.keyboard.press('Tab');
    for (const name of [
      'fullName',
      'email',
      'phone',
      'address',
      'address2',
      'city',
      'state',
      'zipCode',
    ] as const)
      await type(RECIPIENT[name]);
    expect(await control(page, 'state').inputValue()).toBe('TX');
    await page.keyboard.press('Control+Enter');
    await expectFocused(step(page, 'Package'));
    await page.keyboard.press('Tab');
    await type(PARCEL.weight);
    await page.keyboard.press('Tab');
    for (const name of ['length', 'width', 'height'] as const) await type(PARCEL[name]);
    await page.keyboard.press('Control+Enter');
    await expectFocused(step(page, 'Rates'));
    await page.keyboard.press('2');
    await expect.poll(() => page.locator('[name=rate]').nth(1).isChecked()).toBe(true);
    await page.keyboard.press('Control+Enter');
    await expectFocused(page.getByRole('textbox', { name: 'Card number' }));
    await page.keyboard.type('4242424242424242');
    await type('1230');
    await type('123');
    await page.keyboard.press('Enter');

    await expectFocused(step(page, 'Label ready'));
    const download = page.waitForEvent('download');
    await page.keyboard.press('d');
    expect((await download).suggestedFilename()).toMatch(/^label-\w+\.pdf$/);
    await page.keyboard.press('p');
    await expect.poll(() => prints(page)).toEqual([1, 'application/pdf']);
    await page.getByRole('button', { name: 'Dismiss test label' }).press('Enter');
    await expectFocused(page.getByRole('button', { name: 'Print', exact: true }));
    await expectUnseen(page.getByRole('button', { name: 'Print a test label' }));
    await page.keyboard.press('n');
    await expectFocused(control(page, 'fullName'));
  });

  it('is made at 390 px, where a strip opens the preview', async () => {
    const { storage } = await clientWithProfile();
    const { page } = await openPage({ storage, width: 390, height: 844 });
    await openWizard(page);
    expect(await preview(page).filter({ visible: true }).count()).toBe(0);
    await continueButton(page).click();
    await expectSeen(step(page, 'Recipient'));
    await passRecipient(page);
    await passPackage(page);
    const strip = page.getByRole('button', { name: /To Dana Reyes, Austin TX · 2.0 lb.*\$\d/ });
    await strip.click();
    const sheet = page.getByRole('dialog', { name: 'Label preview' });
    await expectSeen(sheet.getByRole('img', { name: /To Dana Reyes/ }));
    await page.keyboard.press('Escape');
    await expectFocused(strip);
    await payAndGenerate(page).click();
    const dialog = page.getByRole('dialog', { name: PAYMENT.title });
    await expectSeen(dialog);
    expect((await dialog.boundingBox())?.width).toBe(390);
    await typeCard(page);
    await payButton(page).click();
    await expectSeen(step(page, 'Label ready'));
    await expectSeen(labelPicture(page));
    expect(await toasts(page).getByText(WIZARD.labelFailed).count()).toBe(0);
  });
});
