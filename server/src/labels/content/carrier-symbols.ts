import { FNC1 } from '@lading/contract/code128.ts';
import { type MaxiCodeRouting, maxiCodeLength, SECONDARY_LENGTH } from '../barcodes/maxicode.ts';
import { COUNTRY_NUMBERS } from './country-numbers.ts';
import { dayOfYear, pounds } from './figures.ts';
import type { LabelContent } from './label-content.ts';
import { latinCapitals } from './plain-letters.ts';

/**
 * Contents of each carrier's bar codes. Scanners return exactly these texts without the leading function
 * character.
 */

const RS = '\x1e';
const GS = '\x1d';
const EOT = '\x04';

const countryNumbers = new Map(COUNTRY_NUMBERS.map((entry) => [entry.slice(0, 2), entry.slice(2)]));
const countryNumber = (country: string) => countryNumbers.get(country.toUpperCase()) ?? '000';

const isDomestic = (content: LabelContent) =>
  ['US', 'PR', 'VI', 'GU', 'AS', 'MP'].includes(content.to.country);
const zip5 = (zip: string) => zip.replace(/\D/g, '').slice(0, 5).padStart(5, '0');
const postal = (zip: string) => latinCapitals(zip).replace(/[^A-Z0-9]/g, '');
const number = (content: LabelContent) => latinCapitals(content.trackingNumber).replace(/\s/g, '');

/** A 22-digit number is preceded by the destination ZIP; an international S10 number is not. */
export function uspsBars(content: LabelContent): string {
  const tracking = number(content);
  if (!/^9\d{21}$/.test(tracking) || !isDomestic(content)) return tracking;
  return `${FNC1}420${zip5(content.to.zip)}${FNC1}${tracking}`;
}

export const upsBars = number;

/** Application identifier 420 for domestic, 421 with the country number for international. */
export function upsPostalBars(content: LabelContent): string {
  if (isDomestic(content)) return `${FNC1}420${zip5(content.to.zip)}`;
  return `${FNC1}421${countryNumber(content.to.country)}${postal(content.to.zip).slice(0, 9)}`;
}

interface UpsMaxiCode {
  routing: MaxiCodeRouting;
  /** The secondary message, without the routing. */
  text: string;
}

const MAX_FIELD_LENGTH = 35;
const UPS_HEADER = `[)>${RS}01${GS}96`;

export function upsMaxiCode(content: LabelContent): UpsMaxiCode {
  const { to } = content;
  const tracking = number(content).padEnd(18, '0');
  const serviceClass = Number(tracking.slice(8, 10)) || 0;
  const zip = to.zip.replace(/\D/g, '');
  const postalCode = isDomestic(content)
    ? zip.length === 9
      ? zip
      : zip5(to.zip)
    : postal(to.zip).slice(0, 6);
  const fixed = [
    `1Z${tracking.slice(10, 18)}`,
    'UPSN',
    tracking.slice(2, 8),
    dayOfYear(content.shipDate),
    '',
    '1/1',
    String(Math.max(1, Math.ceil(content.parcel.weightLb))),
    'N',
  ];
  const place = [
    latinCapitals(to.street1).slice(0, MAX_FIELD_LENGTH),
    latinCapitals(to.city).slice(0, MAX_FIELD_LENGTH),
    latinCapitals(to.state).slice(0, 2),
  ];
  const message = () => `${UPS_HEADER}${[...fixed, ...place].join(GS)}${RS}${EOT}`;
  // Shorten the longer of street and city, one character at a time.
  while (place.some(Boolean) && maxiCodeLength(message()) > SECONDARY_LENGTH) {
    const longest = (place[0] ?? '').length >= (place[1] ?? '').length ? 0 : 1;
    place[longest] = (place[longest] ?? '').slice(0, -1);
  }
  const country = Number(countryNumber(to.country));
  return { routing: { postalCode, country, serviceClass }, text: message() };
}

/** What a scanner returns: the routing is inserted after the header. */
export function upsMaxiCodeReading({ routing, text }: UpsMaxiCode): string {
  const three = (value: number) => String(value).padStart(3, '0');
  const postalCode = /^\d+$/.test(routing.postalCode) ? routing.postalCode : routing.postalCode.padEnd(6);
  const fields = [postalCode, three(routing.country), three(routing.serviceClass), ''];
  return UPS_HEADER + fields.join(GS) + text.slice(UPS_HEADER.length);
}

export const isFedExGround = (content: LabelContent) =>
  /ground|home/i.test(`${content.service} ${content.serviceName}`);

/** 34 digits that end with the tracking number, without a shipper number. */
export function fedExBars(content: LabelContent): string {
  const tracking = number(content).replace(/\D/g, '').slice(-14).padStart(14, '0');
  if (isFedExGround(content)) return `${FNC1}962200190${'0'.repeat(11)}${tracking}`;
  const zip = isDomestic(content) ? zip5(content.to.zip) : '00000';
  return `1001900000${'0'.repeat(5)}${zip}${tracking}`;
}

/** An ISO 15434 envelope of format 01 (transport) with the fields of ANSI MH10.8.3. */
export function fedExMessage(content: LabelContent): string {
  const { to, parcel } = content;
  const zip = isDomestic(content) ? zip5(to.zip) : postal(to.zip).slice(0, 11);
  const cut = (text: string) => latinCapitals(text).slice(0, MAX_FIELD_LENGTH);
  const fields = [
    `02${zip}`,
    countryNumber(to.country),
    isFedExGround(content) ? '019' : '001',
    number(content),
    isFedExGround(content) ? 'FDEG' : 'FDE',
    '0000000',
    dayOfYear(content.shipDate),
    '',
    '1/1',
    `${pounds(parcel.weightLb)}LB`,
    'N',
    cut(to.street1),
    cut(to.city),
    cut(to.state),
    cut(to.name || to.company),
  ];
  return `[)>${RS}01${GS}${fields.join(GS)}${RS}${EOT}`;
}

export const dhlWaybillBars = number;

/** Country and postal code, then neutral product and handling codes. */
export const dhlRoutingBars = (content: LabelContent) =>
  `2L${latinCapitals(content.to.country).slice(0, 2)}${postal(content.to.zip).slice(0, 10)}+48000000`;

export const dhlPieceBars = (content: LabelContent) =>
  `JD01${number(content).replace(/\D/g, '').slice(-14).padStart(14, '0')}`;
