import type { PostalAddress } from '@lading/contract/address.ts';
import type { Extras } from '@lading/contract/customs/extras.ts';
import { formatMoney } from '@lading/contract/money.ts';
import { CARRIERS, type Carrier, type Parcel } from '@lading/contract/parcel.ts';
import { hasTenDigitPhones } from '@lading/contract/phone.ts';
import { US_TERRITORIES } from '@lading/contract/regions.ts';
import type { CarrierRate, RateAnswer, RateLine, RateRequest } from '../port.ts';
import type { ShippoRate, ShippoShipment } from './shippo-answers.ts';
import { customsBody, extraBody } from './shippo-customs.ts';
import { sentenceFor } from './shippo-messages.ts';
import { carrierOf } from './shippo-services.ts';

/** Shippo wants all values as text and a shipment date that is not in the past. */
export function shipmentBody(request: RateRequest, now: Date): object {
  const { from, to, parcel, shipDate, residential } = request;
  const noon = new Date(`${shipDate}T12:00:00Z`);
  const [customs, extra] = [customsBody(request), extraBody(request)];
  return {
    address_from: addressBody(from),
    address_to: { ...addressBody(to), is_residential: residential },
    parcels: [parcelBody(parcel)],
    shipment_date: (noon > now ? noon : now).toISOString(),
    ...(customs && { customs_declaration: customs }),
    ...(extra && { extra }),
    async: false,
  };
}

function addressBody(address: PostalAddress): object {
  const { name, company, street1, street2, city, zip, email } = address;
  // USPS treats a territory as a state.
  const isTerritory = US_TERRITORIES.has(address.country);
  const state = isTerritory ? address.country : address.state;
  const country = isTerritory ? 'US' : address.country;
  const phone = phoneOf(address);
  const given = { name, company, street1, street2, city, state, zip, country, phone, email };
  return Object.fromEntries(Object.entries(given).filter(([, text]) => text !== ''));
}

/** Numbers outside the United States and Canada have a country code, which we may store without its plus. */
const phoneOf = ({ country, phone }: PostalAddress): string =>
  hasTenDigitPhones(country) || !/^\d/.test(phone) ? phone : `+${phone}`;

const parcelBody = ({ lengthIn, widthIn, heightIn, weightLb }: Parcel) => ({
  length: decimal(lengthIn),
  width: decimal(widthIn),
  height: decimal(heightIn),
  distance_unit: 'in',
  weight: decimal(weightLb),
  mass_unit: 'lb',
});

/** Shippo accepts four decimals. */
const decimal = (value: number) => String(Number(value.toFixed(4)));

export const noOffers = (text: string): RateAnswer => ({
  rates: [],
  messages: CARRIERS.map((carrier) => ({ carrier, text })),
});

/** Shippo passes on the texts of the carriers; no code says whether asking again helps. */
const TEMPORARY =
  /not respond|did(?:n['’]t| not) (?:answer|respond)|unavailable|timed? ?out|try again|temporar/i;

interface OfferedRates extends RateAnswer {
  /** Names of unsupported carriers. */
  strangers: string[];
  /** The carrier's original text for each message that shows our sentence instead. */
  originals: { carrier: Carrier; text: string }[];
}

/** Rates of the supported carriers, and for each without a rate the reason. */
export function offersOf(
  { rates, messages }: ShippoShipment,
  { parcel: { weightLb }, extras }: Pick<RateRequest, 'parcel' | 'extras'>,
): OfferedRates {
  const strangers = new Set<string>();
  const originals: OfferedRates['originals'] = [];
  const offered: CarrierRate[] = [];
  const refused = new Map<Carrier, string>();
  for (const rate of rates) {
    const carrier = carrierOf(rate.provider);
    if (!carrier) {
      strangers.add(rate.provider);
      continue;
    }
    const costCents = rate.currency === 'USD' ? centsOfText(rate.amount) : null;
    if (costCents) offered.push(toRate(rate, carrier, costCents, weightLb, extras));
    else refused.set(carrier, `${carrier} offered no price in US dollars.`);
  }
  const offering = new Set(offered.map(({ carrier }) => carrier));
  return {
    rates: offered,
    messages: CARRIERS.filter((carrier) => !offering.has(carrier)).map((carrier) => {
      const said =
        refused.get(carrier) ?? reasonOf(carrier, messages) ?? `${carrier} offered no rate for this package.`;
      if (TEMPORARY.test(said)) return { carrier, text: said, temporary: true };
      const ours = sentenceFor(carrier, said);
      if (ours !== null) originals.push({ carrier, text: said });
      return { carrier, text: ours ?? said };
    }),
    strangers: [...strangers],
    originals,
  };
}

const toRate = (
  rate: ShippoRate,
  carrier: Carrier,
  costCents: number,
  weightLb: number,
  extras: Extras,
): CarrierRate => {
  const { token, name } = rate.servicelevel;
  const serviceName = name || token;
  const days = rate.estimated_days ?? 0;
  return {
    carrier,
    service: token,
    serviceName,
    costCents,
    retailCents: null,
    currency: 'USD',
    zone: rate.zone,
    // Shippo does not report the billed weight.
    billedWeightLb: Math.max(1, Math.ceil(weightLb)),
    lines: linesOf(rate, serviceName, costCents, extras),
    estimatedDays: Number.isInteger(days) && days > 0 ? days : null,
    deliveryDate: null,
    estimated: false,
    offerId: rate.object_id,
  };
};

/** Insurance is part of the amount. Shippo does not report the prices of other extras. */
function linesOf(
  { included_insurance_price: insurance }: ShippoRate,
  serviceName: string,
  costCents: number,
  { insuredCents }: Extras,
): RateLine[] {
  const cents = centsOfText(insurance ?? '') ?? 0;
  if (insuredCents === 0 || cents === 0 || cents >= costCents)
    return [{ text: serviceName, cents: costCents }];
  return [
    { text: serviceName, cents: costCents - cents },
    { text: `Insurance for ${formatMoney(insuredCents)}`, cents, extra: true },
  ];
}

/** The message of this carrier, or else a general message. */
function reasonOf(carrier: Carrier, messages: ShippoShipment['messages']): string | undefined {
  const spoken = messages.filter(({ text }) => text !== '');
  const own = spoken.find(({ source }) => carrierOf(source) === carrier);
  const common = spoken.find(({ source }) => /^(shippo.*)?$/i.test(source));
  return (own ?? common)?.text;
}

/** Converts "5.5" to 550 without floating point, rounding half up; null when the text is not a price. */
export function centsOfText(amount: string): number | null {
  const [, dollars = '', decimals = ''] = /^\s*(\d{1,9})(?:\.(\d{1,10}))?\s*$/.exec(amount) ?? [];
  if (dollars === '') return null;
  const digits = decimals.padEnd(3, '0');
  return Number(dollars) * 100 + Number(digits.slice(0, 2)) + (digits.charAt(2) >= '5' ? 1 : 0);
}
