import { describe, expect, it } from 'vitest';
import {
  FIRST_CHOICES,
  type FillPart,
  fillInsFor,
  gapsOf,
  measureProblems,
  openMeasures,
  parcelChoice,
} from './fill-in-choices.ts';
import { readFile, rowsOf, TODAY } from './testdata.fixture.ts';

const PARCEL: ReadonlySet<FillPart> = new Set(['weight', 'size']);
const PROFILE = {
  fullName: 'Noor Haddad',
  email: 'noor@shop.example',
  phone: null,
  address: null,
  default_address: null,
};
const box = {
  id: 'box',
  nickname: 'Box',
  type: 'package',
  length: 10,
  width: 8,
  height: 4,
  weight: 2.5,
} as const;
const bag = { ...box, id: 'bag', weight: null };
const letter = {
  ...box,
  id: 'letter',
  type: 'envelope',
  length: 12,
  width: 9,
  height: 0.25,
  weight: 0.5,
} as const;

describe('the gaps of a file', () => {
  it('are empty when every row is complete', async () => {
    const { match, empty } = (await readFile('utf8-bom.csv')).summary;
    expect(gapsOf(match.columns, empty)).toEqual(new Set());
  });

  it('include the sender when a template row has none', async () => {
    const { match, empty } = (await readFile('no-sender.csv')).summary;
    expect(gapsOf(match.columns, empty)).toEqual(new Set(['sender']));
  });

  it('are filled row by row, and a row keeps its own sender', async () => {
    const fillIns = fillInsFor(new Set(['sender']), FIRST_CHOICES, {
      profile: {
        ...PROFILE,
        default_address: {
          address: '500 W 2nd St',
          suite: '',
          city: 'Austin',
          state: 'TX',
          zipCode: '78701',
          country: 'US',
        },
      },
      parcels: [],
      today: TODAY,
    });
    const rows = await rowsOf('no-sender.csv', fillIns);
    expect(rows.map(({ cells }) => cells.sender_fullname)).toEqual(['Noor Haddad', 'Maria Lopez']);
    expect(rows.map(({ filled }) => filled.length)).toEqual([7, 0]);
  });

  it('are not filled with a sender while the profile has no address', () => {
    const sources = { profile: PROFILE, parcels: [], today: TODAY };
    expect(fillInsFor(new Set(['sender']), FIRST_CHOICES, sources)).toEqual([]);
  });
});

describe('the parcel', () => {
  it('is the chosen one if it still exists, else the first saved one, else a custom one', () => {
    expect(parcelChoice({ ...FIRST_CHOICES, parcelId: 'bag' }, [box, bag])).toBe('bag');
    expect(parcelChoice({ ...FIRST_CHOICES, parcelId: 'gone' }, [box, bag])).toBe('box');
    expect(parcelChoice({ ...FIRST_CHOICES, parcelId: 'gone' }, [])).toBe('own');
  });

  it('asks only for missing measurements', () => {
    expect(openMeasures(PARCEL, FIRST_CHOICES, [box])).toEqual([]);
    expect(openMeasures(PARCEL, FIRST_CHOICES, [bag])).toEqual(['weight']);
    expect(openMeasures(PARCEL, FIRST_CHOICES, [])).toEqual(['weight', 'length', 'width', 'height']);
    expect(openMeasures(new Set(['weight']), FIRST_CHOICES, [box])).toEqual(['weight']);
    expect(openMeasures(new Set(['size']), FIRST_CHOICES, [bag])).toEqual([]);
    expect(measureProblems(PARCEL, FIRST_CHOICES, [bag])).toEqual({ weight: 'Weight is required' });
    expect(measureProblems(PARCEL, { ...FIRST_CHOICES, parcel: false }, [bag])).toEqual({});
  });

  it('has no dimensions if it is an envelope', () => {
    const fillIns = fillInsFor(PARCEL, FIRST_CHOICES, {
      profile: null,
      parcels: [letter],
      today: TODAY,
    });
    expect(Object.assign({}, ...fillIns.map(({ cells }) => cells))).toEqual({
      package_weight: '0.5',
      package_mass_unit: 'lb',
      package_length: '0',
      package_width: '0',
      package_height: '0',
      package_distance_unit: 'in',
    });
  });
});
