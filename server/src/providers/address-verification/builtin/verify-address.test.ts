import { describe, expect, it } from 'vitest';
import type { AddressToCheck } from '../port.ts';
import { theGazetteer } from './gazetteer.ts';
import { BuiltinAddressVerifier, verifyAddress } from './verify-address.ts';

const GOOD: AddressToCheck = {
  street1: '965 Mission St',
  street2: '',
  city: 'San Francisco',
  state: 'CA',
  zip: '94103',
  country: 'US',
};
const verify = (difference: Partial<AddressToCheck>) =>
  verifyAddress(theGazetteer(), { ...GOOD, ...difference });
const messages = (difference: Partial<AddressToCheck>) => {
  const verdict = verify(difference);
  return verdict.verdict === 'invalid' ? verdict.messages : [verdict.verdict];
};

describe('an address in the United States', () => {
  it('is valid when street, city, state and ZIP code agree', async () => {
    const expected = { verdict: 'valid', address: GOOD, notes: [] };
    expect(await new BuiltinAddressVerifier().verify(GOOD)).toEqual(expected);
  });

  it('is valid with different case, spacing and spelling of the state', () => {
    const verdict = verify({
      street1: ' 965  mission ST. ',
      city: 'SAN FRANCISCO',
      state: 'california',
      country: 'USA',
      zip: '941031741',
    });
    expect(verdict).toMatchObject({
      verdict: 'valid',
      address: { state: 'CA', zip: '94103-1741', country: 'US' },
    });
  });

  it('is corrected to the standard form of its street', () => {
    const verdict = verify({ street1: '965 Mission Street', street2: 'Apartment 4' });
    expect(verdict).toMatchObject({
      verdict: 'corrected',
      suggestion: { street1: '965 Mission St', street2: 'Apt 4' },
    });
  });

  it.each(['austin', 'AUSTIN'])('is corrected with the capitals of its city: %s', (city) => {
    const verdict = verify({ street1: '500 west 2nd street', city, state: 'TX', zip: '78701' });
    expect(verdict).toMatchObject({ verdict: 'corrected', suggestion: { city: 'Austin' } });
  });

  it('is corrected, not rejected, for another name of the city', () => {
    const verdict = verify({ city: 'Hollywood', zip: '90028' });
    expect(verdict).toMatchObject({ verdict: 'corrected', suggestion: { city: 'Los Angeles' } });
    expect(verdict).toHaveProperty('notes.0', expect.stringContaining('Keep “Hollywood” if you are sure'));
  });

  it('keeps Saint or St as entered', () => {
    const verdict = verify({ city: 'St. Louis', state: 'MO', zip: '63101' });
    expect(verdict).toMatchObject({ verdict: 'valid', address: { city: 'St. Louis' } });
  });

  it('is rejected when ZIP code and state disagree, with the place of the ZIP code', () => {
    expect(messages({ zip: '78701' })).toEqual([
      'ZIP code 78701 is in Austin, Texas, not in California. Check the state and the ZIP code. ZIP codes in San Francisco, CA look like 94101.',
    ]);
  });

  it('is valid with a note for an unknown ZIP code in a known area, and rejected in an unknown area', () => {
    const unknown = Array.from({ length: 100 }, (_, end) => `941${String(end).padStart(2, '0')}`).find(
      (zip) => theGazetteer().place(zip) === null,
    );
    expect(verify({ zip: unknown ?? '' })).toMatchObject({
      verdict: 'valid',
      address: { zip: unknown, city: 'San Francisco' },
      notes: [expect.stringContaining('could not be verified')],
    });
    expect(messages({ zip: '00000' })).toEqual([
      'ZIP code 00000 does not exist. Please check its first three digits.',
    ]);
    expect(messages({ zip: unknown ?? '', state: 'TX' })[0]).toContain('is in California, not in Texas');
  });

  it('gets back the leading zeros that a spreadsheet dropped', () => {
    expect(verify({ city: 'Cambridge', state: 'MA', zip: '2139' })).toMatchObject({
      verdict: 'corrected',
      suggestion: { zip: '02139' },
      notes: ['We read ZIP code 2139 as 02139, because spreadsheets drop leading zeros.'],
    });
    expect(verify({ city: 'Adjuntas', state: 'PR', zip: '601' })).toMatchObject({
      suggestion: { zip: '00601' },
      notes: ['We read ZIP code 601 as 00601, because spreadsheets drop leading zeros.'],
    });
  });

  it('gets the missing city and state from the ZIP code, and the only ZIP code from the city', () => {
    expect(verify({ city: '', state: '' })).toMatchObject({
      suggestion: { city: 'San Francisco', state: 'CA' },
    });
    expect(verify({ city: 'Zap', state: 'ND', zip: '' })).toMatchObject({ suggestion: { zip: '58580' } });
    expect(messages({ zip: '' })[0]).toContain('San Francisco, CA has 60, such as 94101');
  });

  it.each<[Partial<AddressToCheck>, string]>([
    [{ street1: '' }, 'Enter the street address, for example 123 Main St.'],
    [{ street1: 'Mission St' }, 'Add the street number to “Mission St”, for example 123 Main St.'],
    [{ street1: '965' }, 'Add the street name after the number 965.'],
    [{ street1: 'Apt 4' }, 'Enter the street number and name; the apartment or suite alone is not enough.'],
    [{ street1: 'RR 2' }, 'Add the box number after the route, for example RR 2 BOX 18.'],
    [{ state: 'ON' }, 'Ontario is a Canadian province. Choose Canada as the country, or correct the state.'],
    [
      { state: 'ontario' },
      'Ontario is a Canadian province. Choose Canada as the country, or correct the state.',
    ],
    [{ zip: 'K1A 0B1' }, 'K1A 0B1 is a Canadian postal code. Choose Canada as the country.'],
    [
      { zip: '9410' },
      'ZIP code “9410” should have five digits, for example 94103, or nine, for example 94103-1741.',
    ],
    [
      { country: 'Atlantis' },
      '“Atlantis” is not a country we recognize. Use its name or its two-letter code, for example US.',
    ],
    [
      { street1: `1 ${'x'.repeat(200)} St` },
      'The street address is too long: a line can have at most 120 characters.',
    ],
  ])('is rejected for %o with a helpful message', (difference, message) => {
    expect(messages(difference)[0]).toBe(message);
  });

  it('may have its street in the second line', () => {
    expect(verify({ street1: 'Acme Inc', street2: '965 Mission St' })).toMatchObject({
      verdict: 'corrected',
      suggestion: { street1: '965 Mission St', street2: 'Acme Inc' },
    });
  });

  it('may have a territory as its country, and then needs no street number', () => {
    const verdict = verify({
      street1: 'Calle del Sol',
      city: 'San Juan',
      state: '',
      zip: '00901',
      country: 'PR',
    });
    expect(verdict).toMatchObject({
      verdict: 'corrected',
      suggestion: { state: 'PR', country: 'US' },
      notes: ['USPS treats Puerto Rico as a US state.'],
    });
  });

  it('may have a territory whose name needs an article as its country', () => {
    const verdict = verify({ street1: '1 Beach Rd', city: 'Saipan', state: '', zip: '96950', country: 'MP' });
    expect(verdict).toHaveProperty('notes', ['USPS treats the Northern Mariana Islands as a US state.']);
  });
});

