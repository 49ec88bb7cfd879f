import * as z from 'zod/mini';
import { MAX_INSURED_CENTS } from '../customs/extras.ts';
import { SIGNATURES } from '../customs/vocabulary.ts';
import { openEnum } from '../open-enum.ts';
import { visibleLine } from '../storable-text.ts';
import { uuid } from '../uuid.ts';
import { ORDER_STATUSES } from './orders.ts';
import { PackageIdSchema } from './packages.ts';
import { ConditionGroupsSchema, MATCHES } from './rule-conditions.ts';
import { RuleValueSchema } from './rule-trace.ts';
import { ServiceChoiceSchema } from './service-choice.ts';

/** Rules of a client that prepare orders: package, weight, service, extras, hold and tags. */

export const MAX_ORDER_RULES = 100;
/** Values of all conditions of all rules. For SKUs and item names, each “begins with” or “contains” value counts as five. */
export const MAX_COMPARISONS = 5_000;
const MAX_ACTIONS = 12;
const MAX_TAGS_PER_RULE = 5;

/** How many orders a trial and the warnings look at, newest first. */
export const TRIAL_ORDERS = 500;

export const ORDER_RULE_TEXTS = {
  name: 'Please name the rule.',
  nameTaken: 'Another rule has this name.',
  noActions: 'Please add an action.',
  actionTwice: 'A rule can have each action only once.',
  tooManyTags: `A rule can add at most ${MAX_TAGS_PER_RULE} tags.`,
  weight: 'Please enter a weight between 0.1 oz and 2,400 oz.',
  reason: 'Please enter a reason.',
  tag: 'Please enter a tag.',
  packageMissing: 'This package no longer exists. Please choose another one.',
  sourceMissing: 'This store is no longer connected. Please choose another one.',
  limitReached: `You can have up to ${MAX_ORDER_RULES} rules. Please delete one first.`,
  orderDiffers: 'Please list every rule once.',
  tooManyComparisons:
    'Your rules have too many values. Please shorten some lists. For SKUs and item names, each “begins with” or “contains” value counts as five.',
} as const;

const line = (max: number, missing: string) =>
  z
    .string(missing)
    .check(
      z.trim(),
      z.minLength(1, missing),
      z.maxLength(max, `Please use at most ${max} characters.`),
      visibleLine,
    );
const ounces = z
  .number(ORDER_RULE_TEXTS.weight)
  .check(z.minimum(0.1, ORDER_RULE_TEXTS.weight), z.maximum(2_400, ORDER_RULE_TEXTS.weight));

const RuleActionSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('package'), packageId: PackageIdSchema }),
  /** The weight of the whole parcel, with its package. */
  z.object({ kind: z.literal('set_weight'), ounces }),
  /** Adds to the weight of the items, for example for padding. */
  z.object({ kind: z.literal('add_weight'), ounces }),
  z.object({ kind: z.literal('service'), choice: ServiceChoiceSchema }),
  z.object({ kind: z.literal('signature'), signature: z.enum(SIGNATURES) }),
  /** `order_value`: the value of the items to ship, in dollars only. */
  z.object({
    kind: z.literal('insurance'),
    insure: z.enum(['none', 'order_value', 'amount']),
    /** Only with `amount`. */
    cents: z.optional(z.int().check(z.minimum(1), z.maximum(MAX_INSURED_CENTS))),
  }),
  /** Without days, until a person releases the order. */
  z.object({
    kind: z.literal('hold'),
    reason: line(200, ORDER_RULE_TEXTS.reason),
    days: z.nullable(z.int().check(z.minimum(1), z.maximum(365))),
  }),
  z.object({ kind: z.literal('tag'), tag: line(40, ORDER_RULE_TEXTS.tag) }),
]);
export type RuleAction = z.infer<typeof RuleActionSchema>;

/** `set_weight` and `add_weight` may both be in a rule; they apply in this order. */
const kindOnce = z.refine<readonly RuleAction[]>((actions) => {
  const kinds = actions.filter(({ kind }) => kind !== 'tag').map(({ kind }) => kind);
  return new Set(kinds).size === kinds.length;
}, ORDER_RULE_TEXTS.actionTwice);
const amountGiven = z.refine<readonly RuleAction[]>(
  (actions) =>
    actions.every(
      (action) =>
        action.kind !== 'insurance' || (action.insure === 'amount') === (action.cents !== undefined),
    ),
  'Please enter an amount.',
);
const fewTags = z.refine<readonly RuleAction[]>(
  (actions) => actions.filter(({ kind }) => kind === 'tag').length <= MAX_TAGS_PER_RULE,
  ORDER_RULE_TEXTS.tooManyTags,
);

const ruleFields = {
  name: line(80, ORDER_RULE_TEXTS.name),
  enabled: z.boolean(),
  /** Whether all groups must match, or one is enough. */
  match: z.enum(MATCHES),
  groups: ConditionGroupsSchema,
  actions: z.array(RuleActionSchema).check(z.maxLength(MAX_ACTIONS), kindOnce, amountGiven, fewTags),
  /** Rules after this one do not run for an order that it matches. */
  stop: z.boolean(),
};

