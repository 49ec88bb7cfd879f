import { LABELS, PAYMENT, WIZARD } from '@lading/contract/messages.ts';
import { API, PAGES } from '@lading/contract/routes.ts';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react/pure';
import { openApp } from '../../../test/app.tsx';
import {
  type Answers,
  json,
  NO_BALANCE,
  networkFailure,
  PAGES_WAIT,
  type ReceivedCall,
} from '../../../test/fake-server.ts';
import {
  CONFIRM,
  INTENT,
  LABEL,
  LABEL_ANSWER,
  PURCHASE_ANSWERS,
  TRANSACTION,
  typeCard,
} from '../../../test/purchase.ts';
import { button, main, toastWith } from '../../../test/screen.ts';
import { shipmentOf } from '../../../test/shipment.ts';
import { longIt } from '../../../test/tier.ts';
import {
  continueButton,
  control,
  fillStep,
  keepDraft,
  keepDraftAtRates,
  payAndGenerate,
  RECIPIENT,
  rateOf,
  SENDER,
  stepHeading,
  WIZARD_ANSWERS,
} from '../../../test/wizard.ts';

const PROFILE = {
  fullName: SENDER.fullName,
  email: SENDER.email,
  phone: '5035550142',
  default_address: {
    address: SENDER.address,
    suite: '',
    city: SENDER.city,
    state: SENDER.state,
    zipCode: SENDER.zipCode,
    country: 'US',
  },
};
const OFFERS = [rateOf(), rateOf({ serviceName: 'Priority Mail', amount: 18.2 })];
const ANSWERS: Answers = {
  ...WIZARD_ANSWERS,
  ...PURCHASE_ANSWERS,
  [`GET ${API.profile}`]: () => json({ data: { ...PROFILE, address: PROFILE.default_address } }),
  [`POST ${API.validateAddress}`]: () => json({ isValid: true }),
  [`GET ${API.places}`]: () => json({ suggestions: [] }),
  [`GET ${API.zip}/78701`]: () => json({ city: 'Austin', state: 'TX', country: 'US' }),
  [`POST ${API.rates}`]: () => json({ rates: OFFERS, messages: [] }),
};

afterEach(() => {
  vi.restoreAllMocks();
});

const open = (search = '', answers: Answers = {}) =>
  openApp(`${PAGES.createLabel}${search}`, { as: 'client', answers: { ...ANSWERS, ...answers } });
const theValue = (name: string) => expect.poll(() => control(name).value);
/** An empty sender. */
const EMPTY = { fullName: '', email: '', phone: '', address: '', city: '', state: '', zipCode: '' };
const keyOf = ({ headers }: ReceivedCall) => headers.get('idempotency-key');
const NOT_CREATED = 'Payment received. Label not created yet.';

