import type { NumberedService } from '../../src/providers/label-providers/builtin/tracking/number-maker.ts';
import { type Fields, isFields, newObject, type ShippoObject, textOf } from './shippo-double-answers.ts';
import { routeProblem } from './shippo-double-customs.ts';

export interface DoubleRate extends ShippoObject, Record<string, unknown> {
  amount: string;
  currency: string;
  provider: string;
  servicelevel: { name: string; token: string };
  shipment: string;
}

interface Service {
  token: string;
  name: string;
  days: number;
  baseCents: number;
  centsPerLb: number;
  /** The service whose tracking numbers it uses. */
  numbers: NumberedService;
}

interface DoubleCarrier {
  /** Shippo's name, and the name in tracking URLs. */
  provider: string;
  token: string;
  maxLb: number;
  trackingUrl: string;
  services: Service[];
  /** To other countries. */
  abroad: Service[];
}

const service = (
  token: string,
  name: string,
  days: number,
  baseCents: number,
  centsPerLb: number,
  numbers: NumberedService,
): Service => ({ token, name, days, baseCents, centsPerLb, numbers });

/** Invented prices that rise with weight, distance and speed. */
export const CARRIERS: readonly DoubleCarrier[] = [
  {
    provider: 'USPS',
    token: 'usps',
    maxLb: 70,
    trackingUrl: 'https://tools.usps.com/go/TrackConfirmAction_input?origTrackNum=',
    services: [
      service('usps_ground_advantage', 'Ground Advantage', 4, 460, 62, 'usps_ground_advantage'),
      service('usps_priority', 'Priority Mail', 2, 790, 88, 'usps_priority'),
      service('usps_priority_express', 'Priority Mail Express', 1, 2740, 260, 'usps_priority_express'),
    ],
    abroad: [
      service(
        'usps_first_class_package_international_service',
        'First-Class Package International Service',
        12,
        1490,
        640,
        'usps_first_class_package_international',
      ),
      service(
        'usps_priority_mail_international',
        'Priority Mail International',
        8,
        3920,
        470,
        'usps_priority_international',
      ),
    ],
  },
  {
    provider: 'UPS',
    token: 'ups',
    maxLb: 150,
    trackingUrl: 'https://www.ups.com/track?tracknum=',
    services: [
      service('ups_ground', 'Ground', 4, 940, 54, 'ups_ground'),
      service('ups_3_day_select', '3 Day Select®', 3, 1510, 130, 'ups_3_day_select'),
      service('ups_second_day_air', '2nd Day Air®', 2, 2080, 190, 'ups_2nd_day_air'),
      service('ups_next_day_air', 'Next Day Air®', 1, 4460, 330, 'ups_next_day_air'),
    ],
    abroad: [
      service('ups_expedited', 'Expedited®', 4, 6310, 690, 'ups_worldwide_expedited'),
      service('ups_saver', 'Saver®', 2, 7150, 760, 'ups_worldwide_saver'),
    ],
  },
  {
    provider: 'FedEx',
    token: 'fedex',
    maxLb: 150,
    trackingUrl: 'https://www.fedex.com/fedextrack/?trknbr=',
    services: [
      service('fedex_ground', 'Ground®', 4, 955, 53, 'fedex_ground'),
      service('fedex_2_day', '2Day®', 2, 2130, 185, 'fedex_2day'),
      service('fedex_standard_overnight', 'Standard Overnight®', 1, 4390, 320, 'fedex_standard_overnight'),
    ],
    abroad: [
      service(
        'fedex_international_economy',
        'International Economy®',
        5,
        6180,
        680,
        'fedex_international_economy',
      ),
      service(
        'fedex_international_priority',
        'International Priority®',
        2,
        7240,
        770,
        'fedex_international_priority',
      ),
    ],
  },
  {
    provider: 'DHL Express',
    token: 'dhl_express',
    maxLb: 154,
    trackingUrl: 'https://www.dhl.com/us-en/home/tracking.html?tracking-id=',
    services: [
      service('dhl_express_domestic_express_doc', 'Domestic Express', 1, 5210, 410, 'dhl_express_worldwide'),
    ],
    abroad: [service('dhl_express_worldwide', 'Express Worldwide', 3, 6890, 720, 'dhl_express_worldwide')],
  },
];

export interface CarrierMessage {
  source: string;
  code: string;
  text: string;
}

interface RatedShipment {
  from: Fields;
  to: Fields;
  parcels: Fields[];
  customs: Fields | null;
  extra: Fields;
}

const POUNDS: Record<string, number> = { lb: 1, oz: 1 / 16, kg: 2.204_623, g: 0.002_204_623 };

/** The weight of all parcels. */
export const pounds = (parcels: readonly Fields[]): number =>
  parcels.reduce(
    (sum, { weight, mass_unit }) => sum + Number(weight) * (POUNDS[textOf(mass_unit)] ?? Number.NaN),
    0,
  );

