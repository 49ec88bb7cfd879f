import { describe, expect, it } from 'vitest';
import { COUNTRIES, countryName, parseCountry, withArticle } from './countries.ts';
import { CA_PROVINCES, parseProvince, parseState, US_STATES } from './regions.ts';

describe('the list of countries', () => {
  it('has about 240 entries, the United States and Canada first, then by name', () => {
    expect(COUNTRIES.length).toBe(249);
    expect(COUNTRIES.slice(0, 3).map((country) => country.code)).toEqual(['US', 'CA', 'AF']);
    const names = COUNTRIES.slice(2).map((country) => country.name);
    expect(names).toEqual(names.toSorted((a, b) => a.localeCompare(b, 'en')));
  });

  it('has unique two-letter codes with names', () => {
    expect(new Set(COUNTRIES.map((country) => country.code)).size).toBe(COUNTRIES.length);
    for (const { code, name } of COUNTRIES) {
      expect(code).toMatch(/^[A-Z]{2}$/);
      expect(name).not.toBe('');
      expect(countryName(code)).toBe(name);
    }
  });

  it.each([
    ['the United Kingdom', 'GB'],
    ['the Netherlands', 'NL'],
    ['the Dominican Republic', 'DO'],
    ['the U.S. Virgin Islands', 'VI'],
    ['Congo, Democratic Republic', 'CD'],
    ['Norfolk Island', 'NF'],
    ['Germany', 'DE'],
  ])('has a name for sentences: %s', (name, code) => {
    expect(withArticle(countryName(code) ?? '')).toBe(name);
  });

  it('parses its own codes and names', () => {
    for (const { code, name } of COUNTRIES)
      expect([parseCountry(code), parseCountry(name)]).toEqual([code, code]);
  });

  it.each([
    ['USA', 'US'],
    ['us', 'US'],
    [' U.S.A. ', 'US'],
    ['United States', 'US'],
    ['united states of america', 'US'],
    ['United States (USA)', 'US'],
    ['CA', 'CA'],
    ['Canada', 'CA'],
    ['Canada (CA)', 'CA'],
    ['CAN', 'CA'],
    ['UK', 'GB'],
    ['Côte d’Ivoire', 'CI'],
    ['Deutschland', 'DE'],
    ['Viet Nam', 'VN'],
    ['Trinidad & Tobago', 'TT'],
  ])('understands %s as %s', (text, code) => {
    expect(parseCountry(text)).toBe(code);
  });

  it.each(['', 'XX', 'Atlantis', 'U', '__proto__', 'x'.repeat(5000)])('does not recognize %.20s', (text) => {
    expect(parseCountry(text)).toBeNull();
  });
});

describe('states and provinces', () => {
  it('number 62 and 13 and parse by code and name', () => {
    expect([US_STATES.length, CA_PROVINCES.length]).toEqual([62, 13]);
    for (const { code, name } of US_STATES)
      expect([parseState(code), parseState(name)]).toEqual([code, code]);
    for (const { code, name } of CA_PROVINCES)
      expect([parseProvince(code), parseProvince(name)]).toEqual([code, code]);
  });

  it('are separate: Ontario is not a state, Texas is not a province', () => {
    expect([parseState('ON'), parseProvince('TX'), parseProvince('Québec'), parseState('d.c.')]).toEqual([
      null,
      null,
      'QC',
      'DC',
    ]);
  });
});
