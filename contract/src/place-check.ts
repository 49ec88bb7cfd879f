import { addressFormat } from './address-formats.ts';
import { countryName, withArticle } from './countries.ts';
import { readPostalCode } from './postal-code.ts';

/**
 * Countries whose postal codes all have a known format, and where carriers route by it. The United States and
 * Canada are not among them because address verification checks theirs.
 */
const REFUSES_WRONG_CODES: ReadonlySet<string> = new Set(
  'AU GB DE FR IT ES NL BE AT CH SE NO DK FI PL PT CZ JP BR MX IN CN KR'.split(' '),
);

interface Place {
  state: string;
  zipCode: string;
  country: string;
}

interface PlaceFinding {
  field: 'state' | 'zipCode';
  message: string;
}

/** What the country requires beyond a city, and postal codes that cannot be right. */
export function placeProblems({ state, zipCode, country }: Place): PlaceFinding[] {
  const { requiresState, requiresZip, stateName, zipName } = addressFormat(country);
  const problems: PlaceFinding[] = [];
  if (requiresState && state.trim() === '')
    problems.push({ field: 'state', message: `${stateName} is required` });
  if (requiresZip && zipCode.trim() === '')
    problems.push({ field: 'zipCode', message: `${zipName} is required` });
  else if (REFUSES_WRONG_CODES.has(country) && hasWrongCode(zipCode, country))
    problems.push({ field: 'zipCode', message: wrongCode(zipCode, country) });
  return problems;
}

/** A postal code that looks wrong but may be right. The parcel can be sent. */
export function placeWarnings({ zipCode, country }: Place): PlaceFinding[] {
  if (country === 'US' || country === 'CA' || REFUSES_WRONG_CODES.has(country)) return [];
  return hasWrongCode(zipCode, country)
    ? [{ field: 'zipCode', message: `${wrongCode(zipCode, country)} Please check it.` }]
    : [];
}

const hasWrongCode = (zipCode: string, country: string) =>
  zipCode.trim() !== '' && readPostalCode(country, zipCode) === null;

const SHOWN_LENGTH = 20;

function wrongCode(zipCode: string, country: string): string {
  const { zipName, zipExample } = addressFormat(country);
  const shown = zipCode.trim().slice(0, SHOWN_LENGTH).toWellFormed();
  const verb = REFUSES_WRONG_CODES.has(country) ? 'should look' : 'usually looks';
  const example = zipExample === '' ? '' : ` It ${verb} like ${zipExample}.`;
  const place = withArticle(countryName(country) ?? country);
  return REFUSES_WRONG_CODES.has(country)
    ? `${zipName} “${shown}” is not valid in ${place}.${example}`
    : `${zipName} “${shown}” does not look right for ${place}.${example}`;
}
