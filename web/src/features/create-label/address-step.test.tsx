import { ADDRESS_FORM } from '@lading/contract/messages.ts';
import { API, PAGES } from '@lading/contract/routes.ts';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { openApp } from '../../../test/app.tsx';
import { json } from '../../../test/fake-server.ts';
import { field, main, toastWith } from '../../../test/screen.ts';
import { continueButton, keepDraft, RECIPIENT, stepHeading, WIZARD_ANSWERS } from '../../../test/wizard.ts';

const VALIDATE = `POST ${API.validateAddress}`;
const LONDON = {
  ...RECIPIENT,
  phone: '+44 20 7946 0958',
  address: '10 Downing St',
  address2: '',
  city: 'London',
  state: 'England',
  zipCode: 'SW1A 2AA',
  country: 'GB',
};

async function openRecipient(recipient: typeof RECIPIENT, answer: unknown = { isValid: true }) {
  await keepDraft({ step: 'recipient', recipient, verified: { sender: true, recipient: false } });
  const app = await openApp(PAGES.createLabel, {
    as: 'client',
    answers: { ...WIZARD_ANSWERS, [VALIDATE]: () => json(answer) },
  });
  await expect.element(page.getByRole('heading', { level: 2, name: 'Recipient' })).toBeVisible();
  return app;
}
const next = () => continueButton().click();
const onPackageStep = () => expect.element(stepHeading('Package')).toBeVisible();

describe('a foreign recipient', () => {
  it('loses the US state when the country changes', async () => {
    await openRecipient(RECIPIENT);
    await userEvent.selectOptions(page.getByRole('combobox', { name: 'Country' }), 'GB');
    await expect.element(field('Region optional')).toHaveValue('');
    await expect.element(main().getByText('Not printed on the label.')).toBeVisible();
    await next();
    await expect
      .element(main().getByText(/^Postcode “78701” is not valid in the United Kingdom/))
      .toBeVisible();
    await expect.element(main().getByText(/Phone number must start with \+/)).toBeVisible();
  });

  it('is shown and sent in the format of the country', async () => {
    const { callsTo } = await openRecipient(LONDON);
    const label = page.getByRole('img', { name: /^Label preview/ });
    await expect.element(label).toHaveAccessibleName(/To Dana Reyes, London SW1A 2AA, United Kingdom\./);
    const lines = [...label.element().querySelectorAll('.label-to .label-line')].map(
      (line) => line.textContent,
    );
    expect(lines.slice(-2)).toEqual(['London SW1A 2AA', 'United Kingdom']);
    await next();
    await onPackageStep();
    expect(callsTo(VALIDATE)[0]?.body).toMatchObject({ state: 'England', country: 'GB' });
    await expect.element(page.getByText('Dana Reyes, London, United Kingdom').first()).toBeInTheDocument();
  });
});

describe('the verification response', () => {
  it('may be “invalid” without a reason', async () => {
    await openRecipient(RECIPIENT, { isValid: false });
    await next();
    await expect.element(main().getByText(ADDRESS_FORM.invalidRecipient)).toBeVisible();
    await expect.element(toastWith(ADDRESS_FORM.notVerified)).toBeVisible();
  });

  it('opens no dialog for another spelling of the unit', async () => {
    const { address: street1, city, state, zipCode: zip, country } = RECIPIENT;
    const suggestedAddress = { street1, street2: 'Suite 1900', city, state, zip, country };
    await openRecipient(RECIPIENT, { isValid: true, suggestedAddress });
    await next();
    await onPackageStep();
  });
});
