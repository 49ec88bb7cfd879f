import { describe, expect, it } from 'vitest';
import { AddressFormSchema } from './address-form.ts';
import { PHONE } from './messages.ts';
import { checkPhoneIn, plainPhone } from './phone.ts';

describe('a phone number', () => {
  it.each(['US', 'CA', 'PR'])('has ten digits and no country code in %s', (country) => {
    expect(checkPhoneIn(country, '(503) 555-0142')).toBeNull();
    expect(checkPhoneIn(country, '+1 503 555 0142')).toBe(PHONE.countryCode);
    expect(checkPhoneIn(country, '0015035550142')).toBe(PHONE.countryCode);
    expect(checkPhoneIn(country, '503555014')).toBe(PHONE.tenDigits);
    expect(plainPhone(country, '(503) 555-0142')).toBe('5035550142');
  });

  it.each([
    ['+44 20 7946 0958', '+442079460958'],
    ['0044 20 7946 0958', '+442079460958'],
    ['+49 (30) 901820', '+4930901820'],
    ['+4733378901', '+4733378901'],
  ])('elsewhere has its country code: %s', (phone, plain) => {
    expect(checkPhoneIn('GB', phone)).toBeNull();
    expect(plainPhone('GB', phone)).toBe(plain);
  });

  it.each(['5125550188', '020 7946 0958', 'call me'])('elsewhere is refused without one: %s', (phone) => {
    expect(checkPhoneIn('GB', phone)).toMatch(/^Phone number must start with \+ and the country code/);
  });

  it.each(['+', '+44', '+1234567', '+1234567890123456', '+0 20 7946 0958'])(
    'elsewhere is refused with the wrong number of digits: %s',
    (phone) => {
      expect(checkPhoneIn('GB', phone)).toBe(
        'Phone number must have 8 to 15 digits, including the country code.',
      );
    },
  );
});

describe('the phone number of an address', () => {
  const address = {
    fullName: 'Dana Reyes',
    email: 'dana@example.com',
    address: '10 Downing St',
    city: 'London',
    state: 'England',
    zipCode: 'SW1A 2AA',
    country: 'United Kingdom',
  };
  const phoneProblem = (form: object) =>
    AddressFormSchema.safeParse(form).error?.issues.find(({ path }) => path[0] === 'phone')?.message;

  it('follows the country of the address', () => {
    expect(phoneProblem({ ...address, phone: '+44 20 7946 0958' })).toBeUndefined();
    expect(phoneProblem({ ...address, phone: '5125550188' })).toMatch(/country code, such as/);
    expect(phoneProblem({ ...address, country: '', phone: '+44 20 7946 0958' })).toBe(PHONE.countryCode);
  });

  it('is checked even if other fields are wrong', () => {
    expect(phoneProblem({ ...address, fullName: '', email: 'x', country: '', phone: '1' })).toBe(
      PHONE.tenDigits,
    );
    expect(phoneProblem({ ...address, country: 'Atlantis', phone: '1' })).toBe(PHONE.tenDigits);
  });
});
