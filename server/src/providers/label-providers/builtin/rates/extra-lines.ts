import type { Extras } from '@lading/contract/customs/extras.ts';
import { formatMoney } from '@lading/contract/money.ts';
import type { RateLine } from '../../port.ts';
import { INSURANCE, INSURANCE_BP, INSURANCE_OF_SERVICE, SATURDAY, SIGNATURES } from '../data/extras.ts';
import type { ServiceFacts } from '../data/service-facts.ts';
import { leavesTheCountry } from './service-kinds.ts';

interface PricedExtras {
  lines: RateLine[];
  estimated: boolean;
}

const NOTHING: PricedExtras = { lines: [], estimated: false };

/**
 * The extras of a service as lines of its rate, or the reason why it cannot provide one. `deliveryDate` decides
 * whether Saturday delivery costs anything.
 */
export function extraLines(
  service: ServiceFacts,
  extras: Extras,
  deliveryDate: string | null,
): PricedExtras | string {
  const parts = [
    signatureLine(service, extras),
    insuranceLine(service, extras),
    saturdayLine(service, extras, deliveryDate),
  ];
  const refusal = parts.find((part) => typeof part === 'string');
  if (refusal !== undefined) return refusal;
  const priced = parts.filter((part) => typeof part !== 'string');
  return {
    lines: priced.flatMap(({ lines }) => lines),
    estimated: priced.some(({ estimated }) => estimated),
  };
}

const nameOf = ({ carrier, name }: ServiceFacts) => `${carrier} ${name}`;

const line = (text: string, cents: number, estimated: boolean): PricedExtras => ({
  lines: [{ text, cents, extra: true }],
  estimated,
});

/** USPS lists no signature among its extra services abroad. */
const hasNoSignature = (service: ServiceFacts) =>
  service.class === 'freight' || (service.carrier === 'USPS' && leavesTheCountry(service));

function signatureLine(service: ServiceFacts, { signature }: Extras): PricedExtras | string {
  if (signature === 'none') return NOTHING;
  const price = hasNoSignature(service) ? undefined : SIGNATURES[service.carrier][signature];
  const what = signature === 'adult' ? 'Adult signature' : 'Signature';
  if (!price)
    return `${nameOf(service)} does not offer ${what === 'Signature' ? 'a' : 'an adult'} signature.`;
  return line(price.cents === 0 ? `${what}, included` : what, price.cents, price.estimated);
}

function insuranceLine(service: ServiceFacts, { insuredCents }: Extras): PricedExtras | string {
  if (insuredCents === 0) return NOTHING;
  const own = INSURANCE_OF_SERVICE[service.code];
  const terms = service.class === 'freight' ? null : own === undefined ? INSURANCE[service.carrier] : own;
  if (terms === null) return `${nameOf(service)} does not offer insurance.`;
  if (insuredCents > terms.maxCents)
    return `${nameOf(service)} insures up to ${formatMoney(terms.maxCents)}.`;
  const basisPoints = leavesTheCountry(service) ? INSURANCE_BP.abroad : INSURANCE_BP.domestic;
  const charged = Math.max(0, insuredCents - terms.includedCents);
  const text = `Insurance for ${formatMoney(insuredCents)}`;
  if (charged === 0) return line(`${text}, no extra charge`, 0, terms.estimated);
  const free = terms.includedCents > 0 ? ` (the first ${formatMoney(terms.includedCents)} is free)` : '';
  return line(`${text}${free}`, Math.round((charged * basisPoints) / 10_000), terms.estimated);
}

/** Carriers charge only if the parcel arrives on a Saturday. */
function saturdayLine(
  service: ServiceFacts,
  { saturdayDelivery }: Extras,
  deliveryDate: string | null,
): PricedExtras | string {
  if (!saturdayDelivery) return NOTHING;
  if (service.saturdayDelivery) return line('Saturday delivery, included', 0, false);
  const price = SATURDAY[service.code];
  if (!price) return `${nameOf(service)} does not deliver on Saturdays.`;
  return deliveryDate !== null && new Date(deliveryDate).getUTCDay() === SATURDAY_DAY
    ? line('Saturday delivery', price.cents, price.estimated)
    : line('Saturday delivery, no charge for this date', 0, false);
}

const SATURDAY_DAY = 6;

/** Whether a parcel of this service may arrive on a Saturday. */
export const arrivesOnSaturdays = (service: ServiceFacts, { saturdayDelivery }: Extras): boolean =>
  service.saturdayDelivery || (saturdayDelivery && SATURDAY[service.code] !== undefined);
