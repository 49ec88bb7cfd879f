import { ADDRESS_FORM, PHONE } from '@lading/contract/messages.ts';
import { API, PAGES } from '@lading/contract/routes.ts';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { openApp } from '../../../test/app.tsx';
import { type Answers, json } from '../../../test/fake-server.ts';
import { scanScreen } from '../../../test/scan.ts';
import { button, main, toastWith } from '../../../test/screen.ts';
import { longIt } from '../../../test/tier.ts';
import {
  continueButton,
  control,
  fillStep,
  keepDraft,
  RECIPIENT,
  SENDER,
  stepHeading,
  WIZARD_ANSWERS,
} from '../../../test/wizard.ts';
import { type AddressValues, EMPTY_ADDRESS } from '../../ui/address-form/address-values.ts';
import { COPY as FORM_COPY } from '../../ui/address-form/copy.ts';

const VALIDATE = `POST ${API.validateAddress}`;
/** Looked up while an address is being typed. */
const LOOKUPS: Answers = {
  [`GET ${API.places}`]: () => json({ suggestions: [] }),
  [`GET ${API.zip}/78701`]: () => json({ city: 'Austin', state: 'TX', country: 'US' }),
  [`GET ${API.zip}/97209`]: () => json({ city: 'Portland', state: 'OR', country: 'US' }),
};
/** The fields of an empty form. */
const typed = ({ country: _, company: __, ...fields }: AddressValues) => fields;
const TYPED_RECIPIENT = typed(RECIPIENT);
const TYPED_SENDER = typed(SENDER);

afterEach(() => {
  vi.restoreAllMocks();
});

const alerts = () => main().getByRole('alert');
const theValue = (name: string) => expect.poll(() => control(name).value);
const company = () => main().getByRole('textbox', { name: /^Company/ });
const focusOn = (name: string) => expect.poll(() => document.activeElement === control(name)).toBe(true);

async function openStep(step: 'sender' | 'recipient', answers: Answers = {}) {
  await keepDraft({
    step,
    ...(step === 'recipient' && { recipient: EMPTY_ADDRESS }),
    verified: { sender: step === 'recipient', recipient: false },
  });
  const app = await openApp(PAGES.createLabel, {
    as: 'client',
    answers: { ...WIZARD_ANSWERS, ...LOOKUPS, [VALIDATE]: () => json({ isValid: true }), ...answers },
  });
  await expect.element(stepHeading(step === 'sender' ? 'Sender' : 'Recipient')).toBeVisible();
  return app;
}

/** Pastes at the cursor, as a user would. */
async function paste(text: string, name: string) {
  const source = document.createElement('textarea');
  source.value = text;
  document.body.append(source);
  source.select();
  await userEvent.copy();
  source.remove();
  control(name).focus();
  await userEvent.paste();
}

