import { countryName } from '@lading/contract/countries.ts';
import { counted } from '@lading/contract/format-count.ts';
import { formatMoney } from '@lading/contract/money.ts';
import type { OrderRule, RuleAction } from '@lading/contract/orders/order-rules.ts';
import type { ConditionGroup, RuleCondition } from '@lading/contract/orders/rule-conditions.ts';
import { CONDITION_NAMES, OPERATOR_NAMES, YES_NO_CLAUSES } from '@lading/contract/orders/rule-texts.ts';
import type { ServiceChoice } from '@lading/contract/orders/service-choice.ts';

/** Names for the ids and codes in rules. */
export interface RuleNames {
  store: (id: string) => string;
  package: (id: string) => string;
  service: (code: string) => string;
}

const MAX_NAMED = 4;

const listed = (names: readonly string[]): string => {
  const shown = names.length > MAX_NAMED ? names.slice(0, MAX_NAMED - 1) : names;
  const rest = names.length - shown.length;
  const all = rest > 0 ? [...shown, `${rest} more`] : shown;
  return all.length < 2 ? (all[0] ?? '') : `${all.slice(0, -1).join(', ')} or ${all.at(-1)}`;
};

/** SKU stays in capitals. */
const subjectOf = (field: string): string => {
  const name = CONDITION_NAMES[field] ?? field;
  return field === 'sku' ? name : name.toLowerCase();
};

function numberText(field: string, value: number): string {
  if (field === 'weight') return `${value} oz`;
  return field === 'total' ? formatMoney(value).replace(/\.00$/, '') : value.toLocaleString('en-US');
}

function conditionText(condition: RuleCondition, names: RuleNames): string {
  const { field } = condition;
  const operator = OPERATOR_NAMES[condition.op] ?? condition.op;
  if (!('values' in condition)) {
    if (typeof condition.value === 'boolean')
      return YES_NO_CLAUSES[field]?.[condition.value ? 0 : 1] ?? field;
    return `the ${subjectOf(field)} ${operator} ${numberText(field, condition.value)}`;
  }
  const shown = condition.values.map((value) => {
    if (field === 'source') return names.store(value);
    return field === 'country' ? (countryName(value) ?? value) : `“${value}”`;
  });
  const whose = 'lines' in condition ? (condition.lines === 'all' ? ' of every item' : ' of any item') : '';
  return `the ${subjectOf(field)}${whose} ${operator} ${listed(shown)}`;
}

const groupText = ({ match, conditions }: ConditionGroup, names: RuleNames): string =>
  conditions.map((condition) => conditionText(condition, names)).join(match === 'all' ? ' and ' : ' or ');

function conditionsText({ match, groups }: Pick<OrderRule, 'match' | 'groups'>, names: RuleNames): string {
  const texts = groups.map((group) => groupText(group, names));
  if (texts.length < 2) return texts.join('');
  const bracketed = texts.map((text, index) =>
    (groups[index]?.conditions.length ?? 0) > 1 ? `(${text})` : text,
  );
  return bracketed.join(match === 'all' ? ' and ' : ' or ');
}

function goalText(choice: ServiceChoice, names: RuleNames): string {
  switch (choice.kind) {
    case 'service':
      return `${choice.carrier} ${names.service(choice.service)}`;
    case 'cheapest':
      return 'the cheapest service';
    case 'fastest':
      return 'the fastest service';
    case 'cheapest_by_promise':
      return 'the cheapest service that arrives by the promised delivery date';
    case 'cheapest_within':
      return `the cheapest service that arrives within ${counted(choice.days, 'day')}`;
  }
}

function serviceText(choice: ServiceChoice, names: RuleNames): string {
  const carriers = choice.kind !== 'service' && choice.carriers ? ` (${listed(choice.carriers)} only)` : '';
  const limit = choice.maxCents === undefined ? '' : ` if it costs at most ${formatMoney(choice.maxCents)}`;
  return `ship with ${goalText(choice, names)}${carriers}${limit}`;
}

const SIGNATURES = {
  none: 'require no signature',
  standard: 'require a signature',
  adult: 'require an adult signature',
} as const;

function actionText(action: RuleAction, names: RuleNames): string {
  switch (action.kind) {
    case 'package':
      return `use ${names.package(action.packageId)}`;
    case 'set_weight':
      return `set the weight to ${action.ounces} oz`;
    case 'add_weight':
      return `add ${action.ounces} oz to the weight`;
    case 'service':
      return serviceText(action.choice, names);
    case 'signature':
      return SIGNATURES[action.signature];
    case 'insurance':
      if (action.insure === 'none') return 'do not insure';
      return action.insure === 'amount'
        ? `insure for ${formatMoney(action.cents ?? 0)}`
        : 'insure for the value of the items';
    case 'hold':
      return action.days === null
        ? `hold (${action.reason})`
        : `hold for ${counted(action.days, 'day')} (${action.reason})`;
    case 'tag':
      return `add the tag “${action.tag}”`;
  }
}

/** For example "If the country is Canada and the weight is more than 16 oz → use Medium box, require a signature". */
export function ruleSentence(rule: Omit<OrderRule, 'id' | 'name' | 'enabled'>, names: RuleNames): string {
  const when = rule.groups.length === 0 ? 'For every order' : `If ${conditionsText(rule, names)}`;
  const actions = rule.actions.map((action) => actionText(action, names));
  if (rule.stop) actions.push('skip later rules');
  return `${when} → ${actions.join(', ')}`;
}
