import type { OrderRule, RuleAction } from '@lading/contract/orders/order-rules.ts';
import type { RuleCondition } from '@lading/contract/orders/rule-conditions.ts';
import type {
  MatchedCondition,
  RulePhase,
  RuleTrace,
  RuleValue,
} from '@lading/contract/orders/rule-trace.ts';
import type { RuleOutcome } from '../src/domains/order-rules/evaluate-rules.ts';
import type { ChosenPackage, RuleFacts } from '../src/domains/order-rules/rule-facts.ts';
import { isInNamedCountry, regionCode, regionCodeIn } from './reference-regions.ts';

/** A slow, simple evaluation of the rules: it follows the description step by step and precomputes nothing. */

type Packages = ReadonlyMap<string, ChosenPackage>;

/** The order as it is at some moment. */
interface Moment {
  facts: RuleFacts;
  tags: string[];
  weight: RuleFacts['weight'];
  chosen: ChosenPackage | null;
}

const round = (ounces: number) => Math.round(ounces * 100) / 100;
const total = ({ weight, chosen }: Pick<Moment, 'weight' | 'chosen'>): number | undefined => {
  if (weight.ounces === undefined) return undefined;
  if (weight.isWhole) return round(weight.ounces);
  return round(weight.ounces + (chosen ? chosen.emptyWeightOz : 0));
};
const same = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();
const withoutGaps = (text: string) => text.toLowerCase().replaceAll(' ', '').replaceAll('-', '');

/** The explanation of a condition that matches; null if it does not. */
function explain(condition: RuleCondition, moment: Moment, isInCountry: boolean): MatchedCondition | null {
  const { facts } = moment;
  switch (condition.field) {
    case 'source':
      return member(condition, [{ text: facts.source.name, compare: (value) => value === facts.source.id }]);
    case 'country':
      return member(condition, [{ text: facts.country, compare: (value) => value === facts.country }]);
    case 'region':
      return member(condition, [
        {
          text: facts.region,
          compare: (value) =>
            regionCode(value) ===
            (isInCountry ? regionCode(facts.region) : regionCodeIn(facts.country, facts.region)),
        },
      ]);
    case 'tag':
      return member(
        condition,
        moment.tags.map((tag) => ({ text: tag, compare: (value: string) => same(value, tag) })),
      );
    case 'postal_code':
      return text(condition, [facts.postalCode], withoutGaps);
    case 'sku':
      return text(
        condition,
        facts.items.map(({ sku }) => sku),
      );
    case 'title':
      return text(
        condition,
        facts.items.map(({ title }) => title),
      );
    case 'shipping_method':
      return text(condition, [facts.shippingMethod.text, facts.shippingMethod.code]);
    case 'weight':
      return number(condition, total(moment));
    case 'total':
      return number(condition, facts.totalCents);
    case 'lines':
      return number(condition, facts.items.length);
    case 'pieces':
      return number(condition, facts.pieces);
    case 'international':
      return flag(condition, facts.isInternational);
    case 'single_item':
      return flag(condition, facts.pieces === 1);
    case 'buyer_note':
      return flag(condition, facts.hasBuyerNote);
  }
}

interface Candidate {
  text: string;
  compare: (value: string) => boolean;
}

function member(
  { field, op, values }: Extract<RuleCondition, { field: 'source' | 'country' | 'region' | 'tag' }>,
  candidates: Candidate[],
): MatchedCondition | null {
  const found = candidates.find(({ compare }) => values.some(compare));
  if (op === 'is') return found ? { field, op, wanted: found.text, actual: found.text } : null;
  if (found) return null;
  const firstThree = (list: string[]) => list.slice(0, 3).join(', ') + (list.length > 3 ? ', …' : '');
  return {
    field,
    op,
    wanted: field === 'source' ? '' : firstThree(values),
    actual: firstThree(candidates.map((each) => each.text)),
  };
}

