import { expect, it } from 'vitest';
import { EMPTY_ADDRESS } from '../../ui/address-form/address-values.ts';
import { labelDataOf, paymentDescription, stubText } from './label-preview.ts';
import { emptyWizard, type Wizard } from './wizard-state.ts';

const empty = emptyWizard('2026-11-16');
const full: Wizard = {
  ...empty,
  sender: { ...EMPTY_ADDRESS, fullName: 'Ada Park', city: 'Portland', state: 'OR' },
  recipient: {
    ...EMPTY_ADDRESS,
    fullName: 'Dana Reyes',
    address: '500 W 2nd St',
    address2: 'Apt 1900',
    city: 'Austin',
    state: 'TX',
    zipCode: '78701',
  },
  parcel: { type: 'package', weight: '2', length: '12', width: '9', height: '4' },
  quote: {
    outdated: false,
    messages: [],
    rates: [
      {
        objectId: 'a',
        carrier: 'USPS',
        serviceName: 'Ground Advantage',
        amount: 8.41,
        currency: 'USD',
        estimatedDays: 3,
        durationTerms: '',
        service: 'ground',
        deliveryDate: '2026-11-19',
        retailAmount: null,
        badges: [],
        reason: null,
        estimated: false,
        expiresAt: '2026-11-16T11:00:00Z',
      },
    ],
  },
  rateId: 'a',
};

it('shows only a date at first', () => {
  expect(labelDataOf(empty)).toMatchObject({ shipDate: 'Nov 16', from: { name: '' }, to: { name: '' } });
  expect(labelDataOf(empty)).not.toHaveProperty('weight');
  expect(labelDataOf(empty)).not.toHaveProperty('carrier');
});

it('shows everything once it is known', () => {
  expect(labelDataOf(full)).toMatchObject({
    to: {
      name: 'Dana Reyes',
      lines: ['500 W 2nd St', 'Apt 1900'],
      city: 'Austin',
      state: 'TX',
      zip: '78701',
    },
    weight: '2.0 lb',
    dimensions: [12, 9, 4],
    carrier: 'USPS',
    service: 'Ground Advantage',
    band: 'Arrives Nov 19',
    price: '$8.41',
  });
});

it.each([
  ['0.03125', '0.5 oz'],
  ['0.2', '3.2 oz'],
  ['1', '1.0 lb'],
  ['12.25', '12.3 lb'],
])('shows %s lb as %s', (weight, text) => {
  expect(labelDataOf({ ...full, parcel: { ...full.parcel, weight } }).weight).toBe(text);
});

it('shows a company below the name', () => {
  const { to } = labelDataOf({ ...full, recipient: { ...full.recipient, company: 'Harbor Books' } });
  expect(to?.lines).toEqual(['Harbor Books', '500 W 2nd St', 'Apt 1900']);
});

it('puts a foreign country on the last line', () => {
  const recipient = { ...full.recipient, city: 'Berlin', state: 'TX', zipCode: '10115', country: 'DE' };
  const { to } = labelDataOf({ ...full, recipient });
  expect(to?.lines).toEqual(['500 W 2nd St', 'Apt 1900']);
  expect(to?.abroad).toEqual({ cityLine: '10115 Berlin', country: 'Germany' });
  expect(paymentDescription({ ...full, recipient })).toBe(
    'USPS Ground Advantage, Portland OR → Berlin, Germany',
  );
});

it('describes the payment and summarizes the label', () => {
  expect(paymentDescription(full)).toBe('USPS Ground Advantage, Portland OR → Austin TX');
  expect(stubText(full)).toBe('To Dana Reyes, Austin TX · 2.0 lb');
  expect(stubText({ ...empty, sender: full.sender })).toBe('From Ada Park, Portland OR');
  expect(stubText(empty)).toBe('Nothing on the label yet');
});
