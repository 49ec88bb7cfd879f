import { CUSTOMS } from '@lading/contract/customs/customs-messages.ts';
import { API } from '@lading/contract/routes.ts';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { BERLIN, CANDLE, customsOf, openPackageTo, SAN_JUAN, SAO_PAULO } from '../../../../test/customs.ts';
import { json } from '../../../../test/fake-server.ts';
import { scanScreen } from '../../../../test/scan.ts';
import { button, main } from '../../../../test/screen.ts';
import { tabTo } from '../../../../test/tabbing.ts';
import { longIt } from '../../../../test/tier.ts';
import {
  continueButton,
  control,
  fillStep,
  RECIPIENT,
  rateOf,
  stepHeading,
} from '../../../../test/wizard.ts';

const RATES = `POST ${API.rates}`;
const RATES_ANSWER = { [RATES]: () => json({ rates: [rateOf()], messages: [] }) };
const EXEMPT =
  'No export filing needed: the goods under each HS code are worth $2,500 or less (NOEEI 30.37(a)).';

const section = () => page.getByRole('region', { name: 'What’s inside' });
const says = (text: string | RegExp) => expect.element(main().getByText(text)).toBeVisible();
const focusIsOn = (name: string) =>
  expect.poll(() => document.activeElement?.getAttribute('name')).toBe(name);

afterEach(() => {
  vi.restoreAllMocks();
});

