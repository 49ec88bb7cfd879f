import { ADDRESS_FORM, PHONE } from '@lading/contract/messages.ts';
import { pasteAddress } from '@lading/contract/paste-address.ts';
import { describe, expect, it } from 'vitest';
import {
  type AddressValues,
  addressProblems,
  addressWarnings,
  EMPTY_ADDRESS,
  fieldsOf,
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
  company: '',
  email: 'dana@shop.example',
  phone: '(512) 555-0188',
  address: '500 W 2nd St',
  address2: 'Apt 1900',
  city: 'Austin',
  state: 'TX',
  zipCode: '78701',
  country: 'US',
};

describe('address problems', () => {
  it('are the seven specified messages for an empty form', () => {
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
  });

  it('call the city what the country calls it', () => {
    expect(addressProblems({ ...EMPTY_ADDRESS, country: 'HK' }).city).toBe('District is required');
    expect(addressProblems({ ...EMPTY_ADDRESS, country: 'DE' }).city).toBe(ADDRESS_FORM.cityRequired);
  });

  it('are empty for a complete address', () => {
    expect(addressProblems(DANA)).toEqual({});
  });
});

describe('a phone number', () => {
  it('with a country code is invalid and can be repaired', () => {
    for (const phone of ['+1 503 555 0142', '+15035550142', '001 (503) 555-0142']) {
      expect(addressProblems({ ...DANA, phone }).phone).toBe(PHONE.countryCode);
      expect(repairedPhone({ phone, country: 'US' })).toBe('(503) 555-0142');
    }
  });

  it('cannot be repaired with a foreign country code or too few digits', () => {
    expect(repairedPhone({ phone: '+44 20 7946 0958', country: 'US' })).toBeNull();
    expect(repairedPhone({ phone: '+1 503 555', country: 'US' })).toBeNull();
    expect(repairedPhone({ phone: '503 555 0142', country: 'US' })).toBeNull();
  });

  it('is formatted once it is complete', () => {
    expect(formatPhone('5035550142')).toBe('(503) 555-0142');
    expect(formatPhone('503-555-0142')).toBe('(503) 555-0142');
    expect(formatPhone('503555014')).toBe('503555014');
    expect(formatPhone('+15035550142')).toBe('+15035550142');
  });

  it('of another country keeps its country code and its format', () => {
    const london = { ...DANA, country: 'GB', phone: '+44 20 7946 0958' };
    expect(addressProblems(london).phone).toBeUndefined();
    expect(formatPhone(london.phone, 'GB')).toBe(london.phone);
    expect(repairedPhone(london)).toBeNull();
    expect(addressProblems({ ...london, phone: DANA.phone }).phone).toMatch(/country code, such as/);
  });
});

describe('a pasted address', () => {
  const pasted = pasteAddress('Marcus Bell\n77 Beale St\nSan Francisco, CA 94105').fields;

  it('replaces the whole address and keeps personal fields it does not contain', () => {
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

  it('replaces the company only together with the name', () => {
    const atWork = { ...DANA, company: 'Harbor Books' };
    expect(withPaste(atWork, pasted).company).toBe('');
    expect(withPaste(atWork, { ...pasted, fullName: '' }).company).toBe('Harbor Books');
  });

  it('is distinguished from a name with a comma', () => {
    expect(isWholeAddress(pasted)).toBe(true);
    expect(isWholeAddress(pasteAddress('Reyes, Dana').fields)).toBe(false);
    expect(isWholeAddress(pasteAddress('Northside Goods, Inc.').fields)).toBe(false);
  });
});

describe('a ZIP code', () => {
  it('fills only empty fields', () => {
    const place = { city: 'Austin', state: 'TX' };
    expect(withZip({ ...DANA, city: '', state: '' }, place)).toMatchObject(place);
    expect(withZip({ ...DANA, city: 'West Lake', state: '' }, place)).toMatchObject({
      city: 'West Lake',
      state: 'TX',
    });
  });

  it('is looked up only for five digits in the United States', () => {
    expect(isUsZip(DANA)).toBe(true);
    expect(isUsZip({ ...DANA, zipCode: '7870' })).toBe(false);
    expect(isUsZip({ ...DANA, country: 'DE' })).toBe(false);
  });
});

describe('changing the country', () => {
  it('keeps a state that the new country has and clears any other', () => {
    expect(withCountry({ ...DANA, country: 'FR', state: 'Texas' }, 'US').state).toBe('TX');
    expect(withCountry(DANA, 'CA').state).toBe('');
    expect(withCountry(DANA, 'FR').state).toBe('');
    expect(withCountry(DANA, 'US')).toBe(DANA);
  });

  it('keeps everything else that was typed', () => {
    const munich = { ...DANA, country: 'DE', state: 'Bavaria', zipCode: '80331' };
    expect(withCountry(munich, 'AT')).toEqual({ ...munich, country: 'AT' });
  });

  it('changes the order of the fields', () => {
    expect(fieldsOf('US')).toEqual(Object.keys(EMPTY_ADDRESS));
    expect(fieldsOf('DE').slice(5)).toEqual(['address2', 'zipCode', 'city', 'state', 'country']);
  });
});

describe('an unusual postal code', () => {
  it('is a warning, not a problem', () => {
    const lima = {
      ...DANA,
      country: 'PE',
      phone: '+51 1 2345678',
      state: 'Lima',
      zipCode: 'LIMA 18',
    };
    expect(addressProblems(lima)).toEqual({});
    expect(addressWarnings(lima).zipCode).toMatch(/does not look right for Peru/);
    expect(addressWarnings(DANA)).toEqual({});
  });
});
