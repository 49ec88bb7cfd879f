import { contentsProblem, serviceContentsProblem } from '@lading/contract/customs/contents-problem.ts';
import { type Extras, hasExtras } from '@lading/contract/customs/extras.ts';
import { CARRIERS, type Carrier, type Parcel } from '@lading/contract/parcel.ts';
import type { CarrierRate, CarrierService, RateAnswer, RateRequest } from '../../port.ts';
import { EMBARGOED, NOT_SERVED } from '../data/closed-countries.ts';
import { FREIGHT_CUBIC_IN_PER_LB } from '../data/freight.ts';
import type { ServiceFacts } from '../data/service-facts.ts';
import { LIMITS, SERVICES } from '../data/services.ts';
import { DEFAULT_FUEL_BP } from '../data/surcharges.ts';
import { deliveryDate, parseDay } from './delivery-date.ts';
import { arrivesOnSaturdays, extraLines } from './extra-lines.ts';
import { figure, limitProblem, type Measures, measure, parcelProblem } from './measures.ts';
import { isState, type Place, placeOf } from './places.ts';
import { leavesTheCountry } from './service-kinds.ts';
import { type Delivery, leastBillableLb, surchargesFor } from './surcharges.ts';
import { listPrice } from './tariff.ts';
import { canadaRoadZone, dhlZone, expressZone, groundZone, upsZone, uspsZone } from './zones.ts';

/** Operator settings; percentages in basis points. */
interface RateSettings {
  fuelBp: Readonly<Record<Carrier, number>>;
  /** By service code; overrides the discount in the service table. */
  discountBp: Readonly<Record<string, number>>;
}

export const DEFAULT_RATE_SETTINGS: RateSettings = { fuelBp: DEFAULT_FUEL_BP, discountBp: {} };

interface Trip extends Delivery {
  from: Place;
  shipDay: number;
  abroad: boolean;
  /** Whether the declared contents are documents. */
  documents: boolean;
}

/** Without extras, which decide whether a parcel may arrive on a Saturday. */
type TransportRate = Omit<CarrierRate, 'deliveryDate'>;

interface RateEngine {
  services(): CarrierService[];
  rates(request: RateRequest): RateAnswer;
}

export function createRateEngine(settings: RateSettings = DEFAULT_RATE_SETTINGS): RateEngine {
  return {
    services: () =>
      SERVICES.map((service) => ({
        carrier: service.carrier,
        code: service.code,
        name: service.name,
        international: leavesTheCountry(service),
      })),
    rates: (request) => ratesFor(settings, request),
  };
}

function ratesFor(settings: RateSettings, request: RateRequest): RateAnswer {
  const { shipDate, residential, parcel } = request;
  const shipDay = parseDay(shipDate);
  if (shipDay === null) return refuse('The shipping date must be a valid date in the format YYYY-MM-DD.');
  const [from, to] = [placeOf(request.from), placeOf(request.to)];
  const problem = parcelProblem(parcel) ?? tripProblem(from, to, request);
  if (problem !== null) return refuse(problem);
  const abroad = to.kind === 'foreign';
  const documents = request.customs?.contentsType === 'documents';
  const trip: Trip = { from, to, shipDay, shipDate, residential, abroad, documents };
  const answer: RateAnswer = { rates: [], messages: [] };
  for (const carrier of CARRIERS) {
    const refusal =
      carrierProblem(carrier, trip) ??
      sizeProblem(carrier, parcel, trip) ??
      contentsProblem(carrier, { ...request, from, to, weightLb: parcel.weightLb });
    const found = refusal ?? carrierRates(settings, carrier, trip, request);
    if (typeof found === 'string') answer.messages.push({ carrier, text: found });
    else answer.rates.push(...found);
  }
  return answer;
}

const refuse = (text: string): RateAnswer => ({
  rates: [],
  messages: CARRIERS.map((carrier) => ({ carrier, text })),
});

