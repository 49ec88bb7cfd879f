import { readFileSync } from 'node:fs';
import { HISTORY, LABELS, PAYMENT, WIZARD } from '@lading/contract/messages.ts';
import { API, PAGES } from '@lading/contract/routes.ts';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { useBrowser } from './src/browser.ts';
import { expectFocused, expectHeading, expectSeen, expectToast } from './src/expectations.ts';
import { countPrints, PDF_VIEWER, prints } from './src/prints.ts';
import {
  clientWithProfile,
  continueButton,
  control,
  passPackage,
  passRecipient,
  payAndGenerate,
  payButton,
  SENDER,
  shipmentsOf,
  step,
  typeCard,
} from './src/wizard.ts';

const openPage = useBrowser('whole');

const labelPicture = (page: Page) => page.getByRole('img', { name: /^Shipping label\./ });

describe('a label', () => {
  it('is bought with the mouse: default sender, verified addresses, parcel, rate, payment, files, print', async () => {
    const { storage, token } = await clientWithProfile();
    const { page, watch } = await openPage({ storage });
    watch.allow(PDF_VIEWER);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await countPrints(page);
    await page.goto(PAGES.clientDashboard);
    await page.locator('main').getByRole('link', { name: LABELS.createShippingLabel }).click();
    await expectHeading(page, LABELS.createShippingLabel);
    await expect.poll(() => control(page, 'address').inputValue()).toBe(SENDER.address);
    await continueButton(page).click();
    await expectSeen(step(page, 'Recipient'));
    await passRecipient(page);
    await passPackage(page);
    await expectToast(page, WIZARD.ratesReceived);
    const first = page.locator('label:has([name=rate])').first();
    expect(await first.getByRole('radio').isChecked()).toBe(true);
    const price = /\$\d+\.\d\d/.exec((await first.textContent()) ?? '')?.[0] ?? '';

    // The same amount in the row, in the dialog and on its button, and in cents to the server.
    const intent = page.waitForRequest(`**${API.createPaymentIntent}`);
    await payAndGenerate(page).click();
    const dialog = page.getByRole('dialog', { name: PAYMENT.title });
    await expectSeen(dialog.getByText(price, { exact: true }));
    expect(await payButton(page).textContent()).toBe(PAYMENT.pay(price));
    expect((await intent).postDataJSON().amount).toBe(Math.round(Number(price.slice(1)) * 100));
    await typeCard(page);
    // The dialog closes soon after.
    await Promise.all([expectSeen(dialog.getByText(`Paid ${price}`)), payButton(page).click()]);
    await expectToast(page, PAYMENT.succeeded);
    await expectSeen(step(page, 'Label ready'));
    await expectToast(page, WIZARD.labelGenerated);
    await expectFocused(step(page, 'Label ready'));
    const [shipment, ...others] = await shipmentsOf(token);
    expect(others).toEqual([]);
    expect(shipment).toMatchObject({ labelStatus: 'ready', cost: Number(price.slice(1)) });
    const number = shipment?.tracking_number;

    await Promise.all([
      expectSeen(page.getByRole('button', { name: 'Copied' })),
      page.getByRole('button', { name: 'Copy tracking number' }).click(),
    ]);
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(number);
    await page.getByText('Letter sheet').click();
    for (const [extension, mark] of [
      ['pdf', '%PDF-'],
      ['png', 'PNG'],
      ['zpl', '^XA'],
    ] as const) {
      const download = page.waitForEvent('download');
      await page.getByRole('button', { name: `Download ${extension.toUpperCase()}` }).click();
      expect((await download).suggestedFilename()).toBe(`label-${number}.${extension}`);
      expect(readFileSync(await (await download).path(), 'latin1')).toContain(mark);
    }
    await expectToast(page, HISTORY.downloadStarted);

    // A reload shows it again, on the same paper. The test label is offered until it has been printed.
    await page.reload();
    await expectSeen(labelPicture(page));
    expect(await labelPicture(page).getAttribute('alt')).toContain(number);
    expect(await page.getByRole('radio', { name: 'Letter sheet' }).isChecked()).toBe(true);
    await page.getByRole('button', { name: 'Print a test label' }).click();
    await expect.poll(() => prints(page)).toEqual([1, 'application/pdf']);
    await page.getByRole('button', { name: 'Print', exact: true }).click();
    await expect.poll(() => prints(page)).toEqual([2, 'application/pdf']);

    // The next label starts with the sender filled in and the cursor in the recipient's name.
    await page.getByRole('button', { name: WIZARD.createAnother }).click();
    await expectSeen(step(page, 'Recipient'));
    await expectFocused(control(page, 'fullName'));
    expect(await control(page, 'fullName').inputValue()).toBe('');
    await page.getByRole('button', { name: 'Back' }).click();
    expect(await control(page, 'fullName').inputValue()).toBe(SENDER.fullName);
  });
});
