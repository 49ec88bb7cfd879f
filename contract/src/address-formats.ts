import {
  ADDRESS_FORMATS,
  CITY_NAMES,
  POSTAL_CODE_EXAMPLES,
  POSTAL_CODE_NAMES,
  REGION_NAMES,
} from './address-formats-data.ts';

export type PlaceField = 'city' | 'state' | 'zipCode';

interface AddressFormat {
  /** The fields in the order of the country. Those that it does not use come last. */
  order: readonly PlaceField[];
  /** `Zc,S`: see `address-formats-data.ts`. */
  line: string;
  printsState: boolean;
  requiresState: boolean;
  requiresZip: boolean;
  cityName: string;
  stateName: string;
  zipName: string;
  /** Formats of the postal code; none if the country has no postal codes or theirs are unknown. */
  zipShapes: readonly string[];
  /** Empty without a format. */
  zipExample: string;
}

const FIELDS: Readonly<Record<string, PlaceField>> = { c: 'city', s: 'state', z: 'zipCode' };

const rowsOf = (table: string): Map<string, string> =>
  new Map(
    table
      .replace(/\s+/g, ' ')
      .split(/; ?/)
      .map((row) => [row.slice(0, 2), row.slice(3)]),
  );
const ROWS = rowsOf(ADDRESS_FORMATS);
const EXAMPLES = rowsOf(POSTAL_CODE_EXAMPLES);

const byCountry = (names: Readonly<Record<string, string>>): Map<string, string> =>
  new Map(Object.entries(names).flatMap(([name, codes]) => codes.split(' ').map((code) => [code, name])));
const REGIONS = byCountry(REGION_NAMES);
const POSTAL_CODES = byCountry(POSTAL_CODE_NAMES);
const CITIES = byCountry(CITY_NAMES);

const formats = new Map<string, AddressFormat>();

/** Countries that are not in the table use the city and, if there is one, the postal code. */
export function addressFormat(country: string): AddressFormat {
  const known = formats.get(country);
  if (known) return known;
  const format = readRow(country, ROWS.get(country) ?? 'cz');
  if (ROWS.has(country)) formats.set(country, format);
  return format;
}

function readRow(country: string, row: string): AddressFormat {
  const [, line = '', shapes = ''] = /^(\S+) ?(.*)$/.exec(row) ?? [];
  const used = line.toLowerCase();
  const letters = [...used].filter((letter) => letter in FIELDS);
  const unused = [...'zs'].filter((letter) => !letters.includes(letter));
  const zipShapes = shapes === '' ? [] : shapes.split('|');
  return {
    order: [...letters, ...unused].flatMap((letter) => FIELDS[letter] ?? []),
    line,
    printsState: used.includes('s'),
    requiresState: line.includes('S'),
    requiresZip: line.includes('Z'),
    cityName: CITIES.get(country) ?? 'City',
    stateName: REGIONS.get(country) ?? (used.includes('s') ? 'Province' : 'Region'),
    zipName: POSTAL_CODES.get(country) ?? 'Postal code',
    zipShapes,
    zipExample: EXAMPLES.get(country) ?? exampleOf(zipShapes[0] ?? ''),
  };
}

function exampleOf(shape: string): string {
  let digit = 0;
  return shape.replace(/[a*]/g, 'A').replace(/n/g, () => {
    digit = (digit % 9) + 1;
    return String(digit);
  });
}
