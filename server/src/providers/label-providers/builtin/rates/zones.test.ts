import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { readOutside } from '../../../../../test/outside/outside.ts';
import { MILITARY_ZIP3 } from '../data/areas.ts';
import { dhlZone, expressZone, groundZone, uspsZone } from './zones.ts';

function* officialZones(): Generator<[from: string, to: string, zone: string]> {
  const text = gunzipSync(readOutside('usps-zones.csv.gz')).toString();
  const [destinations = [], ...origins] = text
    .trim()
    .split('\n')
    .map((line) => line.split(','));
  for (const [from = '', zones = ''] of origins)
    for (const [index, zone] of [...zones].entries())
      if (zone !== '.') yield [from, destinations[index] ?? '', zone];
}

describe('the zone between two ZIP codes', () => {
  it('is the official one for 98.5 % of pairs, and for 99.2 % of civilian pairs', () => {
    const all = { pairs: 0, exact: 0, near: 0 };
    const civil = { pairs: 0, exact: 0, near: 0 };
    for (const [from, to, official] of officialZones()) {
      const zone = uspsZone(from, to);
      // Prefixes that no ZIP code uses.
      if (zone === null) continue;
      const military = [from, to].some((zip3) => MILITARY_ZIP3.includes(zip3));
      for (const tally of military ? [all] : [all, civil]) {
        tally.pairs += 1;
        if (zone === official) tally.exact += 1;
        if (Math.abs(Number(zone) - Number(official)) <= 1) tally.near += 1;
      }
    }
    expect(all.pairs).toBeGreaterThan(53_000);
    expect(all.exact / all.pairs).toBeGreaterThanOrEqual(0.985);
    expect(all.near / all.pairs).toBeGreaterThanOrEqual(0.995);
    expect(civil.exact / civil.pairs).toBeGreaterThanOrEqual(0.992);
    expect(civil.near / civil.pairs).toBeGreaterThanOrEqual(0.999);
  });

  it('is local within an area and grows with distance', () => {
    expect(uspsZone('97209', '97214')).toBe('1');
    expect(uspsZone('97209', '98101')).toBe('2');
    expect(uspsZone('97209', '94105')).toBe('4');
    expect(uspsZone('97209', '55404')).toBe('7');
    expect(uspsZone('97209', '10001')).toBe('8');
  });

  it('is 9 to the Freely Associated States and 8 to Guam', () => {
    expect(uspsZone('94105', '96960')).toBe('9');
    expect(uspsZone('94105', '96910')).toBe('8');
  });

  it('uses the gateway for military mail', () => {
    expect(uspsZone('10001', '09012')).toBe('1');
    expect(uspsZone('33101', '34002')).toBe('1');
    expect(uspsZone('94105', '96201')).toBe('1');
  });

  it('is unknown for prefixes that no ZIP code uses', () => {
    expect(uspsZone('00100', '97209')).toBeNull();
    expect(groundZone('97209', 'London')).toBeNull();
  });
});

describe('UPS, FedEx and DHL zones', () => {
  it('start at 2', () => {
    expect(groundZone('97209', '97214')).toBe('2');
    expect(expressZone('97209', '97214')).toBe('2');
  });

  it('have special numbers for Alaska and Hawaii by ground and none by air', () => {
    expect(groundZone('97209', '99501')).toBe('17');
    expect(groundZone('99501', '99701')).toBe('22');
    expect(groundZone('99501', '98101')).toBe('23');
    expect(groundZone('99501', '10001')).toBe('25');
    expect(groundZone('97209', '96813')).toBe('9');
    expect(groundZone('96813', '96815')).toBe('14');
    expect(groundZone('96813', '96720')).toBeNull();
    expect(groundZone('96813', '94105')).toBe('92');
    expect(groundZone('96813', '10001')).toBe('96');
    expect(expressZone('97209', '96813')).toBeNull();
    expect(expressZone('99501', '98101')).toBeNull();
  });

  it('depend on the country at DHL', () => {
    expect(['CA', 'MX', 'GB', 'RS', 'XK'].map(dhlZone)).toEqual(['A', 'B', 'C', 'E', 'E']);
    expect(dhlZone('PR')).toBeNull();
  });
});
