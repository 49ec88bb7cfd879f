import { ADDRESS_FORM, PHONE } from '@lading/contract/messages.ts';
import { pasteAddress } from '@lading/contract/paste-address.ts';
import { describe, expect, it } from 'vitest';
import {
  type AddressValues,
  addressProblems,
  EMPTY_ADDRESS,
  firstProblem,
  formatPhone,
  isUsZip,
  isWholeAddress,
  repairedPhone,
  withCountry,
  withPaste,
  withZip,
} from './address-values.ts';

const DANA: AddressValues = {
  fullName: 'Dana Reyes',
  email: 'dana@shop.example',
  phone: '(512) 555-0188',
  address: '500 W 2nd St',
  address2: 'Apt 1900',
  city: 'Austin',
  state: 'TX',
  zipCode: '78701',
  country: 'US',
};

describe('the problems of an address', () => {
  it('are the seven sentences of the specification for an empty form, the name first', () => {
    const problems = addressProblems(EMPTY_ADDRESS);
    expect(Object.values(problems).sort()).toEqual(
      [
        ADDRESS_FORM.nameRequired,
        ADDRESS_FORM.emailRequired,
        ADDRESS_FORM.phoneRequired,
        ADDRESS_FORM.streetRequired,
        ADDRESS_FORM.cityRequired,
        ADDRESS_FORM.stateRequired,
        ADDRESS_FORM.zipRequired,
      ].sort(),
    );
    expect(firstProblem(problems)).toBe('fullName');
  });

  it('are none for a complete one', () => {
    expect(addressProblems(DANA)).toEqual({});
    expect(firstProblem({})).toBeNull();
  });
});

describe('a phone number', () => {
  it('with a country code is refused, and repaired only on request', () => {
    for (const phone of ['+1 503 555 0142', '+15035550142', '001 (503) 555-0142']) {
      expect(addressProblems({ ...DANA, phone }).phone).toBe(PHONE.countryCode);
      expect(repairedPhone(phone)).toBe('(503) 555-0142');
    }
  });

  it('is not repaired where another country or too few digits are meant', () => {
    expect(repairedPhone('+44 20 7946 0958')).toBeNull();
    expect(repairedPhone('+1 503 555')).toBeNull();
    expect(repairedPhone('503 555 0142')).toBeNull();
  });

  it('is grouped once it is whole', () => {
    expect(formatPhone('5035550142')).toBe('(503) 555-0142');
    expect(formatPhone('503555014')).toBe('503555014');
    expect(formatPhone('+15035550142')).toBe('+15035550142');
  });
});

describe('a pasted address', () => {
  const pasted = pasteAddress('Marcus Bell\n77 Beale St\nSan Francisco, CA 94105').fields;

  it('replaces the place as a whole, and keeps what it does not mention of the person', () => {
    expect(withPaste(DANA, pasted)).toEqual({
      ...DANA,
      fullName: 'Marcus Bell',
      address: '77 Beale St',
      address2: '',
      city: 'San Francisco',
      state: 'CA',
      zipCode: '94105',
    });
  });

  it('is told from a name with a comma', () => {
    expect(isWholeAddress(pasted)).toBe(true);
    expect(isWholeAddress(pasteAddress('Reyes, Dana').fields)).toBe(false);
    expect(isWholeAddress(pasteAddress('Northside Goods, Inc.').fields)).toBe(false);
  });
});

describe('a ZIP code', () => {
  it('fills only what is empty', () => {
    const place = { city: 'Austin', state: 'TX' };
    expect(withZip({ ...DANA, city: '', state: '' }, place)).toMatchObject(place);
    expect(withZip({ ...DANA, city: 'West Lake', state: '' }, place)).toMatchObject({
      city: 'West Lake',
      state: 'TX',
    });
  });

  it('is asked for with five digits in the United States', () => {
    expect(isUsZip(DANA)).toBe(true);
    expect(isUsZip({ ...DANA, zipCode: '7870' })).toBe(false);
    expect(isUsZip({ ...DANA, country: 'DE' })).toBe(false);
  });
});

describe('another country', () => {
  it('keeps a state that it knows and drops one that it does not', () => {
    expect(withCountry({ ...DANA, country: 'FR', state: 'Texas' }, 'US').state).toBe('TX');
    expect(withCountry(DANA, 'CA').state).toBe('');
    expect(withCountry(DANA, 'FR').state).toBe('TX');
  });
});
