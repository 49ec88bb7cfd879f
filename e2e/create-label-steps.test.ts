import { ADDRESS_FORM, PARCEL_FORM, PHONE, WIZARD } from '@lading/contract/messages.ts';
import { API } from '@lading/contract/routes.ts';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { useBrowser } from './src/browser.ts';
import { expectFocused, expectSeen, expectToast, expectUnseen } from './src/expectations.ts';
import {
  call,
  changeRates,
  clientWithProfile,
  continueButton,
  control,
  fill,
  openAt,
  openWizard,
  PARCEL,
  passPackage,
  payAndGenerate,
  RECIPIENT,
  recommendation,
  SENDER,
  step,
} from './src/wizard.ts';

const openPage = useBrowser();

const VALIDATE = `**${API.validateAddress}`;
const alerts = (page: Page) => page.locator('main').getByRole('alert');

/** Pastes as a person does, where the cursor is. */
async function paste(page: Page, text: string) {
  await page.evaluate((value) => navigator.clipboard.writeText(value), text);
  await page.keyboard.press('Control+v');
}

async function open(at: 'recipient' | 'package' | 'rates') {
  const client = await clientWithProfile();
  const opened = await openPage(client);
  await openAt(opened.page, client, at);
  return { ...opened, token: client.token };
}

