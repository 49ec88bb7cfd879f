import type { Carrier } from './parcel.ts';

type LimitedField = 'fullName' | 'company' | 'address' | 'address2' | 'city';
export type LimitedAddress = Partial<Record<LimitedField, string>>;

type Limits = Readonly<Record<'name' | 'company' | 'line' | 'city', number>>;

/**
 * Characters per field. USPS Labels API 3.9.13, UPS Shipping API, FedEx Ship API, MyDHL API 3.1.1, as of 2026-06-23;
 * Shippo passes on 35 characters per line for UPS and FedEx.
 */
const LIMITS: Readonly<Record<Carrier, Limits>> = {
  USPS: { name: 50, company: 50, line: 50, city: 28 },
  UPS: { name: 35, company: 35, line: 35, city: 30 },
  FedEx: { name: 70, company: 35, line: 35, city: 35 },
  DHL: { name: 255, company: 100, line: 45, city: 45 },
};

const PARTS: Readonly<Record<LimitedField, { limit: keyof Limits; of: string }>> = {
  fullName: { limit: 'name', of: 'in a name' },
  company: { limit: 'company', of: 'in a company name' },
  address: { limit: 'line', of: 'per line' },
  address2: { limit: 'line', of: 'per line' },
  city: { limit: 'city', of: 'in a city name' },
};

interface CarrierLimit {
  carriers: Carrier[];
  field: LimitedField;
  limit: number;
  /** The words after the last one that fits. */
  words: string;
}

/** What the carriers cannot print of an address. Carriers with the same limit are in one entry. */
export function exceededLimits(address: LimitedAddress): CarrierLimit[] {
  const found: CarrierLimit[] = [];
  for (const field of Object.keys(PARTS) as LimitedField[]) {
    const text = (address[field] ?? '').normalize('NFC').trim().replace(/\s+/g, ' ');
    for (const carrier of Object.keys(LIMITS) as Carrier[]) {
      const limit = LIMITS[carrier][PARTS[field].limit];
      const words = beyond(text, limit);
      if (words === '') continue;
      const same = found.find((each) => each.field === field && each.limit === limit);
      if (same) same.carriers.push(carrier);
      else found.push({ carriers: [carrier], field, limit, words });
    }
  }
  return found;
}

/** The text from the first word that ends after the limit. A word longer than a line is cut. */
function beyond(text: string, limit: number): string {
  const characters = [...text];
  if (characters.length <= limit) return '';
  const start = characters.slice(0, limit + 1).lastIndexOf(' ');
  return characters
    .slice(start > 0 ? start + 1 : limit)
    .join('')
    .trim();
}

/** “UPS and FedEx print up to 35 characters per line. “Hinterhaus” does not fit.” */
export function limitSentence({ carriers, field, limit, words }: CarrierLimit): string {
  const names =
    carriers.length > 1 ? `${carriers.slice(0, -1).join(', ')} and ${carriers.at(-1)}` : carriers[0];
  const verb = carriers.length > 1 ? 'print' : 'prints';
  return `${names} ${verb} up to ${limit} characters ${PARTS[field].of}. “${words}” does not fit.`;
}
