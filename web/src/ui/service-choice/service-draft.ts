import { dollarsOf } from '@lading/contract/money.ts';
import type { ServiceChoice } from '@lading/contract/orders/service-choice.ts';
import type { Carrier } from '@lading/contract/parcel.ts';
import { typedNumber } from '../../lib/plain-number.ts';

export type ChoiceKind = ServiceChoice['kind'];

/** The fields of all kinds of choices. Numbers and amounts are text until they are checked. */
export interface ServiceDraft {
  choice: ChoiceKind;
  /** Carrier and code of a specific service, such as `USPS usps_priority`. */
  service: string;
  withinDays: string;
  maxPrice: string;
  carriers: readonly Carrier[];
}

export const EMPTY_SERVICE: ServiceDraft = {
  choice: 'cheapest',
  service: '',
  withinDays: '3',
  maxPrice: '',
  carriers: [],
};

export const serviceKey = (carrier: string, code: string): string => `${carrier} ${code}`;

export const serviceDraftOf = (choice: ServiceChoice): ServiceDraft => ({
  ...EMPTY_SERVICE,
  choice: choice.kind,
  maxPrice: choice.maxCents === undefined ? '' : String(dollarsOf(choice.maxCents)),
  ...(choice.kind === 'service'
    ? { service: serviceKey(choice.carrier, choice.service) }
    : { carriers: choice.carriers ?? [] }),
  ...(choice.kind === 'cheapest_within' && { withinDays: String(choice.days) }),
});

/** The choice as the schema checks it. */
export function readService({ choice, service, withinDays, maxPrice, carriers }: ServiceDraft): unknown {
  const limit = maxPrice.trim() !== '' && { maxCents: Math.round(typedNumber(maxPrice) * 100) };
  if (choice === 'service') {
    const [carrier, code = ''] = service.split(' ');
    return { kind: choice, carrier, service: code, ...limit };
  }
  return {
    kind: choice,
    ...(carriers.length > 0 && { carriers: [...carriers] }),
    ...(choice === 'cheapest_within' && { days: typedNumber(withinDays) }),
    ...limit,
  };
}