describe('the address steps', () => {
  it('ask for every field in the specified words, and fix a phone number only on request', async () => {
    const { page } = await open('recipient');
    await continueButton(page).click();
    for (const [field, sentence] of [
      ['fullName', ADDRESS_FORM.nameRequired],
      ['email', ADDRESS_FORM.emailRequired],
      ['phone', ADDRESS_FORM.phoneRequired],
      ['address', ADDRESS_FORM.streetRequired],
      ['city', ADDRESS_FORM.cityRequired],
      ['state', ADDRESS_FORM.stateRequired],
      ['zipCode', ADDRESS_FORM.zipRequired],
    ] as const) {
      await expectSeen(page.getByText(sentence, { exact: true }));
      const describedBy = await control(page, field).getAttribute('aria-describedby');
      const message = describedBy?.split(' ').at(-1) ?? '';
      expect(await page.locator(`[id="${message}"]`).textContent()).toBe(sentence);
    }
    await expectFocused(control(page, 'fullName'));
    await expectSeen(alerts(page).getByText('7 fields need your attention.'));

    await control(page, 'phone').fill('512 555');
    await expectSeen(page.getByText(PHONE.tenDigits, { exact: true }));
    await control(page, 'phone').fill('+1 512 555 0188');
    await expectSeen(page.getByText(PHONE.countryCode, { exact: true }));
    await page.getByRole('button', { name: 'Use (512) 555-0188' }).click();
    await expectUnseen(page.getByText(PHONE.countryCode, { exact: true }));
    expect(await control(page, 'phone').inputValue()).toBe('(512) 555-0188');

    // Another country has its own states, or none.
    await control(page, 'country').selectOption('CA');
    expect(await control(page, 'state').locator('option').count()).toBe(14);
    await control(page, 'country').selectOption('DE');
    expect(await control(page, 'state').getAttribute('type')).toBe(null);
    expect(await control(page, 'country').locator('option').count()).toBeGreaterThan(240);
  });

  it('split a pasted address into fields, and undo it', async () => {
    const client = await clientWithProfile();
    await call(client.token, 'POST', API.savedAddresses, { nickname: 'Studio', ...RECIPIENT, country: 'US' });
    const { page } = await openPage(client);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await openAt(page, client, 'recipient');
    await control(page, 'fullName').focus();
    await paste(page, 'Marcus Bell\n77 Beale St Fl 3\nSan Francisco, CA 94105\nplease ring twice');
    await expectSeen(page.getByText(/^Filled in \d fields from the pasted text$/));
    await expectSeen(page.getByText('please ring twice'));
    expect(await control(page, 'city').inputValue()).toBe('San Francisco');
    expect(await control(page, 'state').inputValue()).toBe('CA');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => control(page, 'city').inputValue()).toBe('');
    // A name with a comma is a name.
    await control(page, 'fullName').focus();
    await paste(page, 'Bell, Marcus');
    expect(await control(page, 'fullName').inputValue()).toBe('Bell, Marcus');
    expect(await control(page, 'address').inputValue()).toBe('');

    // Two keys fill a form from the address book.
    await control(page, 'fullName').fill('');
    await page.keyboard.type('st');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect.poll(() => control(page, 'address').inputValue()).toBe(RECIPIENT.address);
    expect(await control(page, 'email').inputValue()).toBe(RECIPIENT.email);
  });

  it('recommend the verified address, and fill in saved ones', async () => {
    const { page } = await open('recipient');
    let checks = 0;
    page.on('request', (request) => {
      if (request.url().endsWith(API.validateAddress)) checks++;
    });
    await fill(page, { ...RECIPIENT, address: '500 West Second Street' });
    await continueButton(page).click();
    const dialog = recommendation(page);
    await expectSeen(dialog);
    const [suggested, original] = [dialog.getByLabel(/^Suggested/), dialog.getByLabel(/^Original/)];
    expect(await suggested.isChecked()).toBe(true);
    expect(await dialog.locator('mark').allTextContents()).toEqual([
      'changed: W',
      'changed: St',
      'changed: West',
      'changed: Street',
    ]);
    // Escape means 'Edit Address': nothing is taken over, and the address is checked again.
    await page.keyboard.press('Escape');
    await expectUnseen(dialog);
    await expectSeen(step(page, 'Recipient'));
    await continueButton(page).click();
    await original.check();
    await dialog.getByRole('button', { name: ADDRESS_FORM.edit }).click();
    expect(await control(page, 'address').inputValue()).toBe('500 West Second Street');
    await continueButton(page).click();
    await expectSeen(dialog);
    expect(await suggested.isChecked()).toBe(true);
    await original.check();
    await dialog.getByRole('button', { name: ADDRESS_FORM.save }).click();
    await expectSeen(step(page, 'Package'));
    await page.getByRole('button', { name: 'Back' }).click();
    expect(await control(page, 'address').inputValue()).toBe('500 West Second Street');
    expect(checks).toBe(3);
    await continueButton(page).click();
    await dialog.getByRole('button', { name: ADDRESS_FORM.save }).click();
    await expectSeen(step(page, 'Package'));
    await page.getByRole('button', { name: 'Back' }).click();
    await expect.poll(() => control(page, 'address').inputValue()).toBe('500 W Second St');
  });

  it('say that an address is unknown or could not be verified', async () => {
    const { storage } = await clientWithProfile();
    const { page, watch } = await openPage({ storage });
    watch.allow(/status of 500/, /answer 500/, /ApiError/);
    await openWizard(page);
    for (const [side, invalid, failed, fields] of [
      ['Sender', ADDRESS_FORM.invalidSender, ADDRESS_FORM.senderCheckFailed, SENDER],
      ['Recipient', ADDRESS_FORM.invalidRecipient, ADDRESS_FORM.recipientCheckFailed, RECIPIENT],
    ] as const) {
      await fill(page, fields);
      const answers = [
        { isValid: false, validationResults: { messages: [{ text: 'The street is not known.' }] } },
        { isValid: false, validationResults: { messages: [] } },
      ];
      for (const [index, json] of answers.entries()) {
        await page.route(VALIDATE, (route) => route.fulfill({ json }), { times: 1 });
        await continueButton(page).click();
        await expectSeen(alerts(page).getByText(index === 0 ? 'The street is not known.' : invalid));
        await expectToast(page, ADDRESS_FORM.notVerified);
        await expectFocused(control(page, 'address'));
      }
      await page.route(VALIDATE, (route) => route.fulfill({ status: 500, json: {} }), { times: 1 });
      await continueButton(page).click();
      await expectSeen(alerts(page).getByText(failed, { exact: true }));
      await expectSeen(step(page, side));
      await page.getByRole('button', { name: 'Try again' }).click();
      await expectUnseen(step(page, side));
    }
    await expectSeen(step(page, 'Package'));
  });
});

describe('the package step', () => {
  it('asks for weight and size, and knows envelopes, ounces, saved packages and ship dates', async () => {
    const client = await clientWithProfile();
    const { page, watch } = await openPage(client);
    watch.allow(/status of 500/, /answer 500/, /ApiError/);
    await call(client.token, 'POST', API.savedParcels, {
      nickname: 'Small box',
      type: 'package',
      length: 8,
      width: 6,
      height: 4,
    });
    await openAt(page, client, 'package');
    await continueButton(page).click();
    for (const sentence of Object.values(PARCEL_FORM))
      await expectSeen(page.getByText(sentence, { exact: true }));
    await expectFocused(control(page, 'weight'));
    await page.getByRole('button', { name: 'Small box' }).click();
    expect(await control(page, 'length').inputValue()).toBe('8');
    await control(page, 'ounces').fill('24');
    expect(await control(page, 'weight').inputValue()).toBe('1.5');
    expect(await control(page, 'weight').getAttribute('step')).toBe('0.1');
    await page.getByRole('radio', { name: 'Envelope' }).check();
    await expectSeen(page.getByText('Envelope: 12 × 9 × 0.25 in'));
    expect(await control(page, 'length').count()).toBe(0);
    await page.getByRole('radio', { name: 'Package' }).check();

    const today = new Date().toISOString().slice(0, 10);
    expect(await control(page, 'shippingDate').inputValue()).toBe(today);
    expect(await control(page, 'shippingDate').getAttribute('min')).toBe(today);
    await page.getByRole('button', { name: 'Tomorrow' }).click();
    expect((await control(page, 'shippingDate').inputValue()) > today).toBe(true);
    await control(page, 'shippingDate').fill('2020-01-01');
    await expectSeen(page.getByText('Shipping date cannot be in the past'));
    await page.getByRole('button', { name: 'Today' }).click();

    await page.route(`**${API.rates}`, (route) => route.fulfill({ status: 500, json: {} }), { times: 1 });
    await continueButton(page).click();
    await expectToast(page, WIZARD.ratesFailed);
    await expectSeen(alerts(page).getByText(WIZARD.ratesFailed));
    await expectSeen(step(page, 'Package'));
    await passPackage(page, PARCEL);
  });
});