describe('what’s inside', () => {
  it('is not asked for a parcel within the US', async () => {
    const { callsTo } = await openPackageTo(RECIPIENT, {}, RATES_ANSWER);
    await expect.element(section()).not.toBeInTheDocument();
    await continueButton().click();
    await expect.element(stepHeading('Rates')).toBeVisible();
    const body = callsTo(RATES).at(-1)?.body;
    expect(body).not.toHaveProperty('customs');
    expect(body).not.toHaveProperty('extras');
  });

  it('shows every problem at its field, without an accessibility violation', async () => {
    await openPackageTo(BERLIN);
    await says(/^As of July 1, 2026, the EU charges a duty of EUR 3/);
    await expect.poll(() => control('customs.signer').value).toBe('Ada Park');
    await continueButton().click();
    await focusIsOn('customs.items.0.description');
    for (const sentence of [
      CUSTOMS.descriptionRequired,
      CUSTOMS.weightRequired,
      CUSTOMS.valueRequired,
      CUSTOMS.hsRequired,
      CUSTOMS.originRequired,
    ])
      await says(sentence);
    expect(await scanScreen({ widths: [390, 1440] })).toEqual([]);
  });

  it('adds up the items and sends them, with the exemption explained', async () => {
    const { callsTo } = await openPackageTo(BERLIN, {}, RATES_ANSWER);
    await fillStep({
      'customs.items.0.description': 'Soy wax candle',
      'customs.items.0.quantity': '2',
      'customs.items.0.unitWeight': '8',
      'customs.items.0.unitValue': '$18.50',
      'customs.items.0.hsCode': '340600',
      'customs.items.0.origin': 'US',
    });
    await says('2 units, $37.00 total');
    await says('Items 16 oz, package 32 oz');
    await says(EXEMPT);
    await button('Add item').click();
    await focusIsOn('customs.items.1.description');
    await button('Remove item 2').click();
    await expect.element(button('Add item')).toHaveFocus();
    await expect.poll(() => control('customs.signer').value).toBe('Ada Park');
    await continueButton().click();
    await expect.element(stepHeading('Rates')).toBeVisible();
    expect(callsTo(RATES).at(-1)?.body).toMatchObject({
      customs: {
        contentsType: 'merchandise',
        nonDelivery: 'return',
        signer: 'Ada Park',
        itn: '',
        senderTaxId: null,
        recipientTaxId: null,
        items: [
          {
            description: 'Soy wax candle',
            quantity: '2',
            unitWeight: '8',
            unitValue: '18.50',
            hsCode: '3406.00',
            origin: 'US',
            sku: '',
          },
        ],
      },
    });
  });

  longIt('is filled in and sent with the keyboard alone', async () => {
    const { callsTo } = await openPackageTo(BERLIN, {}, RATES_ANSWER);
    await expect.poll(() => control('customs.signer').value).toBe('Ada Park');
    const type = async (name: string, text: string) => {
      await tabTo(page.elementLocator(control(name)));
      await userEvent.keyboard(text);
    };
    await type('customs.items.0.description', 'Soy wax candle');
    await type('customs.items.0.quantity', '{Control>}a{/Control}2');
    await type('customs.items.0.unitWeight', '8');
    await type('customs.items.0.unitValue', '18.50');
    await type('customs.items.0.hsCode', '340600');
    await type('customs.items.0.origin', 'United States');
    await tabTo(button('Add item'));
    await userEvent.keyboard('{Enter}');
    await focusIsOn('customs.items.1.description');
    await userEvent.tab({ shift: true });
    await expect.element(button('Remove item 2')).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.element(button('Add item')).toHaveFocus();
    await tabTo(button(/^Tax IDs/));
    await userEvent.keyboard('{Enter}');
    await type('customs.senderTaxId.number', '91-1144442');
    await tabTo(button(/^Extras/));
    await userEvent.keyboard('{Enter}');
    await type('extras.insuredValue', '37{Enter}');
    await expect.element(stepHeading('Rates')).toHaveFocus();
    expect(callsTo(RATES).at(-1)?.body).toMatchObject({
      customs: {
        senderTaxId: { kind: 'US-EIN', number: '91-1144442' },
        items: [{ description: 'Soy wax candle', quantity: '2', hsCode: '3406.00', origin: 'US' }],
      },
      extras: { insuredValue: 37 },
    });
  });

  it('warns about gifts and asks to explain other contents', async () => {
    await openPackageTo(BERLIN);
    await fillStep({ 'customs.contentsType': 'gift' });
    await says('Only for gifts from one person to another. An order that a customer paid for is not a gift.');
    await fillStep({ 'customs.contentsType': 'other' });
    await continueButton().click();
    await focusIsOn('customs.contentsExplanation');
    await says(CUSTOMS.explanationRequired);
  });

  it('refuses items that are heavier than the package', async () => {
    await openPackageTo(BERLIN, { customs: customsOf({ items: [{ ...CANDLE, quantity: '5' }] }) });
    await continueButton().click();
    await says(CUSTOMS.itemsHeavierThanParcel);
    await expect.poll(() => document.activeElement?.hasAttribute('data-problem')).toBe(true);
    expect(await scanScreen({ widths: [1440] })).toEqual([]);
  });

  it('asks for an ITN above $2,500 and for goods that need a license', async () => {
    const { callsTo } = await openPackageTo(
      BERLIN,
      { customs: customsOf({ items: [{ ...CANDLE, unitValue: '1500' }] }) },
      RATES_ANSWER,
    );
    await continueButton().click();
    await focusIsOn('customs.itn');
    await says(CUSTOMS.itnRequired);
    await fillStep({ 'customs.items.0.unitValue': '20' });
    await says(EXEMPT);
    await page.getByRole('checkbox', { name: 'These goods need an export license' }).click();
    await fillStep({ 'customs.itn': 'AES X20261116123456' });
    await continueButton().click();
    await expect.element(stepHeading('Rates')).toBeVisible();
    expect(callsTo(RATES).at(-1)?.body).toMatchObject({
      customs: { needsLicense: true, itn: 'AES X20261116123456' },
    });
  });

  it('asks for the recipient’s tax ID where customs requires it', async () => {
    const { callsTo } = await openPackageTo(SAO_PAULO, { customs: customsOf() }, RATES_ANSWER);
    await continueButton().click();
    await focusIsOn('customs.recipientTaxId.number');
    await says(CUSTOMS.taxIdRequired);
    await fillStep({ 'customs.recipientTaxId.number': '390.533.447-05' });
    await continueButton().click();
    await expect.element(stepHeading('Rates')).toBeVisible();
    expect(callsTo(RATES).at(-1)?.body).toMatchObject({
      customs: { recipientTaxId: { kind: 'BR-CPF', number: '390.533.447-05' } },
    });
  });

  it('keeps optional tax IDs closed until they are wanted or wrong', async () => {
    await openPackageTo(BERLIN, { customs: customsOf({ senderTaxId: { kind: 'EU-IOSS', number: '?' } }) });
    await expect.element(button(/^Tax IDs/)).toHaveAttribute('aria-expanded', 'false');
    await continueButton().click();
    await focusIsOn('customs.senderTaxId.number');
    await expect.element(button(/^Tax IDs/)).toHaveAttribute('aria-expanded', 'true');
    await says(CUSTOMS.taxIdInvalid);
  });
});

