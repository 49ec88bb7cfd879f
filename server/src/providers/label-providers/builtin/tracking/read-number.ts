import { checkDigit } from './check-digits.ts';
import { NUMBER_FORMATS, type NumberFormat, type NumberIssuer, type NumberLayout } from './number-formats.ts';
import { S10_COUNTRIES } from './s10-countries.ts';
import { SERVICE_NAMES } from './service-codes.ts';

/** One reading of a pasted number. */
export interface TrackingCandidate {
  carrier: NumberIssuer;
  format: string;
  formatName: string;
  /** What one would type at the carrier: without routing, and taken out of a longer bar code. */
  number: string;
  /** Everything that belonged to it in the text, without separators. */
  scanned: string;
  valid: boolean;
  /** False where the format has no check digit and `valid` only speaks of the shape. */
  checked: boolean;
  serviceCode?: string;
  serviceName?: string;
  account?: string;
  destinationZip?: string;
  country?: string;
}

export interface Reading {
  format: NumberFormat;
  layout: NumberLayout;
  zipDigits: number;
  groups: Record<string, string | undefined>;
  valid: boolean;
  /** Valid, and a check digit says so. */
  sure: boolean;
}

interface Reader {
  format: NumberFormat;
  layout: NumberLayout;
  /** Digits of the ZIP behind `420`, or 0 for none. */
  zipDigits: 0 | 5 | 9;
}

const ROUTING = '420';
const ROUTED = /^420\d+$/;

function readersByLength(): Map<number, Reader[]> {
  const readers = new Map<number, Reader[]>();
  const add = (length: number, reader: Reader) =>
    readers.set(length, [...(readers.get(length) ?? []), reader]);
  for (const format of NUMBER_FORMATS)
    for (const layout of format.layouts)
      for (const length of layout.lengths) {
        add(length, { format, layout, zipDigits: 0 });
        for (const zipDigits of [5, 9] as const)
          if (format.routing?.[zipDigits].includes(length))
            add(ROUTING.length + zipDigits + length, { format, layout, zipDigits });
      }
  return readers;
}

const READERS = readersByLength();

export const LONGEST_NUMBER = Math.max(...READERS.keys());

/** All formats that a text without separators has the shape of, in the order of the table. */
export function readNumber(text: string): Reading[] {
  const readings: Reading[] = [];
  for (const reader of READERS.get(text.length) ?? []) {
    const reading = read(reader, text);
    if (!reading) continue;
    // Where ZIP and number can be told apart in two ways, the one with the right check digit is meant.
    const same = readings.findIndex(({ format }) => format === reading.format);
    if (same < 0) readings.push(reading);
    else if (reading.valid && !readings[same]?.valid) readings[same] = reading;
  }
  return readings;
}

function read({ format, layout, zipDigits }: Reader, text: string): Reading | null {
  if (zipDigits > 0 && !ROUTED.test(text)) return null;
  const groups = layout.shape.exec(zipDigits > 0 ? text.slice(ROUTING.length + zipDigits) : text)?.groups;
  if (!groups) return null;
  const { country, body = '', check } = groups;
  const valid =
    (format.check === null || checkDigit(format.check, (layout.unprinted ?? '') + body) === check) &&
    (country === undefined || S10_COUNTRIES.has(country));
  return { format, layout, zipDigits, groups, valid, sure: valid && format.check !== null };
}

export function describeReading(
  { format, zipDigits, groups, valid }: Reading,
  scanned: string,
): TrackingCandidate {
  const { service, account, country, body = '', check = '' } = groups;
  const start = zipDigits > 0 ? ROUTING.length + zipDigits : 0;
  const zip = zipDigits > 0 ? scanned.slice(ROUTING.length, start) : groups.zip;
  const serviceName = service && SERVICE_NAMES[format.id]?.[service];
  return {
    carrier: issuer(format, country),
    format: format.id,
    formatName: format.name,
    number: format.numberInside ? (body + check).replace(/^00(?=\d{12}$)/, '') : scanned.slice(start),
    scanned,
    valid,
    checked: format.check !== null,
    ...(service && { serviceCode: service }),
    ...(serviceName && { serviceName }),
    ...(account && { account }),
    ...(zip && { destinationZip: zip }),
    ...(country && { country }),
  };
}

/** The two posts among the issuers number their international items by S10. */
function issuer(format: NumberFormat, country: string | undefined): NumberIssuer {
  if (format.id !== 's10') return format.carrier;
  if (country === 'US') return 'USPS';
  return country === 'CA' ? 'Canada Post' : 'S10';
}
