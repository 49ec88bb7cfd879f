import { normalizeCity } from '@lading/contract/normalize-text.ts';
import {
  MILITARY_STATES,
  parseProvince,
  parseState,
  provinceName,
  stateName,
} from '@lading/contract/regions.ts';
import type { AddressToCheck } from '../port.ts';
import { type CheckedStreet, checkStreet } from './check-street.ts';
import type { Gazetteer, Place } from './gazetteer.ts';

export type Finding = { suggestion: AddressToCheck; notes: string[] } | { messages: string[] };

const ZIP = /^(\d{5})(?:[\s-]*(\d{4}))?$/;
const CANADIAN = /^[A-Za-z]\d[A-Za-z][\s-]?\d[A-Za-z]\d$/;
const MILITARY_CITIES: ReadonlySet<string> = new Set(['APO', 'FPO', 'DPO']);
/** Areas where many addresses have no street or number. */
const WITHOUT_NUMBERS: ReadonlySet<string> = new Set(['PR', 'VI', 'GU', 'AS', 'MP', 'FM', 'MH', 'PW']);

export function verifyUs(gazetteer: Gazetteer, address: AddressToCheck): Finding {
  const notes: string[] = [];
  const located = locate(gazetteer, address, notes);
  if ('messages' in located) {
    const street = checkStreet(address.street1, address.street2, true);
    return { messages: [...located.messages, ...('problem' in street ? [street.problem] : [])] };
  }
  const street = checkStreet(address.street1, address.street2, !WITHOUT_NUMBERS.has(located.state));
  if ('problem' in street) return { messages: [street.problem] };
  if (MILITARY_STATES.has(located.state)) {
    const problem = militaryProblem(street, located.city, notes);
    if (problem) return { messages: [problem] };
  } else if (MILITARY_CITIES.has(normalizeCity(located.city)))
    return {
      messages: [`${located.city} needs a military state: AA, AE or AP instead of ${located.state}.`],
    };
  const { street1, street2 } = street;
  return { suggestion: { street1, street2, ...located, country: 'US' }, notes: [...street.notes, ...notes] };
}

interface Located {
  city: string;
  state: string;
  zip: string;
}

/** Checks ZIP code, state and city against each other. */
function locate(
  gazetteer: Gazetteer,
  address: AddressToCheck,
  notes: string[],
): Located | { messages: string[] } {
  const state = parseState(address.state);
  if (address.zip === '') return locateWithoutZip(gazetteer, address, state, notes);
  const zip = readZip(gazetteer, address.zip, state, notes);
  if (typeof zip === 'string') return { messages: [zip] };
  const place = gazetteer.place(zip.zip5);
  const states = place ? [place.state] : gazetteer.statesOfArea(zip.zip5.slice(0, 3));
  if (states.length === 0)
    return { messages: [`ZIP code ${zip.zip5} does not exist. Please check its first three digits.`] };
  if (state && !states.includes(state))
    return {
      messages: [mismatch(gazetteer, { zip: zip.zip5, place, states }, { state, city: address.city })],
    };
  const settled = state ?? (states.length === 1 ? states[0] : undefined);
  if (!settled) return { messages: [stateProblem(address.state)] };
  if (!state && parseProvince(address.state)) return { messages: [stateProblem(address.state)] };
  if (!state && address.state !== '')
    notes.push(`“${address.state}” is not a state; ZIP code ${zip.zip5} is in ${stateName(settled)}.`);
  const full = zip.plus4 ? `${zip.zip5}-${zip.plus4}` : zip.zip5;
  if (!place) {
    notes.push(
      `ZIP code ${zip.zip5} could not be verified: it is not in our list, but its area is in ${stateName(settled)}.`,
    );
    if (address.city === '') return { messages: ['Enter the city.'] };
    return { city: address.city, state: settled, zip: full };
  }
  return { city: settleCity(gazetteer, address.city, place, zip.zip5, notes), state: settled, zip: full };
}

