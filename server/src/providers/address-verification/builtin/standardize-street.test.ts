import { cpuGrowth, MAX_CPU_GROWTH } from '@lading/contract/cpu-growth.fixture.ts';
import { describe, expect, it } from 'vitest';
import { inTier } from '../../../../test/tier.ts';
import { MAX_LINE_LENGTH, standardizeStreet } from './standardize-street.ts';

/** As entered, in capitals per Publication 28, and as displayed. */
const LINES: readonly [string, string, string][] = [
  ['123 Main Street', '123 MAIN ST', '123 Main St'],
  ['123 main street apt. 4b', '123 MAIN ST APT 4B', '123 Main St Apt 4B'],
  ['123 MAIN STREET', '123 MAIN ST', '123 MAIN ST'],
  ['600 McDonald avenue', '600 MCDONALD AVE', '600 McDonald Ave'],
  ['10 Calle Peñón', '10 CALLE PENON', '10 Calle Peñón'],
  ['10 CALLE PEÑÓN', '10 CALLE PENON', '10 CALLE PEÑÓN'],
  ['10 Ørsted Street', '10 ORSTED ST', '10 Ørsted St'],
  ['12 Elm Street, Garden house', '12 ELM ST GARDEN HOUSE', '12 Elm St, Garden House'],
  ['60E Main Street', '60 E MAIN ST', '60 E Main St'],
  ['60E Crescent', '60 E CRES', '60 E Cres'],
  ['12 County Highway East', '12 COUNTY HIGHWAY EAST', '12 County Highway East'],
  ['100 S.E. Washington Ave #5', '100 SE WASHINGTON AVE # 5', '100 SE Washington Ave # 5'],
  ['100 North East Elm Rd', '100 NE ELM RD', '100 NE Elm Rd'],
  ['1005 Gravenstein Highway North', '1005 GRAVENSTEIN HWY N', '1005 Gravenstein Hwy N'],
  ['100 South St', '100 SOUTH ST', '100 South St'],
  ['203 S St', '203 S ST', '203 S St'],
  ['826 N Avenue C', '826 N AVENUE C', '826 N Avenue C'],
  ['200 Avenue N', '200 AVENUE N', '200 Avenue N'],
  ['12 Bay West Drive', '12 BAY WEST DR', '12 Bay West Dr'],
  ['2146 University Square Mall', '2146 UNIVERSITY SQUARE MALL', '2146 University Square Mall'],
  ['550 S 400 E #3206', '550 S 400 E # 3206', '550 S 400 E # 3206'],
  ['48S 400E', '48 S 400 E', '48 S 400 E'],
  ['N95W18855 Jay Dr', 'N95W18855 JAY DR', 'N95W18855 Jay Dr'],
  ['112–10 Bronx Road', '112-10 BRONX RD', '112-10 Bronx Rd'],
  ['138 - 140 8th Ave', '138-140 8TH AVE', '138-140 8th Ave'],
  ['3-9th Ave', '3 9TH AVE', '3 9th Ave'],
  ['3813 1/2 Some Road', '3813 1/2 SOME RD', '3813 1/2 Some Rd'],
  ['3813½ Some Road', '3813 1/2 SOME RD', '3813 1/2 Some Rd'],
  ['11935 39.2 Rd', '11935 39.2 RD', '11935 39.2 Rd'],
  ['1005 State Hwy 116', '1005 STATE HIGHWAY 116', '1005 State Highway 116'],
  ['138 Co Rd 502', '138 COUNTY ROAD 502', '138 County Road 502'],
  ['9000 I-10 West', '9000 INTERSTATE 10 W', '9000 Interstate 10 W'],
  ['1234 COUNTY HWY 60E', '1234 COUNTY HIGHWAY 60 E', '1234 COUNTY HIGHWAY 60 E'],
  ['One Microsoft Way', 'ONE MICROSOFT WAY', 'One Microsoft Way'],
  ['#42 233 S Wacker Dr', '233 S WACKER DR # 42', '233 S Wacker Dr # 42'],
  ['Suite 500, 12 Elm St', '12 ELM ST STE 500', '12 Elm St Ste 500'],
  ['4 Embarcadero Center Suite550', '4 EMBARCADERO CTR STE 550', '4 Embarcadero Ctr Ste 550'],
  ['233 S Wacker Dr lobby', '233 S WACKER DR LBBY', '233 S Wacker Dr Lbby'],
  ['100 Front Street', '100 FRONT ST', '100 Front St'],
  ['123 Key West Dr', '123 KEY WEST DR', '123 Key West Dr'],
  ['901 Main St 16th Floor', '901 MAIN ST FL 16', '901 Main St Fl 16'],
  ['12 Main St Bldg 4 Apt 3', '12 MAIN ST BLDG 4 APT 3', '12 Main St Bldg 4 Apt 3'],
  ['12 Main St Apt A APT A', '12 MAIN ST APT A', '12 Main St Apt A'],
  ['12 Main St 4', '12 MAIN ST # 4', '12 Main St # 4'],
  ['1900 F St, NW Unit 702', '1900 F ST NW UNIT 702', '1900 F St NW Unit 702'],
  ['Apartment 4', 'APT 4', 'Apt 4'],
  ['P.O. Box 3094', 'PO BOX 3094', 'PO Box 3094'],
  ['POBox 3094', 'PO BOX 3094', 'PO Box 3094'],
  ['Post Office Box #3094', 'PO BOX 3094', 'PO Box 3094'],
  ['P O Drawer 538', 'PO BOX 538', 'PO Box 538'],
  ['Box 11', 'PO BOX 11', 'PO Box 11'],
  ['123 Main Street, PO Box 5', '123 MAIN ST PO BOX 5', '123 Main St PO Box 5'],
  ['Rural Route 03 #87A', 'RR 3 BOX 87A', 'RR 3 Box 87A'],
  ['Route 2 Box 18', 'RR 2 BOX 18', 'RR 2 Box 18'],
  ['Highway Contract Route 72 Box 1', 'HC 72 BOX 1', 'HC 72 Box 1'],
  ['psc 802 box 74', 'PSC 802 BOX 74', 'PSC 802 Box 74'],
  ['Unit 2050, Box 4190', 'UNIT 2050 BOX 4190', 'Unit 2050 Box 4190'],
  ['general delivery', 'GENERAL DELIVERY', 'General Delivery'],
];