function tripProblem(from: Place, to: Place, request: RateRequest): string | null {
  if (from.kind === 'foreign') return 'Packages can be sent only from the United States.';
  if (from.kind === 'unknown') return `We do not recognize the sender ZIP code “${clip(request.from.zip)}”.`;
  if (to.kind === 'unknown') return `We do not recognize the recipient ZIP code “${clip(request.to.zip)}”.`;
  return null;
}

const clip = (text: string) => text.trim().slice(0, 12);

function sizeProblem(carrier: Carrier, parcel: Parcel, { abroad }: Trip): string | null {
  // A freight service has its own limits.
  if (parcel.type !== 'pallet') return limitProblem(carrier, LIMITS[carrier], parcel);
  if (!SERVICES.some((service) => service.carrier === carrier && service.class === 'freight'))
    return `${carrier} does not ship pallets.`;
  return abroad ? 'Pallets ship only within the contiguous United States.' : null;
}

const countryNames = new Intl.DisplayNames(['en'], { type: 'region' });

function carrierProblem(carrier: Carrier, { from, to, abroad }: Trip): string | null {
  if (EMBARGOED.includes(to.country))
    return `${carrier} does not ship to ${countryNames.of(to.country)}: US sanctions or export controls prohibit it.`;
  if (NOT_SERVED[carrier].includes(to.country))
    return `${carrier} does not currently serve ${countryNames.of(to.country)}.`;
  if (carrier === 'USPS') return null;
  if (carrier === 'DHL' && !abroad) return 'DHL Express does not ship within the United States.';
  if (to.kind === 'military') return `${carrier} does not deliver to military addresses; USPS does.`;
  if (to.poBox) return `${carrier} does not deliver to PO boxes; USPS does.`;
  if (!isState(from)) return `The built-in ${carrier} price list covers only packages from the 50 states.`;
  if (!abroad && !isState(to)) return `The built-in ${carrier} price list does not cover US territories.`;
  return null;
}

function carrierRates(
  settings: RateSettings,
  carrier: Carrier,
  trip: Trip,
  request: RateRequest,
): CarrierRate[] | string {
  const { parcel, extras } = request;
  const measures = measure(carrier, parcel, trip.shipDate, trip.abroad);
  const rates: CarrierRate[] = [];
  let reason = `${carrier} has no service for this package.`;
  /** Shown instead of other reasons, because the carrier would accept the parcel without it. */
  let added: string | null = null;
  for (const service of SERVICES) {
    if (service.carrier !== carrier || !isSoldFor(service, trip, parcel)) continue;
    const tooBig = service.limits && limitProblem(`${carrier} ${service.name}`, service.limits, parcel);
    const plain = tooBig ?? quote(settings, service, trip, measures);
    if (typeof plain === 'string') {
      reason = plain;
      continue;
    }
    const rate = serviceContentsProblem(service, request) ?? withExtras(plain, service, trip, extras);
    if (typeof rate === 'string') added = rate;
    else rates.push(rate);
  }
  return rates.length > 0 ? rates : (added ?? reason);
}

function withExtras(
  rate: TransportRate,
  service: ServiceFacts,
  { shipDay }: Trip,
  extras: Extras,
): CarrierRate | string {
  const { estimatedDays: days } = rate;
  const arrival = days === null ? null : deliveryDate(shipDay, days, arrivesOnSaturdays(service, extras));
  if (!hasExtras(extras)) return { ...rate, deliveryDate: arrival };
  const added = extraLines(service, extras, arrival);
  if (typeof added === 'string') return added;
  const cents = added.lines.reduce((sum, line) => sum + line.cents, 0);
  return {
    ...rate,
    costCents: rate.costCents + cents,
    retailCents: rate.retailCents === null ? null : rate.retailCents + cents,
    lines: [...rate.lines, ...added.lines],
    deliveryDate: arrival,
    estimated: rate.estimated || added.estimated,
  };
}

