import { API, PAGES } from '@lading/contract/routes.ts';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { openApp } from '../../../test/app.tsx';
import { json } from '../../../test/fake-server.ts';
import { scanScreen } from '../../../test/scan.ts';
import { field, main } from '../../../test/screen.ts';
import {
  continueButton,
  control,
  fillStep,
  keepDraft,
  RECIPIENT,
  stepHeading,
  WIZARD_ANSWERS,
} from '../../../test/wizard.ts';

const VALIDATE = `POST ${API.validateAddress}`;
const LIMA = {
  ...RECIPIENT,
  phone: '+51 1 2345678',
  address: 'Av. José Larco 345',
  city: 'Lima',
  state: 'Lima',
  zipCode: 'LIMA 18',
  country: 'PE',
};

async function openRecipient(recipient: typeof RECIPIENT) {
  await keepDraft({ step: 'recipient', recipient, verified: { sender: true, recipient: false } });
  const app = await openApp(PAGES.createLabel, {
    as: 'client',
    answers: { ...WIZARD_ANSWERS, [VALIDATE]: () => json({ isValid: true }) },
  });
  await expect.element(stepHeading('Recipient')).toBeVisible();
  return app;
}

const select = (name: string) => page.getByRole('combobox', { name, exact: true });
const names = () =>
  [...document.querySelectorAll<HTMLInputElement>('main form [name]')].map(({ name }) => name).slice(-4);

describe('an address abroad', () => {
  it('has the order, names and required fields of its country', async () => {
    await openRecipient(RECIPIENT);
    expect(names()).toEqual(['city', 'state', 'zipCode', 'country']);
    await fillStep({ country: 'DE' });
    await expect.poll(names).toEqual(['zipCode', 'city', 'state', 'country']);
    await expect.element(field('Postal code')).toHaveValue('78701');
    await expect.element(field('Region optional')).toBeVisible();
    await expect.element(main().getByText('Such as 10115')).toBeVisible();

    await fillStep({ country: 'IE' });
    await expect.element(field('Eircode optional')).toHaveValue('78701');
    await expect.element(field('Town or city')).toHaveValue('Austin');
    await expect.element(select('County optional')).toHaveValue('');
    await fillStep({ country: 'US' });
    await expect.poll(names).toEqual(['city', 'state', 'zipCode', 'country']);
    await expect.element(field('ZIP code')).toHaveValue('78701');
  });

  it('offers the regions of its country, and keeps one that is not in the list', async () => {
    const { callsTo } = await openRecipient({
      ...LIMA,
      country: 'JP',
      phone: '+81 3 1234 5678',
      city: 'Minato',
      state: 'Tōkyō',
      zipCode: '105-0011',
    });
    await expect.element(select('Prefecture')).toHaveValue('Tokyo');
    await fillStep({ country: 'AU' });
    await expect.element(select('State')).toHaveValue('Tōkyō');
    await userEvent.selectOptions(select('State'), 'NSW');
    await fillStep({ zipCode: '2000', city: 'Sydney' });
    await continueButton().click();
    await expect.element(stepHeading('Package')).toBeVisible();
    expect(callsTo(VALIDATE)[0]?.body).toMatchObject({ state: 'NSW', zip: '2000', country: 'AU' });
  });

  it('with an unusual postal code causes only a warning', async () => {
    await openRecipient(LIMA);
    const warning = main().getByText(/^Postal code “LIMA 18” does not look right for Peru\./);
    await expect.element(warning).toBeVisible();
    expect(control('zipCode').getAttribute('aria-invalid')).toBeNull();
    expect(await scanScreen()).toEqual([]);
    await fillStep({ zipCode: '15074' });
    await expect.element(warning).not.toBeInTheDocument();
    await continueButton().click();
    await expect.element(stepHeading('Package')).toBeVisible();
  });

  it('in a non-Latin script is rejected at the field, and nothing is lost', async () => {
    await openRecipient({ ...LIMA, city: 'Лима' });
    await continueButton().click();
    await expect
      .element(main().getByText('Please use Latin letters. Carriers cannot print other scripts.'))
      .toBeVisible();
    expect(control('city').value).toBe('Лима');
    await expect.poll(() => document.activeElement === control('city')).toBe(true);
  });

  it('that is too long for a carrier shows the words that do not fit', async () => {
    await openRecipient({ ...LIMA, address: 'Konrad-Adenauer-Straße 124, 3. Hinterhaus' });
    const sentence = 'UPS and FedEx print up to 35 characters per line. “Hinterhaus” does not fit.';
    await expect.element(main().getByText(sentence)).toBeVisible();
    expect(await scanScreen()).toEqual([]);
    await continueButton().click();
    await expect.element(stepHeading('Package')).toBeVisible();
  });
});
