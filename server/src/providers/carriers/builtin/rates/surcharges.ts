import type { ServiceFacts } from '../data/services.ts';
import { HANDLING_LIMITS, OVERSIZE_LIMITS, PARCEL_SURCHARGES, USPS_NONSTANDARD } from '../data/surcharges.ts';
import type { Measures } from './measures.ts';

export interface Surcharge {
  text: string;
  cents: number;
}

const isOversize = ({ sides, lengthPlusGirthIn }: Measures) =>
  sides[0] > OVERSIZE_LIMITS.longestIn || lengthPlusGirthIn > OVERSIZE_LIMITS.lengthPlusGirthIn;
const isBulky = ({ sides, lengthPlusGirthIn }: Measures) =>
  sides[0] > HANDLING_LIMITS.longestIn ||
  sides[1] > HANDLING_LIMITS.secondIn ||
  lengthPlusGirthIn > HANDLING_LIMITS.lengthPlusGirthIn;

/** UPS and FedEx bill big parcels as if they weighed at least so much. */
export function leastBillableLb(service: ServiceFacts, measures: Measures): number {
  if (service.carrier !== 'UPS' && service.carrier !== 'FedEx') return 0;
  if (isOversize(measures)) return OVERSIZE_LIMITS.leastLb;
  return isBulky(measures) ? HANDLING_LIMITS.leastLb : 0;
}

/** Everything beyond the transport price, except fuel. */
export function surchargesFor(
  service: ServiceFacts,
  measures: Measures,
  zone: string,
  residential: boolean,
): Surcharge[] {
  if (service.carrier === 'USPS') return nonstandardFees(measures);
  if (service.carrier === 'DHL') return [];
  const table = PARCEL_SURCHARGES[service.carrier];
  const lines: Surcharge[] = [];
  if (residential) {
    const cents = service.class === 'ground' ? table.residential.ground : table.residential.express;
    lines.push({ text: 'Residential delivery', cents });
  }
  const column = columnOf(zone);
  if (isOversize(measures)) return [...lines, { text: 'Oversize', cents: table.oversize[column] }];
  const handling: Surcharge[] = [];
  if (isBulky(measures))
    handling.push({ text: 'Additional handling: size', cents: table.handlingBySize[column] });
  if (measures.weightLb > HANDLING_LIMITS.weightLb)
    handling.push({ text: 'Additional handling: weight', cents: table.handlingByWeight[column] });
  if (measures.tube)
    handling.push({ text: 'Additional handling: tube', cents: table.handlingByPackaging[column] });
  // Only the dearest of the three is charged.
  const dearest = handling.toSorted((a, b) => b.cents - a.cents)[0];
  return dearest ? [...lines, dearest] : lines;
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
