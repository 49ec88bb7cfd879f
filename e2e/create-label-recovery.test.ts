import { GENERAL, PAYMENT, WIZARD } from '@lading/contract/messages.ts';
import { centsOf, formatMoney } from '@lading/contract/money.ts';
import { API, PAGES, path } from '@lading/contract/routes.ts';
import { describe, expect, it } from 'vitest';
import { demoAccount, endSession, logIn, logInByToken, logOut, registerPerson } from './src/actions.ts';
import { useBrowser } from './src/browser.ts';
import { expectPath, expectSeen, expectToast, expectUnseen } from './src/expectations.ts';
import { scanPage } from './src/scan.ts';
import {
  call,
  clientWithProfile,
  continueButton,
  control,
  expectKept,
  fill,
  openAt,
  openWizard,
  pay,
  payAndGenerate,
  payButton,
  RECIPIENT,
  recommendation,
  SENDER,
  shipmentsOf,
  step,
  typeCard,
} from './src/wizard.ts';

const openPage = useBrowser();

const LABEL = `**${API.label}`;
const TRANSACTION = '**/api/shippo/transaction/*';

describe('a draft', () => {
  it('survives a reload, a lost session and a logout, and only its owner sees it', async () => {
    const { storage, token, person, userId } = await clientWithProfile();
    const { page, watch } = await openPage({ storage });
    watch.allow(/status of 401/);
    await openWizard(page);
    await expect.poll(() => control(page, 'address').inputValue()).toBe(SENDER.address);
    await continueButton(page).click();
    await expectSeen(step(page, 'Recipient'));
    await fill(page, RECIPIENT);
    await expectKept(page, userId, { recipient: { zipCode: RECIPIENT.zipCode } });
    await page.reload();
    await expectSeen(step(page, 'Recipient'));
    expect(await control(page, 'fullName').inputValue()).toBe(RECIPIENT.fullName);

    // The session ends somewhere else; the work is where it was after signing in.
    await endSession(token);
    await continueButton(page).click();
    await expectToast(page, GENERAL.sessionExpired);
    await expectPath(page, PAGES.login);
    await logIn(page, person);
    await expectPath(page, PAGES.createLabel);
    await expectSeen(step(page, 'Recipient'));
    expect(await control(page, 'address2').inputValue()).toBe(RECIPIENT.address2);

    await logOut(page);
    await expectPath(page, PAGES.login);
    const other = await registerPerson();
    await logIn(page, other);
    await page.getByRole('link', { name: 'Generate Label' }).click();
    await expectSeen(step(page, 'Sender'));
    await expect.poll(() => control(page, 'email').inputValue()).toBe(other.email);
    expect(await control(page, 'address').inputValue()).toBe('');
    await logOut(page);
    await logIn(page, person);
    await page.getByRole('link', { name: 'Generate Label' }).click();
    await expectSeen(step(page, 'Recipient'));
    expect(await control(page, 'fullName').inputValue()).toBe(RECIPIENT.fullName);
  });

  it('can be started over and restored, and an earlier shipment can be sent again', async () => {
    const client = await clientWithProfile();
    const { page } = await openPage(client);
    await openAt(page, client, 'rates');
    await page.getByRole('button', { name: 'Start over' }).click();
    await expectSeen(step(page, 'Sender'));
    await expect.poll(() => control(page, 'address').inputValue()).toBe(SENDER.address);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expectSeen(step(page, 'Rates'));
    await pay(page);
    await expectSeen(step(page, 'Label ready'));
    const [shipment] = await shipmentsOf(client.token);
    await page.goto(`${PAGES.createLabel}?from=${shipment?.shipment_id}`);
    await expectSeen(page.getByText(`Filled from your shipment to ${RECIPIENT.fullName}`));
    await expectPath(page, PAGES.createLabel);
    await expectSeen(step(page, 'Sender'));
    await continueButton(page).click();
    await expectSeen(step(page, 'Recipient'));
    expect(await control(page, 'zipCode').inputValue()).toBe(RECIPIENT.zipCode);
  });
});

