import * as z from 'zod/mini';
import { cents } from '../cents.ts';
import { SIGNATURES } from '../customs/vocabulary.ts';
import { openEnum } from '../open-enum.ts';
import { ServiceChoiceSchema } from './service-choice.ts';

/** Which rules ran for an order, and why. `rule-texts.ts` turns it into sentences. */

/** Rules run twice: first for weight, package, tags and hold, then with these for service, signature and insurance. */
export const RULE_PHASES = ['facts', 'choice'] as const;
export type RulePhase = (typeof RULE_PHASES)[number];

/** A condition that matched: what the order has, and what the rule asks for. */
const MatchedConditionSchema = z.object({
  field: z.string(),
  op: z.string(),
  lines: z.optional(openEnum(['any', 'all'])),
  /** The value of the rule that matched. For `is_not`, the first values. */
  wanted: z.string(),
  /** The value of the order. */
  actual: z.string(),
});
export type MatchedCondition = z.infer<typeof MatchedConditionSchema>;

/** A value that a rule sets. */
export const RuleValueSchema = z.discriminatedUnion('field', [
  z.object({ field: z.literal('package'), name: z.string() }),
  z.object({ field: z.literal('weight'), ounces: z.number() }),
  z.object({ field: z.literal('tag'), tag: z.string() }),
  z.object({ field: z.literal('hold'), reason: z.string(), days: z.nullable(z.number()) }),
  z.object({ field: z.literal('service'), choice: ServiceChoiceSchema }),
  z.object({ field: z.literal('signature'), signature: z.enum(SIGNATURES) }),
  z.object({ field: z.literal('insurance'), cents }),
]);
export type RuleValue = z.infer<typeof RuleValueSchema>;
export type RuleField = RuleValue['field'];

/**
 * `overwritten`: a later rule set something else. `person`: a person set it before, and keeps it. `released`: a person released
 * this hold before, or the hold has ended. `no_weight`: there is no weight to add to. `other_currency`: the value is not in dollars.
 */
const ACTION_OUTCOMES = [
  'applied',
  'overwritten',
  'person',
  'released',
  'no_weight',
  'other_currency',
  'package_missing',
] as const;
export type ActionOutcome = (typeof ACTION_OUTCOMES)[number];

const TracedActionSchema = z.object({
  value: RuleValueSchema,
  outcome: openEnum(ACTION_OUTCOMES),
  /** What it replaced: a value of the store, the items, the last parcel or an earlier rule. */
  before: z.optional(RuleValueSchema),
  /** The name of the later rule, if it was overwritten. */
  overwrittenBy: z.optional(z.string()),
});
export type TracedAction = z.infer<typeof TracedActionSchema>;

/** A rule that matched. A rule with actions of both phases is listed once for each phase in which it matched. */
const TracedRuleSchema = z.object({
  ruleId: z.string(),
  name: z.string(),
  phase: openEnum(RULE_PHASES),
  /** Empty for a rule without conditions. */
  matched: z.array(MatchedConditionSchema),
  actions: z.array(TracedActionSchema),
  /** The rule ended this phase; later rules did not run. */
  stopped: z.boolean(),
});
export type TracedRule = z.infer<typeof TracedRuleSchema>;

export const RuleTraceSchema = z.array(TracedRuleSchema);
export type RuleTrace = z.infer<typeof RuleTraceSchema>;