function text(
  condition: Extract<RuleCondition, { field: 'postal_code' | 'sku' | 'title' | 'shipping_method' }>,
  texts: string[],
  fold = (each: string) => each.toLowerCase(),
): MatchedCondition | null {
  const { field, op, values } = condition;
  const lines = 'lines' in condition ? condition.lines : undefined;
  const fits = (each: string, value: string) => {
    if (op === 'is') return fold(each) === fold(value);
    return op === 'begins_with' ? fold(each).startsWith(fold(value)) : fold(each).includes(fold(value));
  };
  const matching = texts.filter((each) => values.some((value) => fits(each, value)));
  const isMatch =
    lines === 'all' ? texts.length > 0 && matching.length === texts.length : matching.length > 0;
  if (!isMatch) return null;
  const [actual = ''] = matching;
  const wanted = values.find((value) => fits(actual, value)) ?? '';
  return { field, op, ...(lines ? { lines } : {}), wanted, actual };
}

function number(
  { field, op, value }: Extract<RuleCondition, { field: 'weight' | 'total' | 'lines' | 'pieces' }>,
  actual: number | undefined,
): MatchedCondition | null {
  if (actual === undefined) return null;
  const isMatch =
    (op === 'at_least' && actual >= value) ||
    (op === 'more_than' && actual > value) ||
    (op === 'at_most' && actual <= value) ||
    (op === 'less_than' && actual < value) ||
    (op === 'equals' && actual === value);
  return isMatch ? { field, op, wanted: `${value}`, actual: `${actual}` } : null;
}

const flag = (
  { field, op, value }: Extract<RuleCondition, { field: 'international' | 'single_item' | 'buyer_note' }>,
  actual: boolean,
): MatchedCondition | null =>
  value === actual ? { field, op, wanted: `${value}`, actual: `${actual}` } : null;

/** The conditions that matched, or null if the rule does not match. */
function matchOf(rule: OrderRule, moment: Moment): MatchedCondition[] | null {
  const groups = rule.groups.map(({ match, conditions }, index) => {
    const isInCountry = isInNamedCountry(rule, index);
    const found = conditions
      .map((condition) => explain(condition, moment, isInCountry))
      .filter((each) => each !== null);
    const isMatch = match === 'all' ? found.length === conditions.length : found.length > 0;
    return isMatch ? found : null;
  });
  const matching = groups.filter((group) => group !== null);
  if (groups.length === 0) return [];
  const isMatch = rule.match === 'all' ? matching.length === groups.length : matching.length > 0;
  return isMatch ? matching.flat() : null;
}

const OF_FACTS = ['package', 'set_weight', 'add_weight', 'tag', 'hold'];
const actionsIn = (rule: OrderRule, phase: RulePhase): RuleAction[] => {
  const own = rule.actions.filter(({ kind }) => OF_FACTS.includes(kind) === (phase === 'facts'));
  return [
    ...own.filter(({ kind }) => kind !== 'add_weight'),
    ...own.filter(({ kind }) => kind === 'add_weight'),
  ];
};

export function referenceOutcome(
  rules: readonly OrderRule[],
  packages: Packages,
  facts: RuleFacts,
): RuleOutcome {
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
  const startTags: string[] = [];
  for (const tag of facts.tags) {
    // The last spelling of a tag is shown, at the place of the first.
    const known = startTags.findIndex((each) => same(each, tag));
    if (known < 0) startTags.push(tag);
    else startTags[known] = tag;
  }
  for (const phase of ['facts', 'choice'] as const)
    for (const rule of rules) {
      if (!rule.enabled) continue;
      const actions = actionsIn(rule, phase);
      if (actions.length === 0 && !rule.stop) continue;
      const moment = momentOf(facts, startTags, outcome);
      const matched = matchOf(rule, moment);
      if (matched === null) continue;
      const entry: RuleTrace[number] = {
        ruleId: rule.id,
        name: rule.name,
        phase,
        matched,
        actions: [],
        stopped: rule.stop,
      };
      outcome.trace.push(entry);
      for (const action of actions) act({ rule, action, facts, packages, outcome, startTags, entry });
      if (rule.stop) break;
    }
  return outcome;
}

const momentOf = (facts: RuleFacts, startTags: string[], outcome: RuleOutcome): Moment => ({
  facts,
  tags: [...startTags, ...outcome.tags.filter((tag) => !startTags.some((own) => same(own, tag)))],
  weight: outcome.weight ?? facts.weight,
  chosen: outcome.package ?? facts.package,
});

interface Act {
  rule: OrderRule;
  action: RuleAction;
  facts: RuleFacts;
  packages: Packages;
  outcome: RuleOutcome;
  startTags: string[];
  entry: RuleTrace[number];
}

