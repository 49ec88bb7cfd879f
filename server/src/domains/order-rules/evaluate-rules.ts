import { MAX_INSURED_CENTS } from '@lading/contract/customs/extras.ts';
import type { Signature } from '@lading/contract/customs/vocabulary.ts';
import type { RuleAction } from '@lading/contract/orders/order-rules.ts';
import {
  type ActionOutcome,
  RULE_PHASES,
  type RuleField,
  type RuleTrace,
  type RuleValue,
  type TracedAction,
} from '@lading/contract/orders/rule-trace.ts';
import type { ServiceChoice } from '@lading/contract/orders/service-choice.ts';
import type { CompiledRule, CompiledRules } from './compile-rules.ts';
import { type ChosenPackage, foldText, type RuleFacts, wholeWeight } from './rule-facts.ts';
import { type SeenOrder, seeOrder } from './seen-order.ts';

/** What rules make of an order. Null: no rule set it, or a person did. */
export interface RuleOutcome {
  package: ChosenPackage | null;
  weight: { ounces: number; isWhole: boolean } | null;
  tags: string[];
  hold: { ruleId: string; reason: string; days: number | null } | null;
  service: ServiceChoice | null;
  signature: Signature | null;
  insuranceCents: number | null;
  trace: RuleTrace;
}

interface Run {
  facts: RuleFacts;
  packages: CompiledRules['packages'];
  seen: SeenOrder;
  outcome: RuleOutcome;
  /** The actions that decided a field so far, which a later rule overwrites. */
  deciding: Map<RuleField, TracedAction[]>;
}

/**
 * Runs the rules from top to bottom, twice: first for weight, package, tags and hold, then for what depends on them. A later rule
 * overwrites an earlier one, and conditions see what earlier rules changed.
 */
export function evaluateRules({ rules, packages }: CompiledRules, facts: RuleFacts): RuleOutcome {
  const outcome: RuleOutcome = {
    package: null,
    weight: null,
    tags: [],
    hold: null,
    service: null,
    signature: null,
    insuranceCents: null,
    trace: [],
  };
  if (rules.length === 0) return outcome;
  const run: Run = { facts, packages, seen: seeOrder(facts), outcome, deciding: new Map() };
  for (const phase of RULE_PHASES)
    for (const rule of rules) {
      const actions = rule.actions[phase];
      if ((actions.length === 0 && !rule.stop) || !rule.matches(run.seen)) continue;
      const matched = rule.explain(run.seen);
      const traced = actions.map((action) => perform(run, rule, action));
      outcome.trace.push({
        ruleId: rule.id,
        name: rule.name,
        phase,
        matched,
        actions: traced,
        stopped: rule.stop,
      });
      if (rule.stop) break;
    }
  return outcome;
}

function perform(run: Run, rule: CompiledRule, action: RuleAction): TracedAction {
  const value = ruleValue(run, action);
  const refused = refusalOf(run, rule, action, value.field);
  if (refused) return { value, outcome: refused };
  const before = currentOf(run, value.field);
  const traced: TracedAction = before ? { value, outcome: 'applied', before } : { value, outcome: 'applied' };
  if (value.field !== 'tag') decide(run, rule, action, traced);
  apply(run, rule, action);
  return traced;
}

/** Marks what the action replaces. Added weight replaces nothing. */
function decide({ deciding }: Run, rule: CompiledRule, { kind }: RuleAction, traced: TracedAction): void {
  const { field } = traced.value;
  const earlier = deciding.get(field);
  if (kind === 'add_weight' && earlier) {
    earlier.push(traced);
    return;
  }
  for (const action of earlier ?? []) {
    action.outcome = 'overwritten';
    action.overwrittenBy = rule.name;
  }
  deciding.set(field, [traced]);
}

const currentWeight = ({ outcome, facts }: Run) => outcome.weight ?? facts.weight;
const currentPackage = ({ outcome, facts }: Run) => outcome.package ?? facts.package;
const currentWhole = (run: Run) => wholeWeight(currentWeight(run), currentPackage(run));

