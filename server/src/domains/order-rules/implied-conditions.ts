import type { OrderRule } from '@lading/contract/orders/order-rules.ts';
import type { ConditionGroup, RuleCondition } from '@lading/contract/orders/rule-conditions.ts';
import { TEXT_TESTS } from './compile-conditions.ts';
import { haveSameRegions } from './named-country.ts';
import { foldPostalCode, foldRegion, foldText } from './rule-facts.ts';

/**
 * Whether every order that matches one rule certainly matches another. True only where it is provable from the conditions alone;
 * false does not mean that there is an order that matches only one of them.
 */
export function impliesRule(rule: OrderRule, other: OrderRule): boolean {
  if (other.groups.length === 0) return true;
  if (rule.groups.length === 0 || !haveSameRegions(rule, other)) return false;
  const implies = (group: ConditionGroup) => impliesGroup(rule, group);
  return other.match === 'all' ? other.groups.every(implies) : other.groups.some(implies);
}

/** Expands an "any" group into one group per condition. */
const alternatives = ({ match, conditions }: ConditionGroup): ConditionGroup[] =>
  match === 'all'
    ? [{ match, conditions }]
    : conditions.map((each) => ({ match: 'all', conditions: [each] }));

function impliesGroup(rule: OrderRule, group: ConditionGroup): boolean {
  if (rule.match === 'any') return rule.groups.every((own) => ownImplies([own], group));
  return ownImplies(rule.groups, group);
}

/** Assumes that all groups in `own` match. */
function ownImplies(own: readonly ConditionGroup[], { match, conditions }: ConditionGroup): boolean {
  const proves = (condition: RuleCondition) => own.some((group) => groupImplies(group, condition));
  if (match === 'all') return conditions.every(proves);
  return (
    conditions.some(proves) ||
    own.some((group) =>
      alternatives(group).every((each) => conditions.some((condition) => groupImplies(each, condition))),
    )
  );
}

const groupImplies = ({ match, conditions }: ConditionGroup, condition: RuleCondition): boolean =>
  match === 'all'
    ? conditions.some((own) => impliesCondition(own, condition))
    : conditions.every((own) => impliesCondition(own, condition));

const FOLDS: Readonly<Record<string, (value: string) => string>> = {
  source: (id) => id,
  country: (code) => code,
  region: foldRegion,
  postal_code: foldPostalCode,
};

export function impliesCondition(own: RuleCondition, other: RuleCondition): boolean {
  if (own.field !== other.field) return false;
  if ('values' in own && 'values' in other) return impliesValues(own, other);
  if (!('value' in own && 'value' in other)) return false;
  if (typeof own.value === 'boolean' || typeof other.value === 'boolean') return own.value === other.value;
  return impliesNumber({ op: own.op, value: own.value }, { op: other.op, value: other.value });
}

interface Numeric {
  op: string;
  value: number;
}

function impliesNumber(own: Numeric, other: Numeric): boolean {
  const [a, b] = [rangeOf(own), rangeOf(other)];
  const low = a.low > b.low || (a.low === b.low && (a.withLow ? b.withLow : true));
  const high = a.high < b.high || (a.high === b.high && (a.withHigh ? b.withHigh : true));
  return low && high;
}

function rangeOf({ op, value }: Numeric) {
  const all = {
    low: Number.NEGATIVE_INFINITY,
    withLow: false,
    high: Number.POSITIVE_INFINITY,
    withHigh: false,
  };
  switch (op) {
    case 'at_least':
      return { ...all, low: value, withLow: true };
    case 'more_than':
      return { ...all, low: value };
    case 'at_most':
      return { ...all, high: value, withHigh: true };
    case 'less_than':
      return { ...all, high: value };
    default:
      return { low: value, withLow: true, high: value, withHigh: true };
  }
}

type WithValues = Extract<RuleCondition, { values: unknown }>;

/** Each rule is compared with many others. */
const FOLDED = new WeakMap<WithValues, readonly string[]>();

function foldedValues(condition: WithValues): readonly string[] {
  const known = FOLDED.get(condition);
  if (known) return known;
  const folded = condition.values.map(FOLDS[condition.field] ?? foldText);
  FOLDED.set(condition, folded);
  return folded;
}

function impliesValues(own: WithValues, other: WithValues): boolean {
  const mine = foldedValues(own);
  const theirs = foldedValues(other);
  if (own.op === 'is_not' || other.op === 'is_not') {
    if (own.op === other.op) return theirs.every((value) => mine.includes(value));
    // An order has one store and one country, but several tags.
    const isSingle = own.field === 'source' || own.field === 'country';
    return isSingle && own.op === 'is' && mine.every((value) => !theirs.includes(value));
  }
  if ('lines' in own && 'lines' in other && own.lines === 'any' && other.lines === 'all') return false;
  return mine.every((value) => theirs.some((wanted) => impliesText(own.op, value, other.op, wanted)));
}

type TextOp = keyof typeof TEXT_TESTS;

/** For example: begins with "MUG-BLUE" implies begins with "MUG" and contains "BLUE". */
function impliesText(own: string, value: string, other: string, wanted: string): boolean {
  if (own === 'is') return TEXT_TESTS[other as TextOp](value, wanted);
  if (own === 'begins_with' && other === 'begins_with') return value.startsWith(wanted);
  return other === 'contains' && value.includes(wanted);
}