function act({ rule, action, facts, packages, outcome, startTags, entry }: Act): void {
  const moment = momentOf(facts, startTags, outcome);
  const whole = total(moment);
  const put = (value: RuleValue, before: RuleValue | null, change: () => void, problem: string | false) => {
    if (facts.byPerson.has(value.field)) return entry.actions.push({ value, outcome: 'person' });
    if (problem) return entry.actions.push({ value, outcome: problem });
    if (action.kind !== 'add_weight' && action.kind !== 'tag')
      for (const earlier of outcome.trace.flatMap(({ actions }) => actions))
        if (earlier.value.field === value.field && earlier.outcome === 'applied')
          Object.assign(earlier, { outcome: 'overwritten', overwrittenBy: rule.name });
    entry.actions.push({ value, outcome: 'applied', ...(before ? { before } : {}) });
    return change();
  };
  const oldWeight: RuleValue | null = whole === undefined ? null : { field: 'weight', ounces: whole };
  switch (action.kind) {
    case 'package': {
      const chosen = packages.get(action.packageId);
      const old: RuleValue | null = moment.chosen ? { field: 'package', name: moment.chosen.name } : null;
      return void put(
        { field: 'package', name: chosen?.name ?? action.packageId },
        old,
        () => Object.assign(outcome, { package: chosen }),
        !chosen && 'package_missing',
      );
    }
    case 'set_weight':
      return void put(
        { field: 'weight', ounces: action.ounces },
        oldWeight,
        () => Object.assign(outcome, { weight: { ounces: action.ounces, isWhole: true } }),
        false,
      );
    case 'add_weight': {
      const { ounces, isWhole } = moment.weight;
      const weight = { ounces: (ounces ?? 0) + action.ounces, isWhole };
      const after = total({ weight, chosen: moment.chosen }) ?? 0;
      return void put(
        { field: 'weight', ounces: after },
        oldWeight,
        () => Object.assign(outcome, { weight }),
        ounces === undefined && 'no_weight',
      );
    }
    case 'tag':
      return void put(
        { field: 'tag', tag: action.tag },
        null,
        () => {
          if (!outcome.tags.some((tag) => same(tag, action.tag))) outcome.tags.push(action.tag);
        },
        false,
      );
    default:
      return void actLater(action, rule, facts, outcome, put);
  }
}

type Put = (
  value: RuleValue,
  before: RuleValue | null,
  change: () => void,
  problem: string | false,
) => unknown;

function actLater(
  action: Exclude<RuleAction, { kind: 'package' | 'set_weight' | 'add_weight' | 'tag' }>,
  rule: OrderRule,
  facts: RuleFacts,
  outcome: RuleOutcome,
  put: Put,
): void {
  const { hold, service, signature, insuranceCents } = outcome;
  if (action.kind === 'hold') {
    const { reason, days } = action;
    const old: RuleValue | null = hold && { field: 'hold', reason: hold.reason, days: hold.days };
    const change = () => Object.assign(outcome, { hold: { ruleId: rule.id, reason, days } });
    put({ field: 'hold', reason, days }, old, change, facts.releasedHolds.has(rule.id) && 'released');
  }
  if (action.kind === 'service') {
    const change = () => Object.assign(outcome, { service: action.choice });
    put(
      { field: 'service', choice: action.choice },
      service && { field: 'service', choice: service },
      change,
      false,
    );
  }
  if (action.kind === 'signature') {
    const change = () => Object.assign(outcome, { signature: action.signature });
    const value: RuleValue = { field: 'signature', signature: action.signature };
    put(value, signature && { field: 'signature', signature }, change, false);
  }
  if (action.kind === 'insurance') {
    const amounts = { none: 0, amount: action.cents ?? 0, order_value: facts.insurableCents ?? 0 };
    const cents = Math.min(1_000_000, amounts[action.insure]);
    const isUnknown = action.insure === 'order_value' && facts.insurableCents === null;
    put(
      { field: 'insurance', cents },
      insuranceCents === null ? null : { field: 'insurance', cents: insuranceCents },
      () => Object.assign(outcome, { insuranceCents: cents }),
      isUnknown && 'other_currency',
    );
  }
}