describe('a payment without a label', () => {
  it('shows its reference, survives a reload, and ends in one label for one payment', async () => {
    const client = await clientWithProfile();
    const { page, watch } = await openPage(client);
    watch.allow(/status of 500/, /answer 500/, /ApiError/);
    await openAt(page, client, 'rates');
    const keys = new Set<string | undefined>();
    await page.route(LABEL, (route) => {
      keys.add(route.request().headers()['idempotency-key']);
      return route.fulfill({ status: 500, json: {} });
    });
    await pay(page);
    await expectToast(page, WIZARD.labelFailed);
    await expectSeen(step(page, 'Payment received. Label not created yet.'));
    await expectSeen(page.getByText(/You won’t be charged again/));
    await expectSeen(page.getByText(/^pi_test_/));
    await page.reload();
    await expectSeen(step(page, 'Payment received. Label not created yet.'));
    expect(await payAndGenerate(page).count()).toBe(0);
    await page.unroute(LABEL);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expectSeen(step(page, 'Label ready'));
    expect(keys.size).toBe(1);
    const [shipment, ...others] = await shipmentsOf(client.token);
    expect(others).toEqual([]);
    expect(shipment?.labelStatus).toBe('ready');
  });

  it('is found after the page closed while the card was being checked', async () => {
    const client = await clientWithProfile();
    const { page, watch } = await openPage(client);
    await openAt(page, client, 'rates');
    // The gateway charges the card, and its answer never arrives.
    let charged = false;
    await page.route('**/confirm', async (route) => {
      await route.fetch();
      charged = true;
    });
    page.on('dialog', (dialog) => dialog.accept());
    await pay(page);
    await expect.poll(() => charged).toBe(true);
    await page.unroute('**/confirm');
    await page.goto(PAGES.createLabel);
    await expectSeen(step(page, 'Label ready'));
    expect(await shipmentsOf(client.token)).toHaveLength(1);
    expect(watch.problems).toEqual([]);
  });

  it('waits for a slow carrier, and explains a refund', async () => {
    const client = await clientWithProfile();
    const { page } = await openPage(client);
    await openAt(page, client, 'rates');
    let status = 'processing';
    await page.route(LABEL, async (route) => {
      const response = await route.fetch();
      const json = { ...(await response.json()), labelStatus: 'processing', trackingNumber: null };
      await route.fulfill({ status: 202, json });
    });
    await page.route(TRANSACTION, async (route) => {
      const response = await route.fetch();
      const { transaction } = await response.json();
      await route.fulfill({ json: { transaction: { ...transaction, labelStatus: status } } });
    });
    await pay(page);
    await expectSeen(step(page, 'Waiting for your label'));
    status = 'ready';
    await expectSeen(step(page, 'Label ready'));
    await expectToast(page, WIZARD.labelGenerated);
    for (const [next, heading] of [
      ['refunding', 'We couldn’t create your label. Your refund is on its way.'],
      ['refunded', 'We couldn’t create your label. Your refund is complete.'],
    ] as const) {
      status = next;
      await page.reload();
      await expectSeen(step(page, heading));
    }
    await page.getByRole('link', { name: 'Try again with the same details' }).click();
    await expectSeen(page.getByText(`Filled from your shipment to ${RECIPIENT.fullName}`));
  });

  it('says that a label was voided, and how much of its price was refunded', async () => {
    const client = await clientWithProfile();
    const { page } = await openPage(client);
    await openAt(page, client, 'rates');
    await pay(page);
    await expectSeen(step(page, 'Label ready'));
    const [shipment] = await shipmentsOf(client.token);
    if (!shipment) throw new Error('There is no shipment.');
    const admin = await logInByToken(demoAccount('admin'));
    await call(admin.token, 'POST', path(API.adminRefund, { id: shipment.shipment_id }), {
      amount: 1.25,
      reason: 'The parcel was late.',
      voidLabel: true,
    });
    await page.reload();
    await expectSeen(step(page, 'This label was voided'));
    const paid = formatMoney(centsOf(shipment.cost));
    await expectSeen(page.getByText(`$1.25 of the ${paid} you paid was refunded`));
    expect(await page.getByText('couldn’t create').count()).toBe(0);
  });
});

describe('every step and dialog, light and dark', () => {
  it('has no violation', async () => {
    const client = await clientWithProfile();
    const { page } = await openPage({ ...client, reducedMotion: 'reduce' });
    const problems: string[] = [];
    const scan = async (label: string, width: 1440 | 390) => {
      problems.push(...(await scanPage(page, label, { widths: [width] })));
      await page.setViewportSize({ width: 1440, height: 900 });
    };
    await openWizard(page);
    await control(page, 'phone').fill('+1 512 555 0188');
    await control(page, 'city').fill('');
    await continueButton(page).click();
    await page.getByRole('button', { name: 'Paste an address' }).click();
    await scan('sender, refused', 1440);
    await fill(page, { ...SENDER, address: '1120 Northwest Couch Street' });
    await continueButton(page).click();
    await expectSeen(recommendation(page));
    await scan('address recommendation', 390);
    await page.keyboard.press('Escape');
    await expectUnseen(recommendation(page));

    await openAt(page, client, 'rates');
    await scan('rates', 390);
    await page.getByRole('button', { name: 'Back' }).click();
    await expectSeen(step(page, 'Package'));
    await control(page, 'weight').fill('');
    await continueButton(page).click();
    await scan('package, refused', 1440);
    await control(page, 'weight').fill('2');
    await continueButton(page).click();
    await expectSeen(step(page, 'Rates'));
    await payAndGenerate(page).click();
    await expectSeen(page.getByRole('textbox', { name: 'Card number' }));
    await payButton(page).click();
    await expectSeen(page.getByText(PAYMENT.detailsMissing));
    await scan('payment, refused', 390);
    await typeCard(page);
    await payButton(page).click();
    await expectSeen(step(page, 'Label ready'));
    await expectSeen(page.getByRole('img', { name: /^Shipping label\./ }));
    await scan('confirmation', 1440);
    expect(problems).toEqual([]);
  });
});
