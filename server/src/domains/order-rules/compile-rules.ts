import type { OrderRule, RuleAction } from '@lading/contract/orders/order-rules.ts';
import type { ConditionGroup, Match } from '@lading/contract/orders/rule-conditions.ts';
import type { MatchedCondition, RulePhase } from '@lading/contract/orders/rule-trace.ts';
import { type CompiledCondition, compileCondition } from './compile-conditions.ts';
import { isInNamedCountry } from './named-country.ts';
import type { ChosenPackage } from './rule-facts.ts';
import type { SeenOrder } from './seen-order.ts';

export interface CompiledRule {
  id: string;
  name: string;
  stop: boolean;
  matches: (order: SeenOrder) => boolean;
  /** Call it only if the rule matches. */
  explain: (order: SeenOrder) => MatchedCondition[];
  actions: Readonly<Record<RulePhase, readonly RuleAction[]>>;
}

export interface CompiledRules {
  /** Only those that are enabled. */
  rules: readonly CompiledRule[];
  packages: ReadonlyMap<string, ChosenPackage>;
}

const PHASES: Readonly<Record<RuleAction['kind'], RulePhase>> = {
  package: 'facts',
  set_weight: 'facts',
  add_weight: 'facts',
  tag: 'facts',
  hold: 'facts',
  service: 'choice',
  signature: 'choice',
  insurance: 'choice',
};
const phaseOf = ({ kind }: RuleAction): RulePhase => PHASES[kind];

interface Part {
  test: (order: SeenOrder) => boolean;
}
interface CompiledGroup extends Part {
  conditions: readonly CompiledCondition[];
}

/** Plain loops, because this runs for every order and rule. */
function combine(match: Match, parts: readonly Part[]): Part['test'] {
  const [only] = parts;
  if (only && parts.length === 1) return only.test;
  const decisive = match === 'any';
  return (order) => {
    for (const part of parts) if (part.test(order) === decisive) return decisive;
    return !decisive;
  };
}

function compileGroup({ match, conditions }: ConditionGroup, isInCountry: boolean): CompiledGroup {
  const compiled = conditions.map((condition) => compileCondition(condition, isInCountry));
  return { test: combine(match, compiled), conditions: compiled };
}

/** All conditions that match, of all groups that match. */
function explainGroups(groups: readonly CompiledGroup[], order: SeenOrder): MatchedCondition[] {
  const matched: MatchedCondition[] = [];
  for (const group of groups) {
    if (!group.test(order)) continue;
    for (const condition of group.conditions)
      if (condition.test(order)) matched.push(condition.explain(order));
  }
  return matched;
}

/** `set_weight` comes before `add_weight`, regardless of the order in which they were entered. */
const inOrder = (actions: readonly RuleAction[]): RuleAction[] =>
  actions.toSorted((a, b) => Number(a.kind === 'add_weight') - Number(b.kind === 'add_weight'));

function compileRule(rule: OrderRule): CompiledRule {
  const { id, name, stop, match, groups, actions } = rule;
  const compiled = groups.map((group) => compileGroup(group, isInNamedCountry(rule, group)));
  return {
    id,
    name,
    stop,
    matches: compiled.length === 0 ? () => true : combine(match, compiled),
    explain: (order) => explainGroups(compiled, order),
    actions: {
      facts: inOrder(actions.filter((action) => phaseOf(action) === 'facts')),
      choice: actions.filter((action) => phaseOf(action) === 'choice'),
    },
  };
}

export const compileRules = (
  rules: readonly OrderRule[],
  packages: ReadonlyMap<string, ChosenPackage>,
): CompiledRules => ({ rules: rules.filter(({ enabled }) => enabled).map(compileRule), packages });