describe('the address steps', () => {
  it('ask for every field in the specified words, and fix a phone number only on request', async () => {
    await openStep('recipient');
    await continueButton().click();
    for (const [name, sentence] of [
      ['fullName', ADDRESS_FORM.nameRequired],
      ['email', ADDRESS_FORM.emailRequired],
      ['phone', ADDRESS_FORM.phoneRequired],
      ['address', ADDRESS_FORM.streetRequired],
      ['city', ADDRESS_FORM.cityRequired],
      ['state', ADDRESS_FORM.stateRequired],
      ['zipCode', ADDRESS_FORM.zipRequired],
    ] as const) {
      await expect.element(main().getByText(sentence, { exact: true })).toBeVisible();
      const message = control(name).getAttribute('aria-describedby')?.split(' ').at(-1) ?? '';
      expect(document.getElementById(message)?.textContent).toBe(sentence);
    }
    await focusOn('fullName');
    await expect.element(alerts().getByText('7 fields need your attention.')).toBeVisible();

    await fillStep({ phone: '512 555' });
    await expect.element(main().getByText(PHONE.tenDigits, { exact: true })).toBeVisible();
    await fillStep({ phone: '+1 512 555 0188' });
    await expect.element(main().getByText(PHONE.countryCode, { exact: true })).toBeVisible();
    await button('Use (512) 555-0188').click();
    await expect.element(main().getByText(PHONE.countryCode, { exact: true })).not.toBeInTheDocument();
    await theValue('phone').toBe('(512) 555-0188');

    // Another country has its own states, or none.
    await fillStep({ country: 'CA' });
    await expect.poll(() => control('state').querySelectorAll('option').length).toBe(14);
    await fillStep({ country: 'DE' });
    await expect.poll(() => control('state').getAttribute('type')).toBe(null);
    expect(control('country').querySelectorAll('option').length).toBeGreaterThan(240);
  });

  it('split a pasted address into fields, undo it, and fill in a saved one', async () => {
    const saved = { ...RECIPIENT, company: 'Harbor Books', id: 'a1', nickname: 'Studio' };
    await openStep('recipient', { [`GET ${API.savedAddresses}`]: () => json({ addresses: [saved] }) });
    await paste('Marcus Bell\n77 Beale St Fl 3\nSan Francisco, CA 94105\nplease ring twice', 'fullName');
    await expect.element(page.getByText(/^Filled in \d fields from the pasted text$/)).toBeVisible();
    await expect.element(page.getByText('please ring twice')).toBeVisible();
    await theValue('city').toBe('San Francisco');
    await theValue('state').toBe('CA');
    await button('Undo').click();
    await theValue('city').toBe('');
    // A name with a comma is a name.
    await paste('Bell, Marcus', 'fullName');
    await theValue('fullName').toBe('Bell, Marcus');
    expect(control('address').value).toBe('');

    // Two keys fill a form from the address book. Only then there is a company.
    await expect.element(company()).not.toBeInTheDocument();
    await fillStep({ fullName: '' });
    await userEvent.keyboard('st');
    await expect.element(page.getByRole('option', { name: /Studio/ })).toBeVisible();
    await userEvent.keyboard('{ArrowDown}{Enter}');
    await theValue('address').toBe(RECIPIENT.address);
    expect(control('email').value).toBe(RECIPIENT.email);
    expect(control('company').value).toBe('Harbor Books');
    await fillStep({ company: '' });
    await expect.element(company()).toBeVisible();
    await continueButton().click();
    await expect.element(stepHeading('Package')).toBeVisible();
  });

  it('cannot be undone or pasted over while they are being verified', async () => {
    const verified = Promise.withResolvers<Response>();
    await openStep('recipient', { [VALIDATE]: () => verified.promise });
    await fillStep(TYPED_RECIPIENT);
    await paste('Marcus Bell\n77 Beale St Fl 3\nSan Francisco, CA 94105', 'fullName');
    await theValue('city').toBe('San Francisco');
    await button('Paste an address').click();
    await page.getByLabelText(FORM_COPY.pasteLabel).fill('Dana Reyes, 500 W 2nd St, Austin, TX 78701');
    await expect.element(button('Fill in fields')).toBeEnabled();
    await continueButton().click();
    await expect.element(button('Undo')).not.toBeInTheDocument();
    await expect.element(button('Fill in fields')).toBeDisabled();
    verified.resolve(json({ isValid: false, validationResults: { messages: [] } }));
    await expect.element(button('Undo')).toBeVisible();
    await expect.element(button('Fill in fields')).toBeEnabled();
  });

  it('fill city and state from the ZIP code, and show what is typed in the preview', async () => {
    await openStep('recipient');
    const { city, state, ...others } = TYPED_RECIPIENT;
    await fillStep(others);
    await theValue('city').toBe(city);
    await theValue('state').toBe(state);
    await expect.element(page.getByText('Austin, TX filled from ZIP').first()).toBeVisible();
    await expect
      .element(page.getByRole('img', { name: /^Label preview\./ }))
      .toHaveAccessibleName(/To Dana Reyes, Austin TX 78701\./);
  });

  it('recommend the verified address', async () => {
    const { address2: street2, city, state, zipCode: zip, country } = RECIPIENT;
    const suggestedAddress = { street1: '500 W Second St', street2, city, state, zip, country };
    const { callsTo } = await openStep('recipient', {
      [VALIDATE]: () => json({ isValid: true, suggestedAddress }),
    });
    await fillStep({ ...TYPED_RECIPIENT, address: '500 West Second Street' });
    await continueButton().click();
    const dialog = page.getByRole('dialog', { name: ADDRESS_FORM.recommendation });
    const [suggested, original] = [dialog.getByLabelText(/^Suggested/), dialog.getByLabelText(/^Original/)];
    await expect.element(suggested).toBeChecked();
    const marks = [...dialog.element().querySelectorAll('mark')].map(({ textContent }) => textContent);
    expect(marks).toEqual(['changed: W', 'changed: St', 'changed: West', 'changed: Street']);
    expect(await scanScreen({ widths: [390] })).toEqual([]);
    // Escape means 'Edit Address': the suggestion is not applied, and the address is checked again.
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(stepHeading('Recipient')).toBeVisible();
    await continueButton().click();
    await original.click();
    await dialog.getByRole('button', { name: ADDRESS_FORM.edit }).click();
    await theValue('address').toBe('500 West Second Street');
    await continueButton().click();
    await expect.element(suggested).toBeChecked();
    await original.click();
    await dialog.getByRole('button', { name: ADDRESS_FORM.save }).click();
    await expect.element(stepHeading('Package')).toBeVisible();
    await button('Back').click();
    await theValue('address').toBe('500 West Second Street');
    expect(callsTo(VALIDATE)).toHaveLength(3);
    await continueButton().click();
    await dialog.getByRole('button', { name: ADDRESS_FORM.save }).click();
    await expect.element(stepHeading('Package')).toBeVisible();
    await button('Back').click();
    await theValue('address').toBe('500 W Second St');
  });

  it.each([
    ['sender', ADDRESS_FORM.invalidSender, ADDRESS_FORM.senderCheckFailed, TYPED_SENDER, 'Recipient'],
    [
      'recipient',
      ADDRESS_FORM.invalidRecipient,
      ADDRESS_FORM.recipientCheckFailed,
      TYPED_RECIPIENT,
      'Package',
    ],
  ] as const)(
    'say that an address is unknown or could not be verified (%s)',
    async (side, invalid, failed, fields, nextStep) => {
      vi.spyOn(console, 'error').mockImplementation(() => {});
      const answers = [
        () =>
          json({ isValid: false, validationResults: { messages: [{ text: 'The street is not known.' }] } }),
        () => json({ isValid: false, validationResults: { messages: [] } }),
        () => json({}, 500),
      ];
      await openStep(side, { [VALIDATE]: () => answers.shift()?.() ?? json({ isValid: true }) });
      await fillStep(fields);
      for (const sentence of ['The street is not known.', invalid]) {
        await continueButton().click();
        await expect.element(alerts().getByText(sentence)).toBeVisible();
        await expect.element(toastWith(ADDRESS_FORM.notVerified)).toBeVisible();
        await focusOn('address');
      }
      await continueButton().click();
      await expect.element(alerts().getByText(failed, { exact: true })).toBeVisible();
      await button('Try again').click();
      await expect.element(stepHeading(nextStep)).toBeVisible();
    },
  );

  longIt('have no accessibility violation with a refused form and the box for a pasted address', async () => {
    await openStep('sender');
    await fillStep({ phone: '+1 512 555 0188', city: '' });
    await continueButton().click();
    await expect.element(main().getByText(ADDRESS_FORM.cityRequired)).toBeVisible();
    await button('Paste an address').click();
    expect(await scanScreen({ widths: [1440] })).toEqual([]);
  });
});