function readZip(
  gazetteer: Gazetteer,
  text: string,
  state: string | null,
  notes: string[],
): { zip5: string; plus4: string } | string {
  const [, zip5, plus4 = ''] = ZIP.exec(text) ?? [];
  if (zip5) return { zip5, plus4: plus4 === '0000' ? '' : plus4 };
  if (CANADIAN.test(text))
    return `${text.toUpperCase()} is a Canadian postal code. Choose Canada as the country.`;
  if (/^\d{3,4}$/.test(text)) {
    const padded = text.padStart(5, '0');
    const place = gazetteer.place(padded);
    if (place && (!state || place.state === state)) {
      notes.push(`We read ZIP code ${text} as ${padded}, because spreadsheets drop leading zeros.`);
      return { zip5: padded, plus4: '' };
    }
  }
  return `ZIP code “${text.slice(0, 20)}” should have five digits, for example 94103, or nine, for example 94103-1741.`;
}

function mismatch(
  gazetteer: Gazetteer,
  { zip, place, states }: { zip: string; place: Place | null; states: readonly string[] },
  { state, city }: { state: string; city: string },
): string {
  const there = place ? `${place.city}, ${stateName(place.state)}` : states.map(stateName).join(' or ');
  const hit = city === '' ? null : gazetteer.findCity(city, state);
  const hint = hit ? ` ZIP codes in ${hit.city}, ${state} look like ${hit.zip}.` : '';
  return `ZIP code ${zip} is in ${there}, not in ${stateName(state)}. Check the state and the ZIP code.${hint}`;
}

function settleCity(gazetteer: Gazetteer, city: string, place: Place, zip: string, notes: string[]): string {
  if (city === '') {
    notes.push(`We added ${place.city} from ZIP code ${zip}.`);
    return place.city;
  }
  if (normalizeCity(city) === normalizeCity(place.city)) return isOneCase(city) ? place.city : city;
  if (MILITARY_STATES.has(place.state)) return settleMilitaryCity(city, place.city, zip, notes);
  const other = gazetteer.findCity(city, place.state);
  notes.push(
    other
      ? `ZIP code ${zip} is in ${place.city}. If ${other.city} is right, its ZIP codes look like ${other.zip}.`
      : `The main city name for ZIP code ${zip} is ${place.city}. Keep “${city}” if you are sure it is also used there.`,
  );
  return place.city;
}

/** Typed in all lowercase or all capitals, so it says nothing about the right case. */
const isOneCase = (city: string) => city === city.toLowerCase() || city === city.toUpperCase();

/** APO, FPO and DPO are interchangeable: USPS examples use APO with 09499, which ZIP lists have as FPO. */
function settleMilitaryCity(city: string, listed: string, zip: string, notes: string[]): string {
  if (!MILITARY_CITIES.has(normalizeCity(city))) {
    notes.push(`Military mail to ${zip} uses ${listed}, never a foreign city.`);
    return listed;
  }
  notes.push(`ZIP code ${zip} is listed as ${listed}; ${city.toUpperCase()} is also accepted.`);
  return city;
}

function locateWithoutZip(
  gazetteer: Gazetteer,
  { city, state: entered }: AddressToCheck,
  state: string | null,
  notes: string[],
): Located | { messages: string[] } {
  if (!state && entered !== '') return { messages: [stateProblem(entered)] };
  const hit = state && city !== '' ? gazetteer.findCity(city, state) : null;
  if (!hit) return { messages: ['Enter the ZIP code, for example 94103.'] };
  if (hit.zips > 1)
    return {
      messages: [`Enter the ZIP code: ${hit.city}, ${hit.state} has ${hit.zips}, such as ${hit.zip}.`],
    };
  notes.push(`We added ZIP code ${hit.zip}, the only one in ${hit.city}, ${hit.state}.`);
  return { city, state: hit.state, zip: hit.zip };
}

function stateProblem(state: string): string {
  if (state === '') return 'Enter the state, for example TX.';
  const province = parseProvince(state);
  return province
    ? `${provinceName(province)} is a Canadian province. Choose Canada as the country, or correct the state.`
    : `“${state.slice(0, 40)}” is not a state. Use its two-letter code, for example TX.`;
}

function militaryProblem(
  street: Exclude<CheckedStreet, { problem: string }>,
  city: string,
  notes: string[],
): string | null {
  const { kind, box } = street.delivery;
  if (!MILITARY_CITIES.has(normalizeCity(city)))
    return 'A military address has APO, FPO or DPO as its city, never a foreign city.';
  if (kind !== 'military' && kind !== 'ship')
    return 'A military address needs a line like PSC 802 BOX 74, CMR 1250 BOX 4 or UNIT 2050 BOX 4190.';
  if (kind === 'military' && box === null)
    notes.push('Military addresses usually include a box, as in PSC 802 BOX 74.');
  return null;
}