describe('a delivery line', () => {
  it.each(LINES)('%j becomes %j', (entered, line, display) => {
    const standard = standardizeStreet(entered);
    expect([standard.line, standard.display]).toEqual([line, display]);
  });

  it.each(LINES)('%j does not change again once it is standard', (entered) => {
    const { line, display } = standardizeStreet(entered);
    expect(standardizeStreet(line).line).toBe(line);
    expect(standardizeStreet(display).display).toBe(display);
  });

  it('has a kind', () => {
    const kinds = [
      '12 Elm St',
      'Box 5',
      'RR 1 Box 2',
      'HC 1 Box 2',
      'CMR 12 Box 3',
      'USS Nimitz',
      'Apt 4',
      'Elm St',
      '',
    ];
    expect(kinds.map((line) => standardizeStreet(line).kind)).toEqual([
      'street',
      'po-box',
      'rural-route',
      'highway-contract',
      'military',
      'ship',
      'unit',
      'unknown',
      'empty',
    ]);
  });

  it('is returned in parts', () => {
    expect(standardizeStreet('1005 1/2 North Gravenstein Highway SW, Suite 500')).toMatchObject({
      number: '1005 1/2',
      preDirectional: 'N',
      name: 'GRAVENSTEIN',
      suffix: 'HWY',
      postDirectional: 'SW',
      units: [{ designator: 'STE', id: '500' }],
    });
  });

  it('loses no word', () => {
    const odd = '77 Elm Street, behind the red barn, ring twice, Apt 4, ask for Bob';
    expect(standardizeStreet(odd).line).toBe('77 ELM ST BEHIND THE RED BARN RING TWICE APT 4 ASK FOR BOB');
  });

  it('stays unchanged when it is too long for a delivery line', () => {
    const long = `${'1 '.repeat(MAX_LINE_LENGTH)}Main Street`;
    expect(standardizeStreet(long)).toMatchObject({ kind: 'unknown', display: long });
  });

  it('accepts any characters, and takes time in proportion to their number', () => {
    const pieces = [
      '#',
      'APT',
      'REAR',
      '1',
      '1/2',
      '-',
      ',',
      '(',
      'PO',
      'BOX',
      'N',
      'ST',
      'FL',
      '2ND',
      'É',
      '😀',
      '\u0000',
      '.',
    ];
    const lineOf = (seed: number, length: number) => {
      let state = seed;
      let line = '';
      for (let left = length; left > 0; left -= 1) {
        state = (state * 48_271) % 2_147_483_647;
        line += `${pieces[state % pieces.length]}${state % 3 === 0 ? '' : ' '}`;
      }
      return line;
    };
    for (let seed = 1; seed <= inTier(4_000, 20_000); seed += 1)
      expect(typeof standardizeStreet(lineOf(seed, seed % 30)).line).toBe('string');
    const fiftyTimes = (line: string) => {
      for (let time = 0; time < 50; time += 1) standardizeStreet(line);
    };
    for (let seed = 1; seed <= inTier(5, 20); seed += 1) {
      const longest = lineOf(seed, MAX_LINE_LENGTH).slice(0, MAX_LINE_LENGTH);
      expect(cpuGrowth(fiftyTimes, longest), longest).toBeLessThan(MAX_CPU_GROWTH);
    }
  });
});