describe('the wizard', () => {
  it('starts with the sender of the profile, and shows each finished step', async () => {
    await keepDraft({ sender: { ...SENDER, ...EMPTY }, touched: [] });
    await open();
    await expect.element(stepHeading('Sender')).toBeVisible();
    await theValue('address').toBe(SENDER.address);
    expect(control('phone').value).toBe('(503) 555-0142');
    await expect.element(button('Back')).toBeDisabled();
    await continueButton().click();
    await expect.element(stepHeading('Recipient')).toHaveFocus();
    expect(document.querySelector('[aria-current=step]')?.textContent).toContain('Recipient');
    await expect
      .element(page.getByRole('listitem').filter({ hasText: 'Ada Park, Portland OR' }).first())
      .toBeVisible();
  });

  longIt('is filled in and paid for by keyboard', async () => {
    await keepDraft({});
    const { callsTo } = await open();
    await expect.element(stepHeading('Sender')).toBeVisible();
    await theValue('address').toBe(SENDER.address);
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await expect.element(stepHeading('Recipient')).toHaveFocus();
    await userEvent.keyboard('{Alt>}{ArrowLeft}{/Alt}');
    await expect.element(stepHeading('Sender')).toHaveFocus();
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await expect.element(stepHeading('Recipient')).toHaveFocus();

    const type = async (text: string) => {
      await userEvent.tab();
      await userEvent.keyboard(text);
    };
    // Skips “Paste an address”.
    await userEvent.tab();
    const { fullName, email, phone, address, address2, city, state, zipCode } = RECIPIENT;
    for (const text of [fullName, email, phone.replace(/\D/g, ''), address, address2, city, state, zipCode])
      await type(text);
    await theValue('state').toBe('TX');
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await expect.element(stepHeading('Package')).toHaveFocus();
    await userEvent.tab();
    await type('2');
    await userEvent.tab();
    for (const text of ['12', '9', '4']) await type(text);
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await expect.element(stepHeading('Rates')).toHaveFocus();
    await expect.element(page.getByRole('radio').nth(1)).toBeInTheDocument();
    await userEvent.keyboard('2');
    await expect
      .poll(() => document.querySelectorAll<HTMLInputElement>('[name=rate]')[1]?.checked)
      .toBe(true);
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await expect.element(page.getByRole('textbox', { name: 'Card number' })).toHaveFocus();
    await userEvent.keyboard('4242424242424242');
    await type('1230');
    await type('123');
    await userEvent.keyboard('{Enter}');
    await expect.element(stepHeading('Label ready')).toHaveFocus();
    expect(callsTo(INTENT)[0]?.body).toMatchObject({ amount: 1820, rateIds: [OFFERS[1]?.objectId] });
    expect(callsTo(LABEL)).toHaveLength(1);
  });

  it('shows one amount in the row, on the label, in the dialog and on its button', async () => {
    await keepDraftAtRates(OFFERS);
    const { callsTo } = await open();
    await expect.element(page.getByRole('img', { name: /^Label preview\..*\$12\.87\./ })).toBeVisible();
    await payAndGenerate().click();
    const dialog = page.getByRole('dialog', { name: PAYMENT.title });
    await expect.element(dialog.getByText(/^USPS .+, Portland OR → Austin TX$/)).toBeVisible();
    await expect.element(dialog.getByText('$12.87', { exact: true })).toBeVisible();
    await expect.element(dialog.getByRole('button', { name: PAYMENT.pay('$12.87') })).toBeVisible();
    await expect.poll(() => callsTo(INTENT)[0]?.body).toMatchObject({ amount: 1287 });
  });

  it('can be started over and restored', async () => {
    await keepDraftAtRates(OFFERS);
    await open();
    await expect.element(stepHeading('Rates')).toBeVisible();
    await button('Start over').click();
    await expect.element(stepHeading('Sender')).toBeVisible();
    await theValue('address').toBe(SENDER.address);
    await button('Undo').click();
    await expect.element(stepHeading('Rates')).toBeVisible();
  });

  it('shows no errors of the earlier address after it was started over', async () => {
    await keepDraft({ sender: { ...SENDER, city: '' } });
    await open('', { [`GET ${API.profile}`]: () => json({}, 404) });
    await expect.element(stepHeading('Sender')).toBeVisible();
    await continueButton().click();
    await expect.poll(() => document.querySelectorAll('[aria-invalid=true]').length).toBeGreaterThan(0);
    await button('Start over').click();
    await expect.poll(() => document.querySelectorAll('[aria-invalid=true]').length).toBe(0);
  });

  it('shows an error about rates only for the shipment that it is about', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    const parcel = { type: 'package', weight: '2', length: '12', width: '9', height: '4' } as const;
    await keepDraft({ step: 'package', recipient: RECIPIENT, parcel });
    await open('', { [`POST ${API.rates}`]: () => json({}, 500) });
    await expect.element(stepHeading('Package')).toBeVisible();
    await continueButton().click();
    await expect.element(main().getByText(WIZARD.ratesFailed)).toBeVisible();
    await button('Start over').click();
    await theValue('address').toBe(SENDER.address);
    await continueButton().click();
    await expect.element(stepHeading('Recipient')).toBeVisible();
    const { fullName, email, phone, address, city, state, zipCode } = RECIPIENT;
    await fillStep({ fullName, email, phone, address, city, state, zipCode });
    await continueButton().click();
    await expect.element(stepHeading('Package')).toBeVisible();
    await expect.element(main().getByText(WIZARD.ratesFailed)).not.toBeInTheDocument();
  });

  it('is not restored while an address is being checked', async () => {
    const check = Promise.withResolvers<Response>();
    await keepDraftAtRates(OFFERS);
    const { callsTo } = await open('', { [`POST ${API.validateAddress}`]: () => check.promise });
    await expect.element(stepHeading('Rates')).toBeVisible();
    await button('Start over').click();
    await theValue('address').toBe(SENDER.address);
    await continueButton().click();
    await expect.poll(() => callsTo(`POST ${API.validateAddress}`)).toHaveLength(1);
    await button('Undo').click();
    await expect.element(stepHeading('Sender')).toBeVisible();
    check.resolve(json({ isValid: true }));
    await expect.element(stepHeading('Recipient')).toBeVisible();
  });

  it('cannot be restored over a payment', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    await keepDraft({});
    await open('?from=s1', { [LABEL]: () => json({}, 500) });
    await expect.element(button('Undo')).toBeVisible();
    for (const title of ['Sender', 'Recipient', 'Package']) {
      await expect.element(stepHeading(title)).toBeVisible();
      await continueButton().click();
    }
    await payAndGenerate().click();
    await typeCard();
    await page.getByRole('button', { name: /^Pay \$/ }).click();
    await expect.element(stepHeading(NOT_CREATED)).toBeVisible();
    await expect.element(button('Undo')).not.toBeInTheDocument();
  });

  it('repeats an earlier shipment', async () => {
    await keepDraft({ sender: { ...SENDER, ...EMPTY }, touched: [] });
    const { currentPath } = await open('?from=s1');
    await expect.element(page.getByText(`Filled from your shipment to ${RECIPIENT.fullName}`)).toBeVisible();
    await expect.poll(currentPath).toBe(PAGES.createLabel);
    await expect.element(stepHeading('Sender')).toBeVisible();
    await continueButton().click();
    await expect.element(stepHeading('Recipient')).toBeVisible();
    await theValue('zipCode').toBe(RECIPIENT.zipCode);
  });
});

