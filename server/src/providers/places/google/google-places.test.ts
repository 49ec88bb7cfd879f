import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { ManualClock } from '../../../../test/build-test-app.ts';
import { NO_FAULTS } from '../../../../test/doubles/fault-plan.ts';
import { CONGRESS, GOOGLE_KEY, startGoogleDouble } from '../../../../test/doubles/google-double.ts';
import { createLog } from '../../../platform/log.ts';
import { theGazetteer } from '../../address-verification/builtin/gazetteer.ts';
import { BuiltinPlaces } from '../builtin/suggest-places.ts';
import { placesPortSuite } from '../port-suite.ts';
import { GooglePlaces } from './google-places.ts';
import { addressOf } from './map-place.ts';

const google = await startGoogleDouble();
const clock = new ManualClock();
/** Long timeouts for slow machines; the timeout has its own test. */
const settings = {
  key: GOOGLE_KEY,
  baseUrl: google.url,
  clock,
  log: createLog('silent'),
  builtin: new BuiltinPlaces(theGazetteer),
  suggestWithinMs: 10_000,
};
const places = new GooglePlaces(settings);
const suggest = (text: string, changes: Partial<typeof settings> = {}, country = 'US') =>
  new GooglePlaces({ ...settings, ...changes }).suggest({ text, country, limit: 5, session: 's-1' });
const asked = (kind: string) => google.journal.filter((entry) => entry.kind === kind);

afterEach(() => {
  google.faults = { ...NO_FAULTS };
  google.journal.length = 0;
});
afterAll(() => google.close());

placesPortSuite(places, { zip: '78701', city: 'Austin', state: 'TX', street: '500 Congress' });

describe('street suggestions from Google', () => {
  it('include street, city and state, and get the rest when chosen', async () => {
    const [line] = await suggest('500 con');
    expect(line).toEqual({
      kind: 'address',
      text: '500 Congress Avenue, Austin, TX, USA',
      placeId: CONGRESS.id,
      street1: '500 Congress Avenue',
      street2: '',
      city: 'Austin',
      state: 'TX',
      zip: '',
      country: 'US',
    });
    expect(await places.address(CONGRESS.id, 's-1')).toEqual({
      street1: '500 Congress Avenue',
      street2: '',
      city: 'Austin',
      state: 'TX',
      zip: '78701-3507',
      country: 'US',
    });
    expect(asked('details')).toMatchObject([{ session: 's-1', mask: 'addressComponents' }]);
    expect(asked('autocomplete')).toMatchObject([
      { input: '500 con', session: 's-1', includedRegionCodes: expect.arrayContaining(['US', 'PR']) },
    ]);
  });

  it('are limited to the country of the form', async () => {
    await suggest('12 rue', {}, 'FR');
    expect(asked('autocomplete')).toMatchObject([{ includedRegionCodes: ['FR'] }]);
  });

  it('are not requested for a ZIP code or empty text', async () => {
    expect((await suggest('78701'))[0]).toMatchObject({ kind: 'zip', city: 'Austin' });
    await suggest(' \u0000 ');
    await places.placeOfZip('78701', 'US');
    expect(google.journal).toEqual([]);
  });
});

describe('without Google', () => {
  const cities = ['Austin, TX'];
  const texts = async (changes: Partial<typeof settings>) =>
    (await suggest('austin, tx', changes)).map(({ text }) => text);

  it('cities are still completed: after a timeout, an error, a refused key, an invalid answer, no server', async () => {
    google.faults = { ...NO_FAULTS, neverAnswers: 1 };
    expect(await texts({ suggestWithinMs: 50 })).toEqual(cities);
    google.faults = { ...NO_FAULTS, errors: 1 };
    expect(await texts({})).toEqual(cities);
    google.faults = { ...NO_FAULTS };
    expect(await texts({ key: 'revoked' })).toEqual(cities);
    expect(await texts({ baseUrl: `${google.url}/elsewhere` })).toEqual(cities);
    expect(await texts({ baseUrl: 'http://127.0.0.1:1' })).toEqual(cities);
  });

  it('the circuit breaker stops the calls, and tries again after the cooldown', async () => {
    const there = new GooglePlaces(settings);
    const type = () => there.suggest({ text: 'austin, tx', country: 'US', limit: 5 });
    const calls = () => google.calls.get('POST /v1/places:autocomplete') ?? 0;
    google.faults = { ...NO_FAULTS, errors: 1 };
    const before = calls();
    for (let turn = 0; turn < 12; turn += 1) await type();
    expect(calls() - before).toBe(5);
    clock.advance(10_000);
    await type();
    expect(calls() - before).toBe(6);
  });

  it('looking up a chosen address fails with an error', async () => {
    google.faults = { ...NO_FAULTS, errors: 1 };
    await expect(places.address(CONGRESS.id)).rejects.toThrow('Google Places answered with status 500');
  });
});

