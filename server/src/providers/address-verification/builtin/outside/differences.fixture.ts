/** Addresses that we deliberately parse differently from another parser, with the reason. The test allows only these. */
export interface Difference {
  why: string;
  texts: readonly string[];
}

const inAustin = (streets: readonly string[]) => streets.map((street) => `${street}, Austin, TX 78701`);
const oakSt = (...units: string[]) =>
  inAustin(units.flatMap((unit) => [`123 Oak St ${unit}`, `123 Oak St, ${unit}`]));
const oak = (...suffixes: string[]) => inAustin(suffixes.map((suffix) => `123 Oak ${suffix}`));

export const PARSE_ADDRESS: readonly Difference[] = [
  {
    why: 'A fraction belongs to the house number.',
    texts: ['3813 1/2 Some Road, Los Angeles, CA'],
  },
  {
    why: 'Numbered roads are spelled out (Publication 28, appendix F).',
    texts: ['1234 COUNTY HWY 60E, Town, CO 12345'],
  },
];

export const ADDRESSER: readonly Difference[] = [
  {
    why: 'Directionals are separate parts, not parts of the name (Publication 28, 233).',
    texts: [
      '400 South Orange Ave, South Orange , NJ 07079',
      '826 N Ave C, Crowley, LA 70526',
      '826 N Avenue N, Crowley, LA 70526',
      '826 N Ave. b, Crowley, LA 70526',
      '826 N Ave. b Unit 101, Crowley, LA 70526',
      '10701 S Interstate 35 # 35, Austin, TX',
      '11434 W FM 471, San Antonio, TX',
      '506 W 1100, Chesterton, IN',
      '110 N 2500, Vernal, UT',
      '630A Pinellas Bwy S Apt 3202, Saint Petersburg, FL 33715',
      '186 N Harrisburg St Apt 3, Oberlin, PA 17113',
      '47 N Portola, # 35, Laguna Beach, CA',
    ],
  },
  {
    why: 'RUN is a suffix and TURN is not (Publication 28, appendix C1).',
    texts: [
      '25403 Longbranch Run, San Antonio, TX',
      '1300 Providence Ridge Turn, North Chesterfield, VA 23236',
    ],
  },
  {
    why: 'Numbered roads are spelled out (Publication 28, appendix F).',
    texts: [
      '138 Co Rd 502, Etowah, TN 37331',
      '412 State Rte 22, Dover, TN 37058',
      '412 State Hwy 22, Dover, TN 37058',
    ],
  },
];

export const UNIVERSE: readonly Difference[] = [
  {
    why: 'It does not know these suffix spellings and reads them as part of the name.',
    texts: oak(
      ...['BLV', 'BLVRD', 'CRECENT', 'CRESENT', 'CRSCNT', 'CK', 'CAUSWAY', 'CRT', 'EXPWY', 'HEIGHT', 'HGTS'],
      ...['HAVN', 'LANES', 'PLAINES', 'PRARIE', 'STRAVE', 'TPK', 'TRPK', 'TRPKE', 'CRSSING'],
    ),
  },
  { why: 'It stops before the street and reads 123 as the ZIP code.', texts: oak('CEN') },
  {
    why: 'It uses another standard form; parse-address lists CRK, MDW, RTE, TRL and VIA for appendix C1.',
    texts: oak('CR', 'MDW', 'ROUTE', 'TR', 'VDCT', 'VIADCT', 'VIADUCT'),
  },
  {
    why: 'NO and SO mean directions only before a name; at the end, NO usually precedes a number.',
    texts: inAustin(['123 Oak St NO', '123 Oak St SO']),
  },
  {
    why: 'It does not know these designators; it joins them to the number or drops the number.',
    texts: oakSt(
      ...['APARTMENTS 4', 'APTO 4', 'HANGAR 4', 'LT 4', 'SP 4', 'STES 4', 'SUITES 4', 'UNITS 4'],
      ...['PMB 4', 'MSC 4'],
    ),
  },
  {
    why: 'KEY and TRLR before a number are units (appendix C2); it reads them as the suffix.',
    texts: inAustin(['123 Oak St KEY 4', '123 Oak St TRLR 4', '123 Oak St TRAILER 4']),
  },
  { why: 'A hyphen inside a unit stays.', texts: oakSt('STE 100-A') },
  {
    why: "O'Farrell is one word.",
    texts: inAustin([
      ...['1', '123', '12A', '10-20', '99999'].map((number) => `${number} N O'Farrell Ave`),
      "123 O'Farrell Street SW Apt 5",
      "123 E O'Farrell Boulevard, Suite 200",
    ]),
  },
];