describe('the rates step', () => {
  const chosen = (page: Page) => page.locator('label:has([name=rate]:checked)');
  const services = (page: Page) => page.locator('label:has([name=rate])');

  it('sorts without changing the choice, filters, and says why a carrier has no rates', async () => {
    const { page } = await open('rates');
    for (const badge of ['Cheapest', 'Fastest', 'Best value'])
      expect(await services(page).getByText(badge, { exact: true }).count()).toBe(1);
    await expectSeen(services(page).getByText(/^Save \$\d+\.\d\d \(\d+%\) vs\. retail$/));
    const before = await chosen(page).textContent();
    const cheapest = await services(page).first().textContent();
    await page.getByText('Speed', { exact: true }).click();
    await expect.poll(() => services(page).first().textContent()).not.toBe(cheapest);
    expect((await chosen(page).textContent())?.slice(0, 20)).toBe(before?.slice(0, 20));
    const all = await services(page).count();
    await page
      .locator('label')
      .filter({ hasText: /^FedEx$/ })
      .click();
    await expect.poll(() => services(page).count()).toBeLessThan(all);
    await expectSeen(page.getByText('DHL Express does not ship within the United States.'));
    await page.keyboard.press('1');
    await expectSeen(chosen(page).getByText('FedEx'));
  });

  it('does not replace a service that is no longer offered, and asks for a choice', async () => {
    const { page } = await open('rates');
    await page
      .locator('label')
      .filter({ hasText: /^FedEx$/ })
      .click();
    await page.keyboard.press('1');
    await expectSeen(chosen(page).getByText('FedEx'));
    await changeRates(page, (answer) => ({
      ...answer,
      rates: answer.rates.map((rate) => (rate.carrier === 'FedEx' ? { ...rate, carrier: 'UPS' } : rate)),
    }));
    await page.getByRole('button', { name: 'Try again' }).click();
    await expectToast(page, WIZARD.ratesReceived);
    // Those of the other carriers, although only FedEx was looked for.
    await expectSeen(services(page));
    expect(await chosen(page).count()).toBe(0);
    await payAndGenerate(page).click();
    await expectToast(page, WIZARD.rateRequired);
    await expectSeen(alerts(page).getByText(WIZARD.rateRequired, { exact: true }));
    await expectFocused(services(page).first().locator('input'));
    await page.keyboard.press('1');
    await expectSeen(chosen(page));
    await expectUnseen(alerts(page));
  });

  it('asks for new rates when they have expired, and for another parcel when there are none', async () => {
    const { page } = await open('rates');
    await changeRates(page, (answer) => ({
      ...answer,
      rates: answer.rates.map((rate) => ({ ...rate, retailAmount: null, expiresAt: '2020-01-01T00:00:00Z' })),
    }));
    const tryAgain = page.getByRole('button', { name: 'Try again' });
    await tryAgain.click();
    await expectSeen(page.getByText('Rates may have changed.'));
    expect(await payAndGenerate(page).isDisabled()).toBe(true);
    expect(await page.getByText(/vs\. retail/).count()).toBe(0);
    await page.unroute(`**${API.rates}`);
    await page.getByRole('button', { name: 'Refresh rates' }).click();
    await expect.poll(() => payAndGenerate(page).isEnabled()).toBe(true);

    await changeRates(page, (answer) => ({ ...answer, rates: [] }));
    await tryAgain.click();
    await expectSeen(page.getByText('No carrier offered a rate for this package'));
    await page.getByRole('button', { name: 'Change package' }).click();
    await expectSeen(step(page, 'Package'));
  });
});