type Part = [type: string, long: string, short?: string];
const address = (...parts: Part[]) =>
  addressOf(parts.map(([type, longText, shortText = longText]) => ({ types: [type], longText, shortText })));

describe('the parts of an address', () => {
  it.each<[string, Part[], object]>([
    [
      'an apartment in Brooklyn, where Google has no city',
      [
        ['subpremise', '4B'],
        ['street_number', '110'],
        ['route', 'Bedford Avenue'],
        ['sublocality_level_1', 'Brooklyn'],
        ['administrative_area_level_2', 'Kings County'],
        ['administrative_area_level_1', 'New York', 'NY'],
        ['country', 'United States', 'US'],
        ['postal_code', '11249'],
      ],
      {
        street1: '110 Bedford Avenue',
        street2: 'Unit 4B',
        city: 'Brooklyn',
        state: 'NY',
        zip: '11249',
        country: 'US',
      },
    ],
    [
      'Puerto Rico, a country to Google',
      [
        ['street_number', '63'],
        ['route', 'Calle Fortaleza'],
        ['locality', 'San Juan'],
        ['country', 'Puerto Rico', 'PR'],
        ['postal_code', '00901'],
      ],
      { street1: '63 Calle Fortaleza', city: 'San Juan', state: 'PR', zip: '00901', country: 'US' },
    ],
    [
      'Toronto',
      [
        ['subpremise', 'Suite 1200'],
        ['street_number', '100'],
        ['route', 'King Street West'],
        ['locality', 'Toronto'],
        ['administrative_area_level_1', 'Ontario', 'ON'],
        ['country', 'Canada', 'CA'],
        ['postal_code', 'M5X 1C7'],
        ['postal_code_suffix', '9'],
      ],
      { street1: '100 King Street West', street2: 'Suite 1200', state: 'ON', zip: 'M5X 1C7', country: 'CA' },
    ],
    [
      'London, a postal town',
      [
        ['street_number', '10'],
        ['route', 'Downing Street'],
        ['postal_town', 'London'],
        ['administrative_area_level_1', 'England'],
        ['country', 'United Kingdom', 'GB'],
        ['postal_code', 'SW1A 2AA'],
      ],
      { street1: '10 Downing Street', city: 'London', state: 'England', zip: 'SW1A 2AA', country: 'GB' },
    ],
    [
      'Berlin, with the number after the street',
      [
        ['street_number', '15a'],
        ['route', 'Torstraße'],
        ['locality', 'Berlin'],
        ['administrative_area_level_1', 'Berlin', 'BE'],
        ['country', 'Germany', 'DE'],
        ['postal_code', '10119'],
      ],
      { street1: 'Torstraße 15a', city: 'Berlin', state: 'Berlin', zip: '10119', country: 'DE' },
    ],
    [
      'a building without a street',
      [
        ['premise', 'Rockefeller Plaza'],
        ['locality', 'New York'],
        ['administrative_area_level_1', 'New York', 'NY'],
        ['country', 'United States', 'US'],
      ],
      { street1: 'Rockefeller Plaza', city: 'New York', zip: '' },
    ],
    ['nothing', [], { street1: '', street2: '', city: '', state: '', zip: '', country: '' }],
  ])('%s', (_what, parts, expected) => {
    expect(address(...parts)).toMatchObject(expected);
  });
});