describe('a military address', () => {
  const post = { street1: 'PSC 802 BOX 74', city: 'FPO', state: 'AE', zip: '09499' };

  it('is valid with its line, city, state and ZIP code', () => {
    expect(verify(post).verdict).toBe('valid');
  });

  it('may say APO, FPO or DPO, whichever the list has for its ZIP code', () => {
    for (const city of ['APO', 'FPO', 'DPO', 'Apo'])
      expect(verify({ ...post, city })).toMatchObject({ verdict: 'valid', address: { city } });
    expect(verify({ ...post, city: 'APO' })).toHaveProperty('notes', [
      'ZIP code 09499 is listed as FPO; APO is also accepted.',
    ]);
  });

  it.each([
    ['AE', ['090', '091', '092', '093', '094', '095', '096', '097', '098']],
    ['AA', ['340']],
    ['AP', ['962', '963', '964', '965', '966']],
  ])('in %s is valid only with a ZIP area of that state, even for unlisted ZIP codes', (state, areas) => {
    const states = ['AA', 'AE', 'AP'];
    for (const area of areas)
      for (const end of ['00', '01', '50', '99']) {
        const accepted = states.filter(
          (code) => verify({ ...post, city: 'APO', state: code, zip: `${area}${end}` }).verdict !== 'invalid',
        );
        expect([area, accepted]).toEqual([area, [state]]);
      }
  });

  it('is corrected when it names a foreign city or country', () => {
    const verdict = verify({ ...post, city: 'Ramstein', country: 'DE' });
    expect(verdict).toMatchObject({ verdict: 'corrected', suggestion: { city: 'FPO', country: 'US' } });
  });

  it.each<[Partial<AddressToCheck>, string]>([
    [{ ...post, street1: '12 Elm St' }, 'needs a line like PSC 802 BOX 74'],
    [{ ...post, state: 'AP' }, 'ZIP code 09499 is in FPO, Armed Forces Europe, not in Armed Forces Pacific'],
    [{ ...post, state: 'TX' }, 'not in Texas'],
  ])('is rejected for %o', (difference, part) => {
    expect(messages(difference)[0]).toContain(part);
  });
});

