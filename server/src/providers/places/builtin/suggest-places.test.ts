import { cpuRatio } from '@lading/contract/cpu-growth.fixture.ts';
import { describe, expect, it } from 'vitest';
import { Gazetteer, theGazetteer } from '../../address-verification/builtin/gazetteer.ts';
import type { PlaceQuery } from '../port.ts';
import { placesPortSuite } from '../port-suite.ts';
import { BuiltinPlaces } from './suggest-places.ts';

const places = new BuiltinPlaces(theGazetteer);
const suggest = (query: Partial<PlaceQuery>) =>
  places.suggest({ text: '', country: 'US', limit: 5, ...query });
const texts = async (query: Partial<PlaceQuery>) =>
  (await suggest(query)).map((suggestion) => suggestion.text);

placesPortSuite(places, { zip: '78701', city: 'Austin', state: 'TX' });

describe('suggestions while typing', () => {
  it('list ZIP codes with the same first digits, in order', async () => {
    expect(await texts({ text: '0090', limit: 2 })).toEqual(['San Juan, PR 00901', 'San Juan, PR 00902']);
    expect(await texts({ text: '78701-12' })).toEqual(['Austin, TX 78701']);
  });

  it('complete a city: exact names first, then larger cities', async () => {
    expect(await texts({ text: 'san', limit: 2 })).toEqual(['San Antonio, TX', 'San Diego, CA']);
    expect((await texts({ text: 'york' }))[0]).toMatch(/^York, /);
    expect(await texts({ text: 'Portland, me', limit: 1 })).toEqual(['Portland, ME']);
    expect(await texts({ text: 'portland or', limit: 1 })).toEqual(['Portland, OR']);
  });

  it('treat two letters at the end as part of a name and as a state', async () => {
    expect(await texts({ text: 'new or', limit: 2 })).toEqual([
      'New Orleans, LA',
      'New Pine Creek, OR 97635',
    ]);
  });

  it('include a ZIP code only when the city has just one', async () => {
    const [austin] = await suggest({ text: 'Austin, TX' });
    const [zap] = await suggest({ text: 'Zap, ND' });
    expect([austin?.zip, zap?.zip]).toEqual(['', '58580']);
  });

  it('are empty for streets, other countries and unknown names', async () => {
    for (const query of [{ text: '500 Congress Ave' }, { text: 'toronto', country: 'CA' }, { text: 'qqqq' }])
      expect(await suggest(query)).toEqual([]);
  });

  it('are fast enough for every keystroke: all cities are searched in less time than the table takes to load', () => {
    const search = () => void suggest({ text: 's' });
    expect(cpuRatio(search, () => void Gazetteer.load())).toBeLessThan(1);
  });
});
