import { FREIGHT_RESIDENTIAL_CENTS } from '../data/freight.ts';
import { PEAK_HANDLING, PEAK_WINDOWS } from '../data/peak-seasons.ts';
import type { ServiceFacts } from '../data/service-facts.ts';
import {
  HANDLING_LIMITS,
  OVERSIZE_LIMITS,
  PARCEL_SURCHARGES,
  REMOTE_PLACES,
  USPS_NONSTANDARD,
} from '../data/surcharges.ts';
import type { Measures } from './measures.ts';
import type { Place } from './places.ts';
import { readRanges } from './ranges.ts';
import { goesByRoad, leavesTheCountry } from './service-kinds.ts';

interface Surcharge {
  text: string;
  cents: number;
}

export interface Delivery {
  to: Place;
  residential: boolean;
  /** YYYY-MM-DD. */
  shipDate: string;
}

type Big = 'oversize' | 'handling';

const isNearInAlaska = readRanges(REMOTE_PLACES.alaskaNear);
const isFarInHawaii = readRanges(REMOTE_PLACES.hawaiiFar);

/** Internationally, only length plus girth makes a parcel oversize. */
const isOversize = (service: ServiceFacts, { sides, lengthPlusGirthIn }: Measures) =>
  lengthPlusGirthIn > OVERSIZE_LIMITS.lengthPlusGirthIn ||
  (sides[0] > OVERSIZE_LIMITS.longestIn && !leavesTheCountry(service));
const isBulky = ({ sides, lengthPlusGirthIn }: Measures) =>
  sides[0] > HANDLING_LIMITS.longestIn ||
  sides[1] > HANDLING_LIMITS.secondIn ||
  lengthPlusGirthIn > HANDLING_LIMITS.lengthPlusGirthIn;

/** The minimum billable weight of large parcels at UPS and FedEx. */
export function leastBillableLb(service: ServiceFacts, measures: Measures): number {
  if (service.carrier !== 'UPS' && service.carrier !== 'FedEx') return 0;
  if (isOversize(service, measures)) return OVERSIZE_LIMITS.leastLb;
  return isBulky(measures) ? HANDLING_LIMITS.leastLb : 0;
}

/** All surcharges except fuel. */
export function surchargesFor(
  service: ServiceFacts,
  measures: Measures,
  zone: string,
  delivery: Delivery,
): Surcharge[] {
  const { carrier } = service;
  if (service.class === 'freight')
    return delivery.residential
      ? [{ text: 'Residential delivery with liftgate', cents: FREIGHT_RESIDENTIAL_CENTS }]
      : [];
  if (carrier === 'USPS') return leavesTheCountry(service) ? [] : nonstandardFees(measures);
  if (carrier === 'DHL') return [];
  const table = PARCEL_SURCHARGES[carrier];
  const lines: Surcharge[] = [];
  if (delivery.residential) {
    const { residential } = leavesTheCountry(service) ? table.abroad : table;
    lines.push({
      text: 'Residential delivery',
      cents: goesByRoad(service) ? residential.ground : residential.express,
    });
  }
  const remote = remoteState(delivery.to);
  if (remote === 'Alaska')
    lines.push({ text: 'Remote area in Alaska, estimated', cents: table.remote.alaska });
  if (remote === 'Hawaii')
    lines.push({ text: 'Remote area in Hawaii, estimated', cents: table.remote.hawaii });
  const bigness = bignessFee(carrier, service, measures, zone);
  if (bigness) lines.push({ text: bigness.text, cents: bigness.cents });
  return [...lines, ...peakFees(carrier, service, delivery, bigness?.kind ?? null)];
}

function remoteState({ kind, zip }: Place): 'Alaska' | 'Hawaii' | null {
  if (kind === 'alaska' && !isNearInAlaska(zip)) return 'Alaska';
  return kind === 'hawaii' && isFarInHawaii(zip) ? 'Hawaii' : null;
}

function bignessFee(
  carrier: 'UPS' | 'FedEx',
  service: ServiceFacts,
  measures: Measures,
  zone: string,
): (Surcharge & { kind: Big }) | null {
  const table = PARCEL_SURCHARGES[carrier];
  const abroad = leavesTheCountry(service);
  const column = columnOf(zone);
  if (isOversize(service, measures)) {
    const cents = abroad ? table.abroad.oversize : table.oversize[column];
    return { kind: 'oversize', text: 'Oversize', cents };
  }
  const heavyLb = abroad ? HANDLING_LIMITS.weightAbroadLb : HANDLING_LIMITS.weightLb;
  const reasons = [
    { applies: measures.weightLb > heavyLb, why: 'weight', cents: table.handlingByWeight[column] },
    { applies: isBulky(measures), why: 'size', cents: table.handlingBySize[column] },
    { applies: measures.tube, why: 'tube', cents: table.handlingByPackaging[column] },
  ];
  // At most one applies; the carriers check in this order, from the most expensive down.
  const reason = reasons.find(({ applies }) => applies);
  if (!reason) return null;
  const cents = abroad ? table.abroad.handling : reason.cents;
  return { kind: 'handling', text: `Additional handling: ${reason.why}`, cents };
}

function peakFees(
  carrier: 'UPS' | 'FedEx',
  service: ServiceFacts,
  { shipDate, residential }: Delivery,
  big: Big | null,
): Surcharge[] {
  const season = PEAK_WINDOWS[carrier].find(({ from, to }) => shipDate >= from && shipDate <= to);
  if (!season) return [];
  const lines: Surcharge[] = [];
  const add = (why: string, cents: number) => {
    const text = `Peak season: ${why}${season.estimated ? ', estimated' : ''}`;
    if (cents > 0) lines.push({ text, cents });
  };
  if (service.class === 'express') add('air', season.air);
  if (service.class === 'ground' && residential) add('residential delivery', season.groundHome);
  if (big !== null && PEAK_HANDLING[carrier].includes(service.class))
    add(big === 'oversize' ? 'oversize' : 'additional handling', season[big]);
  return lines;
}

function nonstandardFees({ sides, cubicIn }: Measures): Surcharge[] {
  const { longIn, longCents, bulkyCubicIn, bulkyCents } = USPS_NONSTANDARD;
  const lines: Surcharge[] = [];
  if (sides[0] > longIn) lines.push({ text: `Nonstandard length over ${longIn} in`, cents: longCents });
  if (cubicIn > bulkyCubicIn) lines.push({ text: 'Nonstandard volume over 2 cu ft', cents: bulkyCents });
  return lines;
}

function columnOf(zone: string): 0 | 1 | 2 | 3 {
  if (zone === '2') return 0;
  if (zone === '3' || zone === '4') return 1;
  return zone === '5' || zone === '6' ? 2 : 3;
}
