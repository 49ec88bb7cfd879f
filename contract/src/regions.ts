/** US states, territories and military areas, and Canadian provinces. */

export interface Region {
  code: string;
  name: string;
}

/** The 62 codes of USPS Publication 28, appendix B; 2026-11-15. */
const STATES = `AL Alabama; AK Alaska; AZ Arizona; AR Arkansas; CA California; CO Colorado; CT Connecticut; DE Delaware;
DC District of Columbia; FL Florida; GA Georgia; HI Hawaii; ID Idaho; IL Illinois; IN Indiana; IA Iowa; KS Kansas;
KY Kentucky; LA Louisiana; ME Maine; MD Maryland; MA Massachusetts; MI Michigan; MN Minnesota; MS Mississippi;
MO Missouri; MT Montana; NE Nebraska; NV Nevada; NH New Hampshire; NJ New Jersey; NM New Mexico; NY New York;
NC North Carolina; ND North Dakota; OH Ohio; OK Oklahoma; OR Oregon; PA Pennsylvania; RI Rhode Island;
SC South Carolina; SD South Dakota; TN Tennessee; TX Texas; UT Utah; VT Vermont; VA Virginia; WA Washington;
WV West Virginia; WI Wisconsin; WY Wyoming; AS American Samoa; FM Micronesia; GU Guam; MH Marshall Islands;
MP Northern Mariana Islands; PR Puerto Rico; PW Palau; VI U.S. Virgin Islands; AA Armed Forces Americas;
AE Armed Forces Europe; AP Armed Forces Pacific`;

/** Canada Post's two-letter codes; 2026-11-15. */
const PROVINCES = `AB Alberta; BC British Columbia; MB Manitoba; NB New Brunswick; NL Newfoundland and Labrador;
NS Nova Scotia; NT Northwest Territories; NU Nunavut; ON Ontario; PE Prince Edward Island; QC Quebec; SK Saskatchewan;
YT Yukon`;

/** Other spellings. Case, accents, spaces and punctuation are ignored. */
const OTHER_STATES: Readonly<Record<string, string>> = {
  calif: 'CA',
  colo: 'CO',
  conn: 'CT',
  fla: 'FL',
  ill: 'IL',
  ind: 'IN',
  mass: 'MA',
  mich: 'MI',
  minn: 'MN',
  okla: 'OK',
  ore: 'OR',
  penn: 'PA',
  penna: 'PA',
  tenn: 'TN',
  tex: 'TX',
  wash: 'WA',
  wis: 'WI',
  wisc: 'WI',
  districtofcolumbia: 'DC',
  virginislands: 'VI',
  federatedstatesofmicronesia: 'FM',
};
const OTHER_PROVINCES: Readonly<Record<string, string>> = {
  pq: 'QC',
  que: 'QC',
  ont: 'ON',
  alta: 'AB',
  sask: 'SK',
  pei: 'PE',
  newfoundland: 'NL',
  labrador: 'NL',
  nf: 'NL',
  nwt: 'NT',
  yk: 'YT',
  yukonterritory: 'YT',
  colombiebritannique: 'BC',
  nouveaubrunswick: 'NB',
  nouvelleecosse: 'NS',
  ileduprinceedouard: 'PE',
  terreneuveetlabrador: 'NL',
};

const parse = (table: string): Region[] =>
  table.split(/;\s*/).map((row) => ({ code: row.slice(0, 2), name: row.slice(3) }));

export const US_STATES: readonly Region[] = parse(STATES);
export const CA_PROVINCES: readonly Region[] = parse(PROVINCES);

/** ISO 3166 countries that USPS serves as states. */
export const US_TERRITORIES: ReadonlySet<string> = new Set(['AS', 'FM', 'GU', 'MH', 'MP', 'PR', 'PW', 'VI']);
export const MILITARY_STATES: ReadonlySet<string> = new Set(['AA', 'AE', 'AP']);

const STATE_SPELLINGS = spellings(US_STATES, OTHER_STATES);
const PROVINCE_SPELLINGS = spellings(CA_PROVINCES, OTHER_PROVINCES);
const STATE_NAMES = new Map(US_STATES.map((state) => [state.code, state.name]));
const PROVINCE_NAMES = new Map(CA_PROVINCES.map((province) => [province.code, province.name]));

const MAX_LENGTH = 40;

export function parseState(text: string): string | null {
  if (text.length === 2 && STATE_NAMES.has(text)) return text;
  return text.length > MAX_LENGTH ? null : (STATE_SPELLINGS.get(spelling(text)) ?? null);
}

export function parseProvince(text: string): string | null {
  if (text.length === 2 && PROVINCE_NAMES.has(text)) return text;
  return text.length > MAX_LENGTH ? null : (PROVINCE_SPELLINGS.get(spelling(text)) ?? null);
}

/** The two-letter code of a US state, territory or military region, or of a Canadian province. Null elsewhere. */
export function regionCode(country: string, text: string): string | null {
  if (country === 'US' || US_TERRITORIES.has(country)) return parseState(text);
  return country === 'CA' ? parseProvince(text) : null;
}

export function stateName(code: string): string {
  return STATE_NAMES.get(code) ?? code;
}

export function provinceName(code: string): string {
  return PROVINCE_NAMES.get(code) ?? code;
}

function spellings(
  regions: readonly Region[],
  others: Readonly<Record<string, string>>,
): Map<string, string> {
  return new Map([
    ...Object.entries(others),
    ...regions.flatMap((region): [string, string][] => [
      [region.code.toLowerCase(), region.code],
      [spelling(region.name), region.code],
    ]),
  ]);
}

function spelling(text: string): string {
  return text
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z]/g, '');
}