describe('an address in Canada', () => {
  const ottawa = { street1: '111 Wellington St', city: 'Ottawa', state: 'ON', zip: 'K1A 0A9', country: 'CA' };

  it('is valid when province and postal code agree, with the code written properly', () => {
    expect(verify({ ...ottawa, zip: 'k1a0a9', state: 'Ontario', country: 'Canada' })).toMatchObject({
      verdict: 'valid',
      address: { zip: 'K1A 0A9', state: 'ON', country: 'CA' },
    });
  });

  it.each<[Partial<AddressToCheck>, string]>([
    [{ state: 'BC' }, 'Postal code K1A 0A9 is in Ontario or Quebec, not in British Columbia.'],
    [{ zip: 'D1A 0A9' }, 'should look like K1A 0B1'],
    [{ zip: 'W1A 0A9' }, 'should look like K1A 0B1'],
    [{ zip: 'K1O 0A9' }, 'should look like K1A 0B1'],
    [{ zip: '94103' }, '94103 is a US ZIP code.'],
    [{ zip: '' }, 'Enter the postal code'],
    [{ state: 'TX' }, 'TX is a US state.'],
    [{ street1: 'Wellington St' }, 'Add the street or box number'],
    [{ city: '' }, 'Enter the city.'],
  ])('is rejected for %o', (difference, part) => {
    expect(messages({ ...ottawa, ...difference })[0]).toContain(part);
  });

  it('gets its province from the postal code, and a note for an unknown area', () => {
    expect(verify({ ...ottawa, state: '', zip: 'V6C 1S4' })).toMatchObject({ suggestion: { state: 'BC' } });
    expect(verify({ ...ottawa, zip: 'M0Z 1A1' })).toMatchObject({
      verdict: 'valid',
      notes: [expect.stringContaining('could not be verified')],
    });
  });
});

describe('an address in another country', () => {
  const abroad = { street1: 'Hauptstr. 5', city: 'Berlin', state: '' };

  it.each([
    ['DE', '10115', '10115'],
    ['DE', 'D-10115', '10115'],
    ['GB', 'sw1a2aa', 'SW1A 2AA'],
    ['NL', '1012ab', '1012 AB'],
    ['JP', '1000001', '100-0001'],
    ['PL', '00950', '00-950'],
    ['BR', '01310100', '01310-100'],
    ['IE', 'd02x285', 'D02 X285'],
    ['HK', '', ''],
  ])('in %s: postal code %j is formatted as %j', (country, zip, written) => {
    const verdict = verify({ ...abroad, country, zip });
    const address =
      verdict.verdict === 'corrected'
        ? verdict.suggestion
        : verdict.verdict === 'valid'
          ? verdict.address
          : null;
    expect(address?.zip).toBe(written);
  });

  it.each([
    ['DE', '1011'],
    ['GB', '12345'],
    ['FR', 'ABCDE'],
    ['AU', ''],
  ])('in %s: postal code %j is rejected with an example', (country, zip) => {
    expect(messages({ ...abroad, country, zip })[0]).toMatch(/looks? like \S/);
  });

  it.each(['TX', 'tx', 'Texas'])(
    'is rejected with the US state %s where addresses have no state',
    (state) => {
      const london = { street1: '10 Downing St', city: 'London', zip: 'SW1A 2AA', country: 'GB' };
      expect(messages({ ...london, state })).toEqual([
        `${state} is a US state, and the country is the United Kingdom. Check the state and the country.`,
      ]);
      expect(messages({ ...london, state: 'England' })).toEqual(['valid']);
    },
  );

  it('may have a state with the abbreviation of a US state', () => {
    const perth = { street1: '1 St Georges Tce', city: 'Perth', state: 'WA', zip: '6000', country: 'AU' };
    expect(messages(perth)).toEqual(['valid']);
  });

  it('needs a postal code only where the country requires one', () => {
    const street = { street1: '12 Main Rd', state: '' };
    expect(messages({ ...street, city: 'Dublin', zip: '', country: 'IE' })).toEqual(['valid']);
    expect(messages({ ...street, city: 'Accra', zip: '', country: 'GH' })).toEqual(['valid']);
    expect(messages({ ...street, city: 'Singapore', zip: '', country: 'SG' })).toEqual([
      'Enter the postal code. In Singapore it looks like 018956.',
    ]);
  });

  it('may have an unusual postal code where formats are uncertain', () => {
    const lima = { street1: 'Av. Larco 345', city: 'Lima', state: 'Lima', zip: 'LIMA 18', country: 'PE' };
    expect(messages(lima)).toEqual(['valid']);
  });
});

describe('any input', () => {
  const scraps = [
    '',
    ' ',
    '#',
    '12',
    'PO Box',
    'APO',
    'US',
    'CA',
    'XX',
    '94103',
    'K1A',
    '\u0000',
    '😀',
    '٣',
    "'; --",
    '0'.repeat(301),
    '½',
    'ß',
    'RR',
    'constructor',
  ];

  it('gets a verdict, and a suggestion that verifies as valid', () => {
    let state = 42;
    const pick = () => {
      state = (state * 48_271) % 2_147_483_647;
      return scraps[state % scraps.length] ?? '';
    };
    for (let turn = 0; turn < 5000; turn += 1) {
      const address = {
        street1: `${pick()} ${pick()}`,
        street2: pick(),
        city: pick(),
        state: pick(),
        zip: pick(),
        country: pick(),
      };
      const verdict = verifyAddress(theGazetteer(), address);
      if (verdict.verdict === 'invalid') expect(verdict.messages[0]).toMatch(/\S/);
      else {
        const settled = verdict.verdict === 'valid' ? verdict.address : verdict.suggestion;
        expect(verifyAddress(theGazetteer(), settled)).toMatchObject({ verdict: 'valid', address: settled });
      }
    }
  });
});
