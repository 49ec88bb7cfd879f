import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { cpuRatio } from '@lading/contract/cpu-growth.fixture.ts';
import { describe, expect, it } from 'vitest';
import { Gazetteer, theGazetteer } from './gazetteer.ts';

const FILE = resolve(import.meta.dirname, 'data/zip-codes.txt');

/** Twenty ZIP codes that few lists contain. */
const SPOT_CHECK: readonly [string, string, string][] = [
  ['10001', 'New York', 'NY'],
  ['94103', 'San Francisco', 'CA'],
  ['60611', 'Chicago', 'IL'],
  ['99501', 'Anchorage', 'AK'],
  ['96813', 'Honolulu', 'HI'],
  ['00901', 'San Juan', 'PR'],
  ['02139', 'Cambridge', 'MA'],
  ['73301', 'Austin', 'TX'],
  ['20500', 'Washington', 'DC'],
  ['33101', 'Miami', 'FL'],
  ['98101', 'Seattle', 'WA'],
  ['80202', 'Denver', 'CO'],
  ['75201', 'Dallas', 'TX'],
  ['30303', 'Atlanta', 'GA'],
  ['85001', 'Phoenix', 'AZ'],
  ['48201', 'Detroit', 'MI'],
  ['59718', 'Bozeman', 'MT'],
  ['09001', 'APO', 'AE'],
  ['96201', 'APO', 'AP'],
  ['34001', 'APO', 'AA'],
];

describe('the gazetteer', () => {
  const gazetteer = theGazetteer();

  it.each(SPOT_CHECK)('finds %s in %s, %s', (zip, city, state) => {
    expect(gazetteer.place(zip)).toEqual({ city, state });
  });

  it('knows 42,555 ZIP codes in 931 areas, of which six are shared between states', () => {
    let known = 0;
    for (let zip = 0; zip < 100_000; zip += 1) if (gazetteer.place(String(zip).padStart(5, '0'))) known += 1;
    const areas = Array.from({ length: 1000 }, (_, area) =>
      gazetteer.statesOfArea(String(area).padStart(3, '0')),
    );
    expect(known).toBe(42_555);
    expect(areas.filter((states) => states.length > 0)).toHaveLength(931);
    expect(areas.filter((states) => states.length > 1)).toHaveLength(6);
    expect(gazetteer.statesOfArea('205')).toEqual(['DC', 'MD', 'VA']);
  });

  it('keeps city names that contain numbers', () => {
    expect(gazetteer.place('74183')?.city).toBe('Shell Oil Box 150');
    expect(gazetteer.place('98151')?.city).toBe('Goodwill Games 1990');
  });

  it('finds no place for an invalid ZIP code', () => {
    for (const zip of ['00000', '99999', 'abcde', '', '123456', '-1'])
      expect(gazetteer.place(zip)).toBeNull();
  });

  it('finds cities by name, with Saint, St, Mount or Mt', () => {
    expect(gazetteer.findCity('st. louis', 'MO')).toMatchObject({ city: 'Saint Louis', zip: '63101' });
    expect(gazetteer.findCity('Mt Vernon', 'NY')).toMatchObject({ city: 'Mount Vernon' });
    expect(gazetteer.findCity('Austin', 'TX')?.zip).toBe('78701');
    expect(gazetteer.findCity('Austin', 'RI')).toBeNull();
  });

  it('lists cities by prefix, larger ones first, within a state if given', () => {
    expect(gazetteer.citiesWithPrefix('San', 3).map((hit) => hit.city)).toEqual([
      'San Antonio',
      'San Diego',
      'San Francisco',
    ]);
    expect(gazetteer.citiesWithPrefix('portl', 1, 'ME')).toMatchObject([{ city: 'Portland', state: 'ME' }]);
    expect(gazetteer.citiesWithPrefix('', 5)).toEqual([]);
  });

  it('knows the provinces of Canadian areas: by letter, X by area, Ottawa also for Gatineau', () => {
    expect(gazetteer.provincesOfArea('V6C')).toEqual(['BC']);
    expect(gazetteer.provincesOfArea('X0A')).toEqual(['NU']);
    expect(gazetteer.provincesOfArea('X9Z')).toEqual(['NT', 'NU']);
    expect(gazetteer.provincesOfArea('K1A')).toEqual(['ON', 'QC']);
    expect(gazetteer.provincesOfArea('D1A')).toEqual([]);
    expect([gazetteer.knowsCanadianArea('M5V'), gazetteer.knowsCanadianArea('M0Z')]).toEqual([true, false]);
  });

  it('names its source and license, and stays small and quick to load', () => {
    expect(readFileSync(FILE, 'utf8')).toContain('zipcodes 8.0.0 (Dav Glass, BSD');
    expect(statSync(FILE).size).toBeLessThan(700_000);
    const split = () => void readFileSync(FILE, 'utf8').split(/[\n,]/);
    expect(cpuRatio(() => void Gazetteer.load(), split)).toBeLessThan(20);
  });
});
