import type { PostalAddress } from '@lading/contract/address.ts';
import {
  ALASKA_ZIP3,
  DOMESTIC_COUNTRIES,
  HAWAII_ZIP3,
  MILITARY_STATES,
  MILITARY_ZIP3,
  TERRITORY_OF_ZIP,
  TERRITORY_ZIP3,
  TERRITORY_ZIP5,
} from '../data/areas.ts';
import { isKnownZip } from './zones.ts';

export interface Place {
  kind: 'mainland' | 'alaska' | 'hawaii' | 'territory' | 'military' | 'foreign' | 'unknown';
  country: string;
  /** Of a US address; in a territory or a military area the code that the ZIP code belongs to. */
  state: string;
  /** Five digits; empty outside the US. */
  zip: string;
  /** Foreign postal code in capitals without spaces; empty in the US. */
  postalCode: string;
  poBox: boolean;
}

const PO_BOX = /\b(?:p\.?\s*o\.?\s*(?:box|drawer)|p\.?o\.?b\.?\s*\d|post\s+office\s+box)/i;

/** The tariff area of an address, and whether a van can deliver there. */
export function placeOf(address: PostalAddress): Place {
  const country = address.country.trim().toUpperCase();
  const poBox = PO_BOX.test(address.street1) || PO_BOX.test(address.street2);
  if (!DOMESTIC_COUNTRIES.includes(country)) {
    const postalCode = address.zip.replace(/\s/g, '').toUpperCase();
    return { kind: 'foreign', country, state: '', zip: '', postalCode, poBox };
  }
  const zip = /^(\d{5})(?:-?\d{4})?$/.exec(address.zip.trim())?.[1] ?? '';
  const state = address.state.trim().toUpperCase();
  const kind = kindOf(zip, state);
  return { kind, country: 'US', state: areaOf(kind, zip, state), zip, postalCode: '', poBox };
}

function areaOf(kind: Place['kind'], zip: string, state: string): string {
  if (kind === 'military') return MILITARY_STATES.includes(state) ? state : 'AE';
  return kind === 'territory' ? (TERRITORY_OF_ZIP[zip] ?? TERRITORY_OF_ZIP[zip.slice(0, 3)] ?? state) : state;
}

function kindOf(zip: string, state: string): Place['kind'] {
  const zip3 = zip.slice(0, 3);
  if (zip === '' || !isKnownZip(zip)) return 'unknown';
  if (MILITARY_ZIP3.includes(zip3) || MILITARY_STATES.includes(state)) return 'military';
  if (TERRITORY_ZIP3.includes(zip3) || TERRITORY_ZIP5.includes(zip)) return 'territory';
  if (ALASKA_ZIP3.includes(zip3)) return 'alaska';
  return HAWAII_ZIP3.includes(zip3) ? 'hawaii' : 'mainland';
}

export const isState = (place: Place) => ['mainland', 'alaska', 'hawaii'].includes(place.kind);
