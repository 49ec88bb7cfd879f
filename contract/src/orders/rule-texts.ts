import { countryName } from '../countries.ts';
import { SIGNATURE_NAMES } from '../customs/vocabulary.ts';
import { counted } from '../format-count.ts';
import { formatMoney } from '../money.ts';
import type { RuleWarning } from './order-rules.ts';
import type { MatchedCondition, RuleValue, TracedAction } from './rule-trace.ts';
import type { ServiceChoice, UnmetChoice } from './service-choice.ts';

/** All sentences about rules: why a rule matched, what it did, and why no rate fits. */

export const CONDITION_NAMES: Readonly<Record<string, string>> = {
  source: 'Store',
  country: 'Country',
  region: 'State or region',
  postal_code: 'Postal code',
  international: 'Destination',
  weight: 'Weight',
  total: 'Order total',
  lines: 'Number of different items',
  pieces: 'Quantity',
  single_item: 'Order size',
  sku: 'SKU',
  title: 'Item name',
  shipping_method: 'Shipping method',
  tag: 'Tag',
  buyer_note: 'Buyer note',
};

export const OPERATOR_NAMES: Readonly<Record<string, string>> = {
  is: 'is',
  is_not: 'is not',
  begins_with: 'begins with',
  contains: 'contains',
  at_least: 'is at least',
  more_than: 'is more than',
  at_most: 'is at most',
  less_than: 'is less than',
  equals: 'is',
};

/** Conditions with two values, as used within a sentence. */
export const YES_NO_CLAUSES: Readonly<Partial<Record<string, readonly [yes: string, no: string]>>> = {
  international: ['the destination is international', 'the destination is domestic'],
  single_item: ['the order has one unit', 'the order has more than one unit'],
  buyer_note: ['the buyer left a note', 'the buyer left no note'],
};

const asSentence = (clause: string): string => `${clause.charAt(0).toUpperCase()}${clause.slice(1)}.`;

const withUnit = (field: string, value: string): string => {
  if (field === 'weight') return `${value} oz`;
  if (field === 'total') return (Number(value) / 100).toFixed(2);
  return field === 'country' ? (countryName(value) ?? value) : value;
};

/** For example "Weight 18.5 oz is at least 16 oz." */
export function describeMatch({ field, op, lines, wanted, actual }: MatchedCondition): string {
  const clauses = YES_NO_CLAUSES[field];
  if (clauses) return asSentence(clauses[actual === 'true' ? 0 : 1]);
  const name = CONDITION_NAMES[field] ?? field;
  const operator = OPERATOR_NAMES[op] ?? op;
  const have = withUnit(field, actual);
  const want = withUnit(field, wanted);
  const subject = lines === 'all' ? `${name} of every item` : name;
  if (op === 'is') return `${subject} is ${have}.`;
  // Stores that a rule excludes are not named.
  if (want === '') return `${subject} ${have} is not excluded.`;
  if (have === '') return `${subject} ${operator} ${want}.`;
  return lines === 'all' ? `${subject} ${operator} ${want}.` : `${subject} ${have} ${operator} ${want}.`;
}

/** For example "Cheapest within 3 days, USPS or UPS, up to $12.00". */
export function describeChoice(
  choice: ServiceChoice,
  serviceName: (service: string) => string = (service) => service,
): string {
  const parts = [goalOf(choice, serviceName)];
  if (choice.kind !== 'service' && choice.carriers) parts.push(choice.carriers.join(' or '));
  if (choice.maxCents !== undefined) parts.push(`up to ${formatMoney(choice.maxCents)}`);
  return parts.join(', ');
}

function goalOf(choice: ServiceChoice, serviceName: (service: string) => string): string {
  switch (choice.kind) {
    case 'service':
      return `${choice.carrier} ${serviceName(choice.service)}`;
    case 'cheapest':
      return 'Cheapest';
    case 'fastest':
      return 'Fastest';
    case 'cheapest_by_promise':
      return 'Cheapest by the promised delivery date';
    case 'cheapest_within':
      return `Cheapest within ${counted(choice.days, 'day')}`;
  }
}

/** For example "Package: Small box". */
export function describeValue(value: RuleValue, serviceName?: (service: string) => string): string {
  switch (value.field) {
    case 'package':
      return `Package: ${value.name}`;
    case 'weight':
      return `Weight: ${value.ounces} oz`;
    case 'tag':
      return `Tag: ${value.tag}`;
    case 'hold':
      return value.days === null
        ? `Hold: ${value.reason}`
        : `Hold for ${counted(value.days, 'day')}: ${value.reason}`;
    case 'service':
      return `Service: ${describeChoice(value.choice, serviceName)}`;
    case 'signature':
      return SIGNATURE_NAMES[value.signature];
    case 'insurance':
      return value.cents === 0 ? 'No insurance' : `Insurance: ${formatMoney(value.cents)}`;
  }
}

const OUTCOMES: Readonly<Record<string, string>> = {
  person: 'Set by hand, so the rule left it alone.',
  released: 'This hold was already released.',
  no_weight: 'The weight of the items is not known, so nothing was added.',
  other_currency: 'The order is not in US dollars, so it was not insured.',
  package_missing: 'The package no longer exists.',
};

/** The outcome of an action. Null if it was applied and replaced nothing. */
export function describeOutcome({ outcome, overwrittenBy, before }: TracedAction): string | null {
  if (outcome === 'overwritten') return `Replaced by “${overwrittenBy ?? 'a later rule'}”.`;
  if (outcome === 'applied') return before ? `Replaced ${describeValue(before)}.` : null;
  return OUTCOMES[outcome] ?? outcome;
}

const FIELD_NAMES: Readonly<Record<string, string>> = {
  package: 'package',
  weight: 'weight',
  hold: 'hold',
  service: 'service',
  signature: 'signature',
  insurance: 'insurance',
};

export function describeWarning({ code, rule, other, field, orders = 0 }: RuleWarning): string {
  if (code === 'unreachable')
    return `“${rule.name}” never runs because “${other?.name ?? ''}” comes first, matches the same orders and stops later rules.`;
  if (code === 'same_field')
    return `“${rule.name}” and “${other?.name ?? ''}” both set the ${FIELD_NAMES[field ?? ''] ?? field} of ${counted(orders, 'recent order')}. The later rule wins.`;
  return `“${rule.name}” matched none of the recent orders.`;
}

const UNMET: Readonly<Record<UnmetChoice, string>> = {
  not_offered: 'The chosen service is not offered for this shipment. Please choose a rate.',
  package_not_accepted: 'No matching service accepts this package. Please choose a rate.',
  too_slow: 'No service arrives in time. Please choose a rate.',
  too_expensive: 'Every matching rate is above your maximum price. Please choose a rate.',
  orders_differ: 'The orders in this package ask for different services. Please choose a rate.',
};
export const describeUnmet = (code: string): string =>
  UNMET[code as UnmetChoice] ?? 'No rate fits. Please choose a rate.';