describe('a label that is created after the page was left', () => {
  it('is announced and does not change the other page', async () => {
    const label = Promise.withResolvers<Response>();
    await keepDraftAtRates(OFFERS);
    const { callsTo, currentPath, router } = await open('', {
      ...PAGES_WAIT,
      // Otherwise the payment dialog waits for it until the request times out.
      [`GET ${API.balance}`]: () => json(NO_BALANCE),
      [LABEL]: () => label.promise,
    });
    await payAndGenerate().click();
    await typeCard();
    await page.getByRole('button', { name: /^Pay \$/ }).click();
    await expect.poll(() => callsTo(LABEL)).toHaveLength(1);
    const history = `${PAGES.shippingHistory}?page=2`;
    await router.navigate(history);
    await expect.element(page.getByRole('heading', { level: 1, name: LABELS.shippingHistory })).toBeVisible();
    label.resolve(json(LABEL_ANSWER));
    await expect.element(toastWith(WIZARD.labelGenerated)).toBeVisible();
    expect(currentPath()).toBe(history);
  });
});

describe('a payment without a label', () => {
  it('shows its reference, survives a reload, and ends in one label for one payment', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    await keepDraftAtRates(OFFERS);
    const before = await open('', { [LABEL]: () => json({}, 500) });
    await payAndGenerate().click();
    await typeCard();
    await page.getByRole('button', { name: /^Pay \$/ }).click();
    await expect.element(toastWith(WIZARD.labelFailed)).toBeVisible();
    await expect.element(stepHeading(NOT_CREATED)).toBeVisible();
    await expect.element(page.getByText(/You won’t be charged again/)).toBeVisible();
    await expect.element(page.getByText(/^pi_test_/)).toBeVisible();

    await cleanup();
    const after = await open();
    await expect.element(stepHeading(NOT_CREATED)).toBeVisible();
    await expect.element(payAndGenerate()).not.toBeInTheDocument();
    await button('Try again').click();
    await expect.element(stepHeading('Label ready')).toBeVisible();
    const keys = [...before.callsTo(LABEL), ...after.callsTo(LABEL)].map(keyOf);
    expect(new Set(keys).size).toBe(1);
    expect(keys).toHaveLength(2);
    expect(after.callsTo(CONFIRM)).toEqual([]);
  });

  it('is looked up when the page was closed while the card was being checked', async () => {
    await keepDraftAtRates(OFFERS);
    await keepDraft({
      step: 'rates',
      recipient: RECIPIENT,
      purchase: {
        state: 'confirming',
        paymentIntentId: 'pi_test_1',
        labelKey: 'key-of-the-label',
        amountCents: 1287,
        at: '2026-11-16T09:00:00.000Z',
      },
    });
    const { callsTo } = await open('', { [TRANSACTION]: () => json({ transaction: shipmentOf() }) });
    await expect.element(stepHeading('Label ready')).toBeVisible();
    expect(callsTo(LABEL).map(keyOf)).toEqual(['key-of-the-label']);
  });

  const cancelUnknownPayment = async (answers: Answers = {}) => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    await keepDraftAtRates(OFFERS);
    const app = await open('', { [CONFIRM]: networkFailure, ...answers });
    await payAndGenerate().click();
    await typeCard();
    await page.getByRole('button', { name: /^Pay \$/ }).click();
    await expect.element(page.getByText(PAYMENT.unexpected)).toBeVisible();
    await button(PAYMENT.cancel).click();
    return app;
  };

  it('is looked up when the dialog is canceled before its result is known', async () => {
    const { callsTo } = await cancelUnknownPayment();
    await expect.element(stepHeading('Label ready')).toBeVisible();
    expect(callsTo(LABEL)).toHaveLength(1);
  });

  it('returns to the rates when the canceled payment was not made', async () => {
    const { callsTo } = await cancelUnknownPayment({ [LABEL]: () => json({ message: 'Not paid.' }, 402) });
    await expect.element(toastWith('Your payment was not completed. You were not charged.')).toBeVisible();
    await expect.element(stepHeading('Rates')).toHaveFocus();
    await expect.element(payAndGenerate()).toBeEnabled();
    expect(callsTo(LABEL)).toHaveLength(1);
  });
});
