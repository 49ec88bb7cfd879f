import { CUSTOMS } from '@lading/contract/customs/customs-messages.ts';
import { API } from '@lading/contract/routes.ts';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { BERLIN, customsOf, openPackageTo } from '../../../test/customs.ts';
import { json } from '../../../test/fake-server.ts';
import { scanScreen } from '../../../test/scan.ts';
import { button, main } from '../../../test/screen.ts';
import {
  continueButton,
  fillStep,
  payAndGenerate,
  RECIPIENT,
  rateOf,
  stepHeading,
} from '../../../test/wizard.ts';

const RATES = `POST ${API.rates}`;
const INTENT = `POST ${API.createPaymentIntent}`;
const extras = () => button(/^Extras/);
const says = (text: string | RegExp) => expect.element(main().getByText(text)).toBeVisible();

it('extras are sent with the request, and the rate and the payment show their prices', async () => {
  const lines = [
    { text: 'Adult signature', amount: 8.85 },
    { text: 'Insurance', amount: 2.5 },
    { text: 'Saturday delivery, included', amount: 0 },
  ];
  const { callsTo } = await openPackageTo(
    RECIPIENT,
    {},
    {
      [RATES]: () => json({ rates: [rateOf({ extras: lines })], messages: [] }),
      [INTENT]: () => json({ clientSecret: 's', amount: 1287, paymentIntentId: 'pi_1' }),
    },
  );
  await expect.element(extras()).toHaveAttribute('aria-expanded', 'false');
  await extras().click();
  await fillStep({
    'extras.signature': 'adult',
    'extras.insuredValue': '250',
    'extras.batteries': 'in_device',
  });
  await page.getByRole('checkbox', { name: /^Saturday delivery/ }).click();
  expect(await scanScreen({ widths: [390, 1440] })).toEqual([]);
  await extras().click();
  await says(
    'Adult signature required, Insured for $250.00, Saturday delivery, Lithium batteries: inside the device',
  );
  await continueButton().click();
  await expect.element(stepHeading('Rates')).toBeVisible();
  expect(callsTo(RATES).at(-1)?.body).toMatchObject({
    extras: { signature: 'adult', insuredValue: 250, saturdayDelivery: true, batteries: 'in_device' },
  });
  await says('Adult signature: $8.85, included in the price');
  await says('Insurance: $2.50, included in the price');
  await says(/^Saturday delivery, included$/);
  await payAndGenerate().click();
  const dialog = page.getByRole('dialog');
  await expect.element(dialog.getByText('Adult signature: $8.85, included in the price')).toBeVisible();
});

it('extras refuse an amount that is too high, unreadable or above the value of the items', async () => {
  await openPackageTo(BERLIN, { customs: customsOf() });
  await extras().click();
  await fillStep({ 'extras.insuredValue': '10001' });
  await extras().click();
  await continueButton().click();
  await says(CUSTOMS.insuranceTooHigh);
  await expect.poll(() => document.activeElement?.getAttribute('name')).toBe('extras.insuredValue');
  await fillStep({ 'extras.insuredValue': '2,50' });
  await says('Please enter an amount in dollars, such as 250.');
  await fillStep({ 'extras.insuredValue': '38' });
  await says(CUSTOMS.insuranceAboveValue);
});
