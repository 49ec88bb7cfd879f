import { PROFILE } from '@lading/contract/messages.ts';
import { describe, expect, it } from 'vitest';
import { problemsByField } from '../../lib/form-problems.ts';
import {
  checkDraft,
  draftOf,
  isSameDraft,
  type ProfileDraft,
  withCountry,
  withPlace,
} from './profile-draft.ts';

const EMPTY: ProfileDraft = {
  fullName: '',
  phone: '',
  address: '',
  suite: '',
  city: '',
  state: '',
  zipCode: '',
  country: 'US',
};
const FULL: ProfileDraft = {
  fullName: 'Ada Park',
  phone: '(503) 555-0142',
  address: '1120 NW Couch St',
  suite: '500',
  city: 'Portland',
  state: 'OR',
  zipCode: '97209',
  country: 'US',
};
const place = (part: object) => ({
  kind: 'own' as const,
  text: '',
  street1: '',
  street2: '',
  city: '',
  state: '',
  zip: '',
  country: 'US',
  ...part,
});

describe('the draft of a profile', () => {
  it('is empty, in the United States, for a client without an address', () => {
    const profile = { fullName: 'Ada Park', email: 'ada@park.example', phone: null, default_address: null };
    expect(draftOf(profile)).toEqual({ ...EMPTY, fullName: 'Ada Park' });
  });

  it('reads states in any common spelling and formats phone numbers', () => {
    const default_address = {
      address: '55 Bay St',
      suite: '',
      city: 'Toronto',
      state: 'Ontario',
      zipCode: 'M5J 2R8',
      country: 'CA',
    };
    const draft = draftOf({ fullName: 'A', email: 'a@b.example', phone: '5035550142', default_address });
    expect(draft).toMatchObject({ state: 'ON', country: 'CA', phone: '(503) 555-0142' });
  });

  it('ignores surrounding spaces and the phone number format', () => {
    expect(isSameDraft(FULL, { ...FULL, phone: '503.555.0142', city: ' Portland ' })).toBe(true);
    expect(isSameDraft(FULL, { ...FULL, phone: '503555014' })).toBe(false);
    expect(isSameDraft(FULL, { ...FULL, suite: '' })).toBe(false);
  });

  it('reports missing fields with the specified messages', () => {
    expect(checkDraft(EMPTY)).toEqual({
      errors: {
        fullName: PROFILE.nameRequired,
        phone: PROFILE.phoneRequired,
        address: PROFILE.streetRequired,
        city: PROFILE.cityRequired,
        state: PROFILE.stateRequired,
        zipCode: PROFILE.zipRequired,
      },
    });
  });

  it.each(['503555014', '+1 503 555 0142', '005035550142', 'call me'])(
    'rejects %s as a phone number',
    (phone) => {
      expect(checkDraft({ ...FULL, phone })).toEqual({ errors: { phone: PROFILE.tenDigits } });
    },
  );

  it('sends the phone digits and the address with its suite', () => {
    const { fullName, phone: _, ...defaultAddress } = FULL;
    expect(checkDraft(FULL)).toEqual({ body: { fullName, phone: '5035550142', defaultAddress } });
  });

  it('shows field errors from the server', () => {
    expect(problemsByField([{ path: 'defaultAddress.city', message: 'Unknown.' }])).toEqual({
      city: 'Unknown.',
    });
  });
});

describe('another country', () => {
  it('clears the state', () => {
    expect(withCountry(FULL, 'CA')).toEqual({ country: 'CA', state: '' });
  });
});

describe('a suggested place', () => {
  it('fills street, city, state and ZIP code and keeps the suite', () => {
    const chosen = place({
      street1: '500 W 2nd St',
      street2: 'Apt 1900',
      city: 'Austin',
      state: 'TX',
      zip: '78701',
    });
    expect({ ...FULL, ...withPlace(FULL, chosen) }).toEqual({
      ...FULL,
      address: '500 W 2nd St',
      city: 'Austin',
      state: 'TX',
      zipCode: '78701',
    });
  });

  it('keeps the ZIP code and clears the street if it is a city', () => {
    const draft = { ...FULL, address: 'Aust' };
    expect(withPlace(draft, place({ kind: 'city', city: 'Austin', state: 'TX' }))).toEqual({
      address: '',
      city: 'Austin',
      state: 'TX',
      zipCode: '97209',
      country: 'US',
    });
  });

  it('replaces everything else if it is a street, and adds a suite only if there is none', () => {
    const street = {
      kind: 'address',
      street1: '500 Congress Avenue',
      street2: 'Unit 4B',
      city: 'Austin',
      state: 'TX',
    };
    const filled = {
      ...FULL,
      address: '500 Congress Avenue',
      city: 'Austin',
      state: 'TX',
      zipCode: '',
    };
    expect({ ...FULL, ...withPlace(FULL, place(street)) }).toEqual(filled);
    const bare = { ...FULL, suite: '' };
    expect({ ...bare, ...withPlace(bare, place({ ...street, zip: '78701' })) }).toEqual({
      ...filled,
      suite: 'Unit 4B',
      zipCode: '78701',
    });
  });
});
