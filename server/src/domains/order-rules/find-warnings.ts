import type { OrderRule, RuleAction, RuleRef, RuleWarning } from '@lading/contract/orders/order-rules.ts';
import type { RuleField, RuleTrace } from '@lading/contract/orders/rule-trace.ts';
import { impliesRule } from './implied-conditions.ts';

/** A rule of a list, by its ID in the trace. A draft's new rule has an ID of its own that is not shown. */
export interface ListedRule {
  rule: OrderRule;
  ref: RuleRef;
}

/** A rule that matched, and the fields that it set. */
interface BriefRule {
  ruleId: string;
  sets: readonly RuleField[];
}

/** What is counted of a trace. Hundreds of whole traces, which explain themselves at length, would fill the memory. */
export type BriefTrace = readonly BriefRule[];

export const briefTrace = (trace: RuleTrace): BriefTrace =>
  trace.map(({ ruleId, actions }) => ({
    ruleId,
    sets: [...new Set(actions.filter(isSetting).map(({ value }) => value.field))],
  }));

const isSetting = ({ value, outcome }: RuleTrace[number]['actions'][number]) =>
  value.field !== 'tag' && (outcome === 'applied' || outcome === 'overwritten');

/** How many of the orders each enabled rule matched, in the order of the list. */
export function countMatches(
  rules: readonly ListedRule[],
  traces: readonly BriefTrace[],
): (RuleRef & { matched: number })[] {
  const counts = new Map<string, number>();
  for (const trace of traces)
    for (const id of new Set(trace.map(({ ruleId }) => ruleId))) counts.set(id, (counts.get(id) ?? 0) + 1);
  return enabledOf(rules).map(({ rule, ref }) => ({ ...ref, matched: counts.get(rule.id) ?? 0 }));
}

export function findWarnings(rules: readonly ListedRule[], traces: readonly BriefTrace[]): RuleWarning[] {
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

/**
 * Pairs of which the later rule overwrote the earlier one, with the number of orders. Counted in one array per field, because a
 * hundred rules that set the same fields make millions of pairs.
 */
function findSameFields(rules: readonly ListedRule[], traces: readonly BriefTrace[]): RuleWarning[] {
  const indexOf = new Map(rules.map(({ rule }, index) => [rule.id, index]));
  const counts = new Map<RuleField, Uint32Array>();
  for (const trace of traces)
    for (const [field, setters] of settersOf(trace, indexOf)) {
      const orders = counts.get(field) ?? new Uint32Array(rules.length ** 2);
      counts.set(field, orders);
      for (const [at, second] of setters.entries())
        for (const first of setters.slice(0, at)) {
          const pair = first * rules.length + second;
          orders[pair] = (orders[pair] ?? 0) + 1;
        }
    }
  return rules.flatMap(({ ref: rule }, first) =>
    rules.flatMap(({ ref: other }, second) =>
      [...counts].flatMap(([field, ofPairs]): RuleWarning[] => {
        const orders = ofPairs[first * rules.length + second] ?? 0;
        return orders > 0 ? [{ code: 'same_field', rule, other, field, orders }] : [];
      }),
    ),
  );
}

/** For each field, the indices of the rules that set it, in the order in which they ran. */
function settersOf(trace: BriefTrace, indexOf: ReadonlyMap<string, number>): Map<RuleField, number[]> {
  const setters = new Map<RuleField, number[]>();
  for (const { ruleId, sets } of trace) {
    const index = indexOf.get(ruleId);
    if (index === undefined) continue;
    for (const field of sets) setters.set(field, [...(setters.get(field) ?? []), index]);
  }
  return setters;
}