/** The value of a field before the action. */
function currentOf(run: Run, field: RuleField): RuleValue | undefined {
  const { outcome } = run;
  switch (field) {
    case 'package': {
      const chosen = currentPackage(run);
      return chosen && chosen.name !== '' ? { field, name: chosen.name } : undefined;
    }
    case 'weight': {
      const ounces = currentWhole(run);
      return ounces === undefined ? undefined : { field, ounces };
    }
    case 'hold':
      return outcome.hold ? { field, reason: outcome.hold.reason, days: outcome.hold.days } : undefined;
    case 'service':
      return outcome.service ? { field, choice: outcome.service } : undefined;
    case 'signature':
      return outcome.signature ? { field, signature: outcome.signature } : undefined;
    case 'insurance':
      return outcome.insuranceCents === null ? undefined : { field, cents: outcome.insuranceCents };
    case 'tag':
      return undefined;
  }
}

const insuredCents = (action: Extract<RuleAction, { kind: 'insurance' }>, { insurableCents }: RuleFacts) => {
  if (action.insure === 'none') return 0;
  return Math.min(MAX_INSURED_CENTS, (action.insure === 'amount' ? action.cents : insurableCents) ?? 0);
};

/** The weight of the whole parcel after the action. */
function weightAfter(run: Run, action: Extract<RuleAction, { kind: 'set_weight' | 'add_weight' }>): number {
  if (action.kind === 'set_weight') return action.ounces;
  const { ounces, isWhole } = currentWeight(run);
  return (
    wholeWeight({ ounces: (ounces ?? 0) + action.ounces, isWhole }, currentPackage(run)) ?? action.ounces
  );
}

function ruleValue(run: Run, action: RuleAction): RuleValue {
  switch (action.kind) {
    case 'package':
      return { field: 'package', name: run.packages.get(action.packageId)?.name ?? action.packageId };
    case 'set_weight':
    case 'add_weight':
      return { field: 'weight', ounces: weightAfter(run, action) };
    case 'tag':
      return { field: 'tag', tag: action.tag };
    case 'hold':
      return { field: 'hold', reason: action.reason, days: action.days };
    case 'service':
      return { field: 'service', choice: action.choice };
    case 'signature':
      return { field: 'signature', signature: action.signature };
    case 'insurance':
      return { field: 'insurance', cents: insuredCents(action, run.facts) };
  }
}

/** Why an action changes nothing. */
function refusalOf(run: Run, rule: CompiledRule, action: RuleAction, field: RuleField): ActionOutcome | null {
  const { facts } = run;
  if (facts.byPerson.has(field)) return 'person';
  if (action.kind === 'package' && !run.packages.has(action.packageId)) return 'package_missing';
  if (action.kind === 'add_weight' && currentWeight(run).ounces === undefined) return 'no_weight';
  if (action.kind === 'hold' && facts.releasedHolds.has(rule.id)) return 'released';
  const isOfOrder = action.kind === 'insurance' && action.insure === 'order_value';
  return isOfOrder && facts.insurableCents === null ? 'other_currency' : null;
}

function apply(run: Run, rule: CompiledRule, action: RuleAction): void {
  const { outcome, seen } = run;
  switch (action.kind) {
    case 'package':
      outcome.package = run.packages.get(action.packageId) ?? null;
      break;
    case 'set_weight':
      outcome.weight = { ounces: action.ounces, isWhole: true };
      break;
    case 'add_weight': {
      const { ounces = 0, isWhole } = currentWeight(run);
      outcome.weight = { ounces: ounces + action.ounces, isWhole };
      break;
    }
    case 'tag':
      if (!outcome.tags.some((tag) => foldText(tag) === foldText(action.tag))) outcome.tags.push(action.tag);
      if (!seen.tags.has(foldText(action.tag))) seen.tags.set(foldText(action.tag), action.tag);
      break;
    case 'hold':
      outcome.hold = { ruleId: rule.id, reason: action.reason, days: action.days };
      break;
    case 'service':
      outcome.service = action.choice;
      break;
    case 'signature':
      outcome.signature = action.signature;
      break;
    case 'insurance':
      outcome.insuranceCents = insuredCents(action, run.facts);
      break;
  }
  if (action.kind === 'package' || action.kind === 'set_weight' || action.kind === 'add_weight')
    seen.weightOz = currentWhole(run);
}
