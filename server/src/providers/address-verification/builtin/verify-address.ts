import { isChanged } from '@lading/contract/address-change.ts';
import { countryName, parseCountry, withArticle } from '@lading/contract/countries.ts';
import { MILITARY_STATES, parseState, US_TERRITORIES } from '@lading/contract/regions.ts';
import { FIELD_TOO_LONG, hasLongField } from '../field-length.ts';
import type { AddressToCheck, AddressVerifier, Verdict } from '../port.ts';
import { type Gazetteer, theGazetteer } from './gazetteer.ts';
import { verifyAbroad } from './verify-abroad.ts';
import { verifyCanada } from './verify-canada.ts';
import { type Finding, verifyUs } from './verify-us.ts';

/** Offline checks only: no verdict claims that the house exists. */
export function verifyAddress(gazetteer: Gazetteer, entered: AddressToCheck): Verdict {
  const address = tidy(entered);
  if (!address) return { verdict: 'invalid', messages: [FIELD_TOO_LONG] };
  const finding = find(gazetteer, address);
  if ('messages' in finding) return { verdict: 'invalid', messages: finding.messages };
  const { suggestion, notes } = finding;
  return isChanged(entered, suggestion)
    ? { verdict: 'corrected', suggestion, notes }
    : { verdict: 'valid', address: suggestion, notes };
}

export class BuiltinAddressVerifier implements AddressVerifier {
  readonly #gazetteer: () => Gazetteer;

  constructor(gazetteer: () => Gazetteer = theGazetteer) {
    this.#gazetteer = gazetteer;
  }

  async verify(address: AddressToCheck): Promise<Verdict> {
    return verifyAddress(this.#gazetteer(), address);
  }
}

function find(gazetteer: Gazetteer, address: AddressToCheck): Finding {
  const country = address.country === '' ? 'US' : parseCountry(address.country);
  if (!country) {
    const shown = address.country.slice(0, 40);
    return {
      messages: [
        `“${shown}” is not a country we recognize. Use its name or its two-letter code, for example US.`,
      ],
    };
  }
  if (country === 'US') return verifyUs(gazetteer, address);
  if (country === 'CA') return verifyCanada(gazetteer, address);
  if (US_TERRITORIES.has(country)) return verifyTerritory(gazetteer, address, country);
  if (isMilitary(address))
    return noting(verifyUs(gazetteer, address), 'Military mail goes through the United States.');
  return verifyAbroad(address, country);
}

/** Clients choose Puerto Rico as a country; USPS treats it as a state. */
function verifyTerritory(gazetteer: Gazetteer, address: AddressToCheck, country: string): Finding {
  const state = parseState(address.state) ?? country;
  const finding = verifyUs(gazetteer, { ...address, state });
  return noting(finding, `USPS treats ${withArticle(countryName(country) ?? country)} as a US state.`);
}

function isMilitary({ city, state, zip }: AddressToCheck): boolean {
  if (!MILITARY_STATES.has(parseState(state) ?? '')) return false;
  return /^[AFD]PO$/i.test(city) || /^(?:09\d|340|96[2-6])\d\d\b/.test(zip);
}

function noting(finding: Finding, note: string): Finding {
  return 'messages' in finding ? finding : { ...finding, notes: [...finding.notes, note] };
}

function tidy(entered: AddressToCheck): AddressToCheck | null {
  if (hasLongField(entered)) return null;
  const { street1, street2, city, state, zip, country } = entered;
  return {
    street1: clean(street1),
    street2: clean(street2),
    city: clean(city).replace(/[\s,;.]+$/, ''),
    state: clean(state).replace(/[\s,;]+$/, ''),
    zip: clean(zip),
    country: clean(country),
  };
}

const TIDY = /^(?:[\x21-\x7e]+(?: [\x21-\x7e]+)*)?$/;
const clean = (text: string) => (TIDY.test(text) ? text : text.replace(/[\s\p{C}]+/gu, ' ').trim());