/** The rates of a shipment, and a reason for every carrier without one. */
export function rateShipment(
  shipmentId: string,
  { from, to, parcels, customs, extra }: RatedShipment,
  carriersDown: readonly string[],
): { rates: DoubleRate[]; messages: CarrierMessage[] } {
  const weightLb = pounds(parcels);
  const isAbroad = to.country !== 'US';
  const zone = isAbroad ? FARTHEST : zoneOf(textOf(from.zip), textOf(to.zip));
  const extraCents = extraCentsOf(extra, isAbroad);
  const rates: DoubleRate[] = [];
  const messages: CarrierMessage[] = [];
  for (const carrier of CARRIERS) {
    const problem = problemOf(carrier, { from, to, customs, weightLb, carriersDown });
    const offered = isAbroad ? carrier.abroad : carrier.services;
    if (problem) messages.push({ source: carrier.provider, ...problem });
    else
      rates.push(
        ...offered.map((offer) => rateOf(carrier, offer, { shipmentId, weightLb, zone, extraCents })),
      );
  }
  return { rates: withAttributes(rates), messages };
}

function problemOf(
  { provider, maxLb }: DoubleCarrier,
  {
    from,
    to,
    customs,
    weightLb,
    carriersDown,
  }: Omit<RatedShipment, 'parcels' | 'extra'> & { weightLb: number; carriersDown: readonly string[] },
): Omit<CarrierMessage, 'source'> | null {
  if (carriersDown.includes(provider))
    return {
      code: 'carrier_timeout',
      text: `${provider} API did not respond. Please try again in a few minutes.`,
    };
  const onRoute = routeProblem(provider, from, to, customs);
  if (onRoute) return onRoute;
  if ([from, to].some(({ country, zip }) => country === 'US' && !/^\d{5}/.test(textOf(zip))))
    return { code: 'invalid_zip', text: 'The postal code is missing or invalid.' };
  if (!(weightLb > 0)) return { code: 'invalid_weight', text: 'The weight must be greater than zero.' };
  if (weightLb > maxLb)
    return { code: 'overweight', text: `The parcel exceeds the maximum weight of ${maxLb} lb` };
  return null;
}

const FARTHEST = 8;
/** Invented, except the share of the insurer (support.goshippo.com, 2023 to 2024). */
const SIGNATURE_CENTS: Record<string, number> = { STANDARD: 300, ADULT: 700 };
const SATURDAY_CENTS = 1600;
const INSURANCE_BP = { domestic: 125, abroad: 150 };

/** Shippo reports the price of the insurance separately; the amount includes all other extras. */
function extraCentsOf(extra: Fields, isAbroad: boolean): { insurance: number; others: number } {
  const insured = isFields(extra.insurance) ? Math.round(Number(extra.insurance.amount) * 100) : 0;
  return {
    insurance: Math.round((insured * INSURANCE_BP[isAbroad ? 'abroad' : 'domestic']) / 10_000),
    others:
      (SIGNATURE_CENTS[textOf(extra.signature_confirmation)] ?? 0) +
      (extra.saturday_delivery === true ? SATURDAY_CENTS : 0),
  };
}

/** 1 to 8 by the difference of the first three ZIP digits: not a real zone, but it grows with distance. */
function zoneOf(from: string, to: string): number {
  const apart = Math.abs(Number(from.slice(0, 3)) - Number(to.slice(0, 3)));
  return 1 + Math.min(7, Math.ceil(apart / 130));
}

function rateOf(
  { provider, token }: DoubleCarrier,
  offer: Service,
  {
    shipmentId,
    weightLb,
    zone,
    extraCents: { insurance, others },
  }: {
    shipmentId: string;
    weightLb: number;
    zone: number;
    extraCents: ReturnType<typeof extraCentsOf>;
  },
): DoubleRate {
  const cents = Math.round(
    (offer.baseCents + offer.centsPerLb * Math.ceil(weightLb)) * (1 + 0.09 * (zone - 1)),
  );
  const amount = ((cents + insurance + others) / 100).toFixed(2);
  return {
    ...newObject(),
    amount,
    currency: 'USD',
    amount_local: amount,
    currency_local: 'USD',
    provider,
    servicelevel: { name: offer.name, token: offer.token },
    shipment: shipmentId,
    carrier_account: `double-${token}`,
    attributes: [],
    estimated_days: offer.days,
    duration_terms: offer.days === 1 ? 'Overnight delivery.' : `Delivery in ${offer.days} days.`,
    arrives_by: null,
    zone: String(zone),
    included_insurance_price: insurance > 0 ? (insurance / 100).toFixed(2) : null,
    messages: [],
  };
}

function withAttributes(rates: DoubleRate[]): DoubleRate[] {
  const least = (of: (rate: DoubleRate) => number) => Math.min(...rates.map(of));
  const price = (rate: DoubleRate) => Number(rate.amount);
  const days = (rate: DoubleRate) => Number(rate.estimated_days);
  const value = (rate: DoubleRate) => price(rate) * days(rate);
  const best: [string, (rate: DoubleRate) => number][] = [
    ['CHEAPEST', price],
    ['FASTEST', days],
    ['BESTVALUE', value],
  ];
  return rates.map((rate) => ({
    ...rate,
    attributes: best.filter(([, of]) => of(rate) === least(of)).map(([name]) => name),
  }));
}