function isSoldFor(service: ServiceFacts, { abroad, to, residential }: Trip, { type }: Parcel): boolean {
  if ((service.class === 'freight') !== (type === 'pallet')) return false;
  if (leavesTheCountry(service) !== abroad) return false;
  if (service.class === 'canada-ground' && to.country !== 'CA') return false;
  return service.sells === 'both' || (service.sells === 'homes') === residential;
}

function zoneFor(service: ServiceFacts, { from, to }: Trip): string | null {
  switch (service.class) {
    case 'postal':
      return uspsZone(from.zip, to.zip);
    case 'ground':
      return groundZone(from.zip, to.zip);
    case 'express':
      return expressZone(from.zip, to.zip);
    case 'freight':
      return from.kind === 'mainland' && to.kind === 'mainland' ? groundZone(from.zip, to.zip) : null;
    case 'canada-ground':
      return from.kind === 'mainland' ? canadaRoadZone(to.postalCode) : null;
    case 'international':
      return service.carrier === 'USPS' || service.carrier === 'DHL'
        ? dhlZone(to.country)
        : upsZone(to.country);
  }
}

const share = (cents: number, basisPoints: number) => (cents * basisPoints) / 10_000;

function quote(
  settings: RateSettings,
  service: ServiceFacts,
  trip: Trip,
  measures: Measures,
): TransportRate | string {
  const zone = zoneFor(service, trip);
  if (zone === null)
    return service.class === 'freight'
      ? 'Pallets ship only within the contiguous United States.'
      : `The built-in ${service.carrier} price list does not cover this destination.`;
  const weightLb = billableLbFor(service, measures);
  const list = listPrice(service.code, zone, {
    weightLb,
    envelope: measures.envelope,
    documents: trip.documents,
  });
  if (!list)
    return `Because of its size, this package is billed as ${figure(weightLb)} lb, more than the ${service.carrier} price list covers.`;

  const discountBp = settings.discountBp[service.code] ?? service.discountBp;
  // Rounded down, so that a shown saving never exceeds the percentage.
  const discount = Math.floor(share(list.cents, discountBp));
  const fuelBp = settings.fuelBp[service.carrier];
  const surcharges = surchargesFor(service, measures, zone, trip);
  const priced = service.retailKnown ? 'List price' : 'Estimated list price';
  const lines = [
    { text: `${priced}, ${figure(list.billedWeightLb)} lb, zone ${zone}`, cents: list.cents },
    ...(discount > 0 ? [{ text: `Discount ${figure(discountBp / 100)}%`, cents: -discount }] : []),
    ...surcharges,
    ...(fuelBp > 0
      ? [
          {
            text: `Fuel ${figure(fuelBp / 100)}%`,
            cents: Math.round(share(list.cents - discount, fuelBp)),
          },
        ]
      : []),
  ];
  const added = surcharges.reduce((sum, { cents }) => sum + cents, 0);
  const days = daysFor(service, zone, trip);
  return {
    carrier: service.carrier,
    service: service.code,
    serviceName: service.name,
    costCents: lines.reduce((sum, { cents }) => sum + cents, 0),
    retailCents: service.retailKnown ? list.cents + added + Math.round(share(list.cents, fuelBp)) : null,
    currency: 'USD',
    zone,
    billedWeightLb: list.billedWeightLb,
    lines,
    estimatedDays: days,
    estimated: service.estimated || list.estimated,
  };
}

function billableLbFor(service: ServiceFacts, measures: Measures): number {
  if (service.class === 'freight')
    return Math.max(measures.weightLb, measures.cubicIn / FREIGHT_CUBIC_IN_PER_LB);
  return Math.max(measures.billableLb, leastBillableLb(service, measures));
}

/** In working days; null for military mail, whose last leg has no schedule. */
function daysFor(service: ServiceFacts, zone: string, { from, to, abroad }: Trip): number | null {
  if (from.kind === 'military' || to.kind === 'military') return null;
  const overseas = !abroad && from.kind !== to.kind;
  return (service.days[zone] ?? service.days.otherwise) + (overseas ? service.extraDaysOverseas : 0);
}