const doesSomething = z.refine<{ actions: readonly RuleAction[]; stop: boolean }>(
  ({ actions, stop }) => stop || actions.length > 0,
  { error: ORDER_RULE_TEXTS.noActions, path: ['actions'] },
);

export const OrderRuleBodySchema = z
  .object({
    ...ruleFields,
    enabled: z._default(ruleFields.enabled, true),
    match: z._default(ruleFields.match, 'all'),
    groups: z._default(ruleFields.groups, []),
    stop: z._default(ruleFields.stop, false),
  })
  .check(doesSomething);
export type OrderRuleBody = z.output<typeof OrderRuleBodySchema>;

const OrderRuleSchema = z.object({ id: z.string(), ...ruleFields });
export type OrderRule = z.infer<typeof OrderRuleSchema>;

/** In the order in which they run. */
export const OrderRulesAnswerSchema = z.object({ version: z.number(), rules: z.array(OrderRuleSchema) });
export type OrderRulesAnswer = z.infer<typeof OrderRulesAnswerSchema>;

/** `version` is that of the list: a change of an older list is refused. */
const version = z.int();

export const ReorderRulesBodySchema = z.object({
  version,
  /** All rules, in their new order. */
  ids: z.array(uuid()).check(z.maxLength(MAX_ORDER_RULES)),
});
export type ReorderRulesBody = z.output<typeof ReorderRulesBodySchema>;

export const AddRuleBodySchema = z.object({
  rule: OrderRuleBodySchema,
  /** From 0. Absent: at the end. */
  position: z.optional(z.int().check(z.minimum(0), z.maximum(MAX_ORDER_RULES))),
});
export type AddRuleBody = z.output<typeof AddRuleBodySchema>;
export const AddRuleAnswerSchema = z.extend(OrderRulesAnswerSchema, {
  /** Of the new rule. */
  id: z.string(),
});
export type AddRuleAnswer = z.infer<typeof AddRuleAnswerSchema>;

export const UpdateRuleBodySchema = z.object({ version, change: z.partial(z.object(ruleFields)) });
export type UpdateRuleBody = z.output<typeof UpdateRuleBodySchema>;

/** A rule of a draft. Without an id it is new. */
const DraftRuleSchema = z
  .object({
    id: z.optional(uuid()),
    ...ruleFields,
  })
  .check(doesSomething);

/** Either a whole list, or one rule that is added to the saved list or replaces the rule with its id. */
export const RuleTrialBodySchema = z.union([
  z.object({ rules: z.array(DraftRuleSchema).check(z.maxLength(MAX_ORDER_RULES)) }),
  z.object({
    rule: DraftRuleSchema,
    /** From 0. Absent: where the rule is, or at the end. */
    position: z.optional(z.int().check(z.minimum(0), z.maximum(MAX_ORDER_RULES))),
  }),
]);
export type RuleTrialBody = z.output<typeof RuleTrialBodySchema>;

/** A rule of the list or the draft. The id is null for a rule that is not saved. */
const RuleRefSchema = z.object({ id: z.nullable(z.string()), name: z.string(), position: z.number() });
export type RuleRef = z.infer<typeof RuleRefSchema>;

const RULE_WARNINGS = ['unreachable', 'same_field', 'never_matched'] as const;
const RuleWarningSchema = z.object({
  /**
   * `unreachable`: `other` stops before it for every order. `same_field`: `other` comes later and sets the same field for `orders`
   * orders. `never_matched`: none of the last orders.
   */
  code: openEnum(RULE_WARNINGS),
  rule: RuleRefSchema,
  other: z.nullable(RuleRefSchema),
  field: z.optional(z.string()),
  orders: z.optional(z.number()),
});
export type RuleWarning = z.infer<typeof RuleWarningSchema>;

/** Of the saved rules that are enabled, on the client's last orders. */
export const RuleWarningsAnswerSchema = z.object({
  orders: z.number(),
  /** How many of these orders each enabled rule matched. */
  rules: z.array(z.extend(RuleRefSchema, { matched: z.number() })),
  warnings: z.array(RuleWarningSchema),
});
export type RuleWarningsAnswer = z.infer<typeof RuleWarningsAnswerSchema>;

const TrialDifferenceSchema = z.object({
  orderId: z.string(),
  number: z.string(),
  recipientName: z.string(),
  status: openEnum(ORDER_STATUSES),
  /** What differs, each with the values of the saved rules and of the draft. Empty lists: nothing is set. */
  changes: z.array(
    z.object({ field: z.string(), before: z.array(RuleValueSchema), after: z.array(RuleValueSchema) }),
  ),
});
export type TrialDifference = z.infer<typeof TrialDifferenceSchema>;

/** Nothing is saved. */
export const RuleTrialAnswerSchema = z.extend(RuleWarningsAnswerSchema, {
  /** Orders with a difference. */
  changed: z.number(),
  differences: z.array(TrialDifferenceSchema),
});
export type RuleTrialAnswer = z.infer<typeof RuleTrialAnswerSchema>;