describe('what’s inside a parcel to Puerto Rico', () => {
  it('is optional, because USPS does not need it', async () => {
    const { callsTo } = await openPackageTo(SAN_JUAN, {}, RATES_ANSWER);
    await says('UPS, FedEx and DHL need a customs declaration for Puerto Rico. USPS does not.');
    expect(await scanScreen({ widths: [390] })).toEqual([]);
    await page.getByRole('checkbox', { name: 'List what’s inside to get rates from all carriers' }).click();
    await continueButton().click();
    await focusIsOn('customs.items.0.description');
    await page.getByRole('checkbox', { name: 'List what’s inside to get rates from all carriers' }).click();
    await continueButton().click();
    await expect.element(stepHeading('Rates')).toBeVisible();
    expect(callsTo(RATES).at(-1)?.body).not.toHaveProperty('customs');
  });

  it('is offered where a carrier gave no rate without it', async () => {
    const messages = [{ carrier: 'UPS', text: CUSTOMS.declarationRequired }];
    await openPackageTo(SAN_JUAN, {}, { [RATES]: () => json({ rates: [rateOf()], messages }) });
    await continueButton().click();
    await says(CUSTOMS.declarationRequired);
    await button('List what’s inside').click();
    await expect.element(stepHeading('Package')).toBeVisible();
    await expect.poll(() => control('customs.items.0.description').value).toBe('');
  });
});

describe('what’s inside a parcel to a military address', () => {
  it('needs neither an HS code nor an export filing, and shows no rule of a country', async () => {
    await openPackageTo({ ...RECIPIENT, city: 'APO', state: 'AE', zipCode: '09001' });
    await says('Packages to and from military addresses need a customs declaration.');
    expect(control('customs.items.0.hsCode').getAttribute('aria-required')).toBeNull();
    await expect.element(main().getByText(/^As of /)).not.toBeInTheDocument();
    await expect.element(main().getByText(/export/)).not.toBeInTheDocument();
  });
});

describe('a field that the server refuses', () => {
  it('gets the focus and its error message, and keeps everything that was typed', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    const message = 'This HS code does not exist.';
    const refuse = () =>
      json(
        {
          error: 'VALIDATION_FAILED',
          message: 'Please check the highlighted fields.',
          fields: [{ path: 'customs.items.1.hsCode', message }],
        },
        400,
      );
    const items = [
      CANDLE,
      { ...CANDLE, id: 'second', description: 'Match box', hsCode: '3605.99', quantity: '1' },
    ];
    await openPackageTo(BERLIN, { customs: customsOf({ items }) }, { [RATES]: refuse });
    await continueButton().click();
    await focusIsOn('customs.items.1.hsCode');
    await says(message);
    expect(control('customs.items.1.description').value).toBe('Match box');
    await userEvent.fill(control('customs.items.1.hsCode'), '3605.00');
    await expect.element(main().getByText(message)).not.toBeInTheDocument();
  });
});

describe('a declaration', () => {
  it('is in the draft and remembers who signed it', async () => {
    const { router } = await openPackageTo(BERLIN, { customs: customsOf({ signer: '' }) }, RATES_ANSWER);
    await fillStep({ 'customs.signer': 'Sam Ortiz' });
    await continueButton().click();
    await expect.element(stepHeading('Rates')).toBeVisible();
    await router.navigate('/client/profile');
    await router.navigate('/client/create-label');
    await expect.element(stepHeading('Rates')).toBeVisible();
    await button('Back').click();
    await expect.poll(() => control('customs.items.0.description').value).toBe('Soy wax candle');
    await expect.poll(() => control('customs.signer').value).toBe('Sam Ortiz');
    await button('Start over').click();
    await expect.element(stepHeading('Sender')).toBeVisible();
  });
});
