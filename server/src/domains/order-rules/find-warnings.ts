import type { OrderRule, RuleAction, RuleRef, RuleWarning } from '@lading/contract/orders/order-rules.ts';
import type { RuleTrace } from '@lading/contract/orders/rule-trace.ts';
import { impliesRule } from './implied-conditions.ts';

/** A rule of a list, by its ID in the trace. A draft's new rule has an ID of its own that is not shown. */
export interface ListedRule {
  rule: OrderRule;
  ref: RuleRef;
}

/** How many of the orders each enabled rule matched, in the order of the list. */
export function countMatches(
  rules: readonly ListedRule[],
  traces: readonly RuleTrace[],
): (RuleRef & { matched: number })[] {
  const counts = new Map<string, number>();
  for (const trace of traces)
    for (const id of new Set(trace.map(({ ruleId }) => ruleId))) counts.set(id, (counts.get(id) ?? 0) + 1);
  return enabledOf(rules).map(({ rule, ref }) => ({ ...ref, matched: counts.get(rule.id) ?? 0 }));
}

export function findWarnings(rules: readonly ListedRule[], traces: readonly RuleTrace[]): RuleWarning[] {
  const enabled = enabledOf(rules);
  const unreachable = findUnreachable(enabled);
  const known = new Set(unreachable.map(({ rule }) => rule.position));
  const matched = new Set(traces.flat().map(({ ruleId }) => ruleId));
  const never = enabled
    .filter(({ rule, ref }) => !matched.has(rule.id) && !known.has(ref.position))
    .map(({ ref }): RuleWarning => ({ code: 'never_matched', rule: ref, other: null }));
  return [...unreachable, ...findSameFields(enabled, traces), ...(traces.length === 0 ? [] : never)];
}

const enabledOf = (rules: readonly ListedRule[]) => rules.filter(({ rule }) => rule.enabled);

function findUnreachable(rules: readonly ListedRule[]): RuleWarning[] {
  return rules.flatMap(({ rule, ref }, index) => {
    const stopper = rules
      .slice(0, index)
      .find(
        (earlier, at) =>
          earlier.rule.stop &&
          impliesRule(rule, earlier.rule) &&
          !(seesChanges(earlier.rule) && rules.slice(at + 1, index).some((each) => changesFacts(each.rule))),
      );
    return stopper ? [{ code: 'unreachable', rule: ref, other: stopper.ref }] : [];
  });
}

const CHANGING: ReadonlySet<RuleAction['kind']> = new Set(['package', 'set_weight', 'add_weight', 'tag']);

/** Weight and tags may change after the earlier rule has looked at them. */
const seesChanges = ({ groups }: OrderRule) =>
  groups.some(({ conditions }) => conditions.some(({ field }) => field === 'weight' || field === 'tag'));
const changesFacts = ({ actions }: OrderRule) => actions.some(({ kind }) => CHANGING.has(kind));

/** Pairs of which the later rule overwrote the earlier one. */
function findSameFields(rules: readonly ListedRule[], traces: readonly RuleTrace[]): RuleWarning[] {
  const byId = new Map(rules.map((listed) => [listed.rule.id, listed.ref]));
  const found = new Map<string, RuleWarning & { orders: number }>();
  for (const trace of traces)
    for (const { first, second, field } of overwrittenIn(trace)) {
      const [rule, other] = [byId.get(first), byId.get(second)];
      if (!rule || !other) continue;
      const key = `${first} ${second} ${field}`;
      const pair = found.get(key) ?? { code: 'same_field', rule, other, field, orders: 0 };
      pair.orders += 1;
      found.set(key, pair);
    }
  return [...found.values()].toSorted(
    (a, b) => a.rule.position - b.rule.position || (a.other?.position ?? 0) - (b.other?.position ?? 0),
  );
}

interface Overwritten {
  first: string;
  second: string;
  field: string;
}

/** Every pair of rules that set the same field of an order. */
function overwrittenIn(trace: RuleTrace): Overwritten[] {
  const setters = new Map<string, string[]>();
  const pairs: Overwritten[] = [];
  for (const { ruleId, actions } of trace)
    for (const field of new Set(actions.filter(isSetting).map(({ value }) => value.field))) {
      const earlier = setters.get(field) ?? [];
      pairs.push(...earlier.map((first) => ({ first, second: ruleId, field })));
      setters.set(field, [...earlier, ruleId]);
    }
  return pairs;
}

const isSetting = ({ value, outcome }: RuleTrace[number]['actions'][number]) =>
  value.field !== 'tag' && (outcome === 'applied' || outcome === 'overwritten');
