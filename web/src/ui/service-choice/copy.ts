import type { ServiceChoice } from '@lading/contract/orders/service-choice.ts';

export const CHOICE_NAMES: Record<ServiceChoice['kind'], string> = {
  cheapest: 'The cheapest service',
  fastest: 'The fastest service',
  cheapest_by_promise: 'The cheapest that arrives by the promised delivery date',
  cheapest_within: 'The cheapest that arrives within a number of days',
  service: 'A specific service',
};

export const COPY = {
  which: 'Which service',
  choose: 'Choose…',
  serviceMissing: 'Please choose a service.',
  days: 'Days',
  daysWrong: 'Please enter 1 to 30 days.',
  maxPrice: 'Maximum price ($)',
  carriers: 'Carriers',
  anyCarrier: 'Leave all unchecked to allow any carrier.',
  noPromise: 'Orders without a promised delivery date get the cheapest service.',
} as const;
