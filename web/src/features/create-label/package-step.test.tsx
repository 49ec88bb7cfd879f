import { PARCEL_FORM, WIZARD } from '@lading/contract/messages.ts';
import { API, PAGES } from '@lading/contract/routes.ts';
import { afterEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { openApp } from '../../../test/app.tsx';
import { type Answers, json } from '../../../test/fake-server.ts';
import { PACKAGES } from '../../../test/order-rules.ts';
import { scanScreen } from '../../../test/scan.ts';
import { button, main, toastWith } from '../../../test/screen.ts';
import {
  continueButton,
  control,
  fillStep,
  keepDraft,
  RECIPIENT,
  rateOf,
  stepHeading,
  WIZARD_ANSWERS,
} from '../../../test/wizard.ts';

const RATES = `POST ${API.rates}`;
const SMALL_BOX = {
  id: 'p1',
  nickname: 'Small box',
  type: 'package',
  length: 8,
  width: 6,
  height: 4,
  weight: null,
};

afterEach(() => {
  vi.restoreAllMocks();
});

const theValue = (name: string) => expect.poll(() => control(name).value);

async function openPackage(answers: Answers = {}) {
  await keepDraft({ step: 'package', recipient: RECIPIENT, verified: { sender: true, recipient: true } });
  const app = await openApp(PAGES.createLabel, {
    as: 'client',
    answers: {
      ...WIZARD_ANSWERS,
      [`GET ${API.savedParcels}`]: () => json({ parcels: [SMALL_BOX] }),
      ...answers,
    },
  });
  await expect.element(stepHeading('Package')).toBeVisible();
  return app;
}

it('asks for weight and size, without an accessibility violation', async () => {
  await openPackage();
  await continueButton().click();
  for (const sentence of Object.values(PARCEL_FORM))
    await expect.element(main().getByText(sentence, { exact: true })).toBeVisible();
  await expect.poll(() => document.activeElement === control('weight')).toBe(true);
  expect(await scanScreen({ widths: [1440] })).toEqual([]);
});

it('also offers the packages of orders, and keeps the weight that was typed', async () => {
  await openPackage({ [`GET ${API.packages}`]: () => json(PACKAGES) });
  await fillStep({ weight: '2.5' });
  await button('Medium box').click();
  await theValue('length').toBe('10');
  await theValue('weight').toBe('2.5');
  // Saved in the profile, so it is listed once.
  await expect.element(button('Small box')).toBeVisible();
  await expect.element(button('Crate')).not.toBeInTheDocument();
});

it('supports saved packages, ounces and envelopes', async () => {
  await openPackage();
  await button('Small box').click();
  await theValue('length').toBe('8');
  await fillStep({ ounces: '24' });
  await theValue('weight').toBe('1.5');
  expect(control('weight').getAttribute('step')).toBe('0.1');
  await page.getByRole('radio', { name: 'Envelope' }).click();
  await expect.element(main().getByText('Envelope: 12 × 9 × 0.25 in')).toBeVisible();
  expect(document.querySelector('form[data-step] [name=length]')).toBeNull();
  await page.getByRole('radio', { name: 'Package' }).click();
  await theValue('length').toBe('8');
});

it('offers today and tomorrow as ship dates, and no day in the past', async () => {
  await openPackage();
  const today = new Date().toISOString().slice(0, 10);
  await theValue('shippingDate').toBe(today);
  expect(control('shippingDate').getAttribute('min')).toBe(today);
  await button('Tomorrow').click();
  await expect.poll(() => control('shippingDate').value > today).toBe(true);
  await fillStep({ shippingDate: '2020-01-01' });
  await continueButton().click();
  await expect.element(main().getByText('Shipping date cannot be in the past')).toBeVisible();
  await button('Today').click();
  await theValue('shippingDate').toBe(today);
});

it('says that rates could not be loaded, and loads them on the next try', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const { answer, callsTo } = await openPackage({ [RATES]: () => json({}, 500) });
  await fillStep({ weight: '2', length: '12', width: '9', height: '4' });
  await continueButton().click();
  await expect.element(toastWith(WIZARD.ratesFailed)).toBeVisible();
  await expect.element(main().getByRole('alert').getByText(WIZARD.ratesFailed)).toBeVisible();
  await expect.element(stepHeading('Package')).toBeVisible();
  answer({ [RATES]: () => json({ rates: [rateOf()], messages: [] }) });
  await continueButton().click();
  await expect.element(stepHeading('Rates')).toHaveFocus();
  await expect.element(toastWith(WIZARD.ratesReceived)).toBeVisible();
  expect(callsTo(RATES).at(-1)?.body).toMatchObject({
    package: { type: 'package', weight: 2, length: 12, width: 9, height: 4 },
  });
});

it('does not show rates for a shipment that was edited while they were loading', async () => {
  const first = Promise.withResolvers<Response>();
  const { answer, callsTo } = await openPackage({ [RATES]: () => first.promise });
  await fillStep({ weight: '1', length: '12', width: '9', height: '4' });
  await continueButton().click();
  await expect.poll(() => callsTo(RATES)).toHaveLength(1);
  await fillStep({ weight: '10' });
  first.resolve(json({ rates: [rateOf({ serviceName: 'Ground Advantage' })], messages: [] }));
  await expect.element(continueButton()).toBeVisible();
  expect(toastWith(WIZARD.ratesReceived).elements()).toEqual([]);
  answer({ [RATES]: () => json({ rates: [rateOf({ serviceName: 'Priority Mail' })], messages: [] }) });
  await continueButton().click();
  await expect.element(main().getByText('Priority Mail').first()).toBeVisible();
  expect(callsTo(RATES).at(-1)?.body).toMatchObject({ package: { weight: 10 } });
});
