import { describe, expect, it } from 'vitest';
import { theGazetteer } from '../../address-verification/builtin/gazetteer.ts';
import type { EarlierAddress, PlaceQuery } from '../port.ts';
import { BuiltinPlaces } from './suggest-places.ts';

const places = new BuiltinPlaces(theGazetteer);
const address = (
  street1: string,
  city: string,
  state: string,
  zip: string,
  country = 'US',
): EarlierAddress => ({
  street1,
  street2: '',
  city,
  state,
  zip,
  country,
});
const EARLIER = [
  address('500 Congress Ave', 'Austin', 'TX', '78701'),
  address('12 Congress St', 'Boston', 'MA', '02109'),
  address('500 congress ave.', 'Austin', 'TX', '78701'),
  address('500 Wellington St', 'Ottawa', 'ON', 'K1A 0A9', 'CA'),
];
const suggest = (query: Partial<PlaceQuery>) =>
  places.suggest({ field: 'city', text: '', country: 'US', earlier: EARLIER, limit: 5, ...query });
const texts = async (query: Partial<PlaceQuery>) =>
  (await suggest(query)).map((suggestion) => suggestion.text);

describe('suggestions while typing', () => {
  it('complete a ZIP code with its city and state', async () => {
    expect(await suggest({ field: 'zip', text: '78701' })).toEqual([
      {
        source: 'directory',
        text: 'Austin, TX 78701',
        address: { street1: '', street2: '', city: 'Austin', state: 'TX', zip: '78701', country: 'US' },
      },
    ]);
    expect(await texts({ field: 'zip', text: '0090', limit: 2 })).toEqual([
      'San Juan, PR 00901',
      'San Juan, PR 00902',
    ]);
  });

  it('complete a city, large ones first, one whose name is finished before all', async () => {
    expect(await texts({ text: 'san', limit: 2 })).toEqual(['San Antonio, TX', 'San Diego, CA']);
    expect((await texts({ text: 'york' }))[0]).toMatch(/^York, /);
    expect(await texts({ text: 'Portland, me', limit: 1 })).toEqual(['Portland, ME']);
    expect(await texts({ text: 'portland or', limit: 1 })).toEqual(['Portland, OR']);
  });

  it('fill a ZIP code only where the city has just one', async () => {
    const [austin] = await suggest({ text: 'Austin, TX' });
    const [zap] = await suggest({ text: 'Zap, ND' });
    expect([austin?.address.zip, zap?.address.zip]).toEqual(['', '58580']);
  });

  it('find streets among the earlier addresses of the same country, each once, best beginnings first', async () => {
    expect(await texts({ field: 'street', text: '500 con' })).toEqual(['500 Congress Ave, Austin, TX 78701']);
    expect(await texts({ field: 'street', text: 'congress' })).toEqual([
      '500 Congress Ave, Austin, TX 78701',
      '12 Congress St, Boston, MA 02109',
    ]);
    expect(await texts({ field: 'street', text: '500', country: 'CA' })).toEqual([
      '500 Wellington St, Ottawa, ON K1A 0A9',
    ]);
  });

  it('are none for nothing, for other countries and for what nobody knows', async () => {
    for (const query of [
      { text: '' },
      { text: 'toronto', country: 'CA' },
      { text: 'qqqq' },
      { field: 'zip', text: 'abc' },
      { text: 'san', limit: 0 },
    ] as const)
      expect(await suggest(query)).toEqual([]);
  });

  it('are quick enough for every keystroke, also with thousands of earlier addresses', async () => {
    const earlier = Array.from({ length: 5000 }, (_, number) =>
      address(`${number} Elm St`, 'Austin', 'TX', '78701'),
    );
    await suggest({ text: 'a' });
    const start = performance.now();
    for (let turn = 0; turn < 20; turn += 1) {
      await suggest({ text: 's' });
      await suggest({ field: 'street', text: 'elm', earlier });
    }
    expect((performance.now() - start) / 40).toBeLessThan(50);
  });
});
