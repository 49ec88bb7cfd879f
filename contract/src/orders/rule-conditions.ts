import * as z from 'zod/mini';
import { IN_CENTS } from '../cents.ts';
import { COUNTRIES } from '../countries.ts';
import { visibleLine } from '../storable-text.ts';
import { uuid } from '../uuid.ts';

/** What a rule looks at. Texts are compared without regard to case. */

export const MAX_CONDITIONS = 20;
const MAX_GROUPS = 10;
const MAX_VALUES = 100;

const CONDITION_TEXTS = {
  value: 'Please enter a value.',
  values: 'Please enter at least one value.',
  tooMany: `Please enter at most ${MAX_VALUES} values.`,
  number: 'Please enter a number.',
  group: 'Please add a condition.',
  tooManyConditions: `A rule can have at most ${MAX_CONDITIONS} conditions.`,
} as const;

const text = (max: number) =>
  z
    .string(CONDITION_TEXTS.value)
    .check(
      z.trim(),
      z.minLength(1, CONDITION_TEXTS.value),
      z.maxLength(max, `Please use at most ${max} characters.`),
      visibleLine,
    );
const listOf = <T extends z.ZodMiniType<string>>(value: T) =>
  z
    .array(value)
    .check(z.minLength(1, CONDITION_TEXTS.values), z.maxLength(MAX_VALUES, CONDITION_TEXTS.tooMany));

const COUNTRY_CODES = new Set(COUNTRIES.map(({ code }) => code));
const countryCode = z
  .string()
  .check(z.refine((code) => COUNTRY_CODES.has(code), 'This is not a country code.'));

/** With several values, one of them is enough. `is_not`: none of them. */
const MEMBER_OPS = ['is', 'is_not'] as const;
const TEXT_OPS = ['is', 'begins_with', 'contains'] as const;
export const NUMBER_OPS = ['at_least', 'more_than', 'at_most', 'less_than', 'equals'] as const;
export type NumberOp = (typeof NUMBER_OPS)[number];
/** Whether one line of the order is enough, or all lines must match. */
const LINES = ['any', 'all'] as const;

const number = (max: number) =>
  z
    .number(CONDITION_TEXTS.number)
    .check(z.minimum(0, CONDITION_TEXTS.number), z.maximum(max, CONDITION_TEXTS.number));
const wholeNumber = (max: number) =>
  z
    .int(CONDITION_TEXTS.number)
    .check(z.minimum(0, CONDITION_TEXTS.number), z.maximum(max, CONDITION_TEXTS.number));

const total = wholeNumber(100_000_000_000).register(z.globalRegistry, IN_CENTS);

const RuleConditionSchema = z.discriminatedUnion('field', [
  /** Ids of stores. */
  z.object({ field: z.literal('source'), op: z.enum(MEMBER_OPS), values: listOf(uuid()) }),
  z.object({ field: z.literal('country'), op: z.enum(MEMBER_OPS), values: listOf(countryCode) }),
  /**
   * Codes or names of states and provinces: of the US and Canada, or of any country if a condition that must
   * match too names the country. Other names match everywhere.
   */
  z.object({ field: z.literal('region'), op: z.enum(MEMBER_OPS), values: listOf(text(60)) }),
  z.object({ field: z.literal('postal_code'), op: z.literal('begins_with'), values: listOf(text(20)) }),
  z.object({ field: z.literal('international'), op: z.literal('is'), value: z.boolean() }),
  /** Ounces. An order whose weight is not known does not match. */
  z.object({ field: z.literal('weight'), op: z.enum(NUMBER_OPS), value: number(100_000) }),
  /** The total of the order in cents of its currency. */
  z.object({ field: z.literal('total'), op: z.enum(NUMBER_OPS), value: total }),
  /** Different items. */
  z.object({ field: z.literal('lines'), op: z.enum(NUMBER_OPS), value: wholeNumber(100_000) }),
  /** Pieces of all items. */
  z.object({ field: z.literal('pieces'), op: z.enum(NUMBER_OPS), value: wholeNumber(10_000_000) }),
  /** True: exactly one piece. */
  z.object({ field: z.literal('single_item'), op: z.literal('is'), value: z.boolean() }),
  z.object({
    field: z.literal('sku'),
    op: z.enum(TEXT_OPS),
    lines: z.enum(LINES),
    values: listOf(text(100)),
  }),
  z.object({
    field: z.literal('title'),
    op: z.literal('contains'),
    lines: z.enum(LINES),
    values: listOf(text(100)),
  }),
  /** The name or the code of what the buyer chose. */
  z.object({
    field: z.literal('shipping_method'),
    op: z.enum(['is', 'contains']),
    values: listOf(text(100)),
  }),
  z.object({ field: z.literal('tag'), op: z.enum(MEMBER_OPS), values: listOf(text(40)) }),
  z.object({ field: z.literal('buyer_note'), op: z.literal('is'), value: z.boolean() }),
]);
export type RuleCondition = z.infer<typeof RuleConditionSchema>;
export type ConditionField = RuleCondition['field'];

export const MATCHES = ['all', 'any'] as const;
export type Match = (typeof MATCHES)[number];

const ConditionGroupSchema = z.object({
  match: z.enum(MATCHES),
  conditions: z
    .array(RuleConditionSchema)
    .check(
      z.minLength(1, CONDITION_TEXTS.group),
      z.maxLength(MAX_CONDITIONS, CONDITION_TEXTS.tooManyConditions),
    ),
});
export type ConditionGroup = z.infer<typeof ConditionGroupSchema>;

/** Without groups, the rule is for every order. */
export const ConditionGroupsSchema = z.array(ConditionGroupSchema).check(
  z.maxLength(MAX_GROUPS, `A rule can have at most ${MAX_GROUPS} groups.`),
  z.refine(
    (groups) => groups.reduce((sum, { conditions }) => sum + conditions.length, 0) <= MAX_CONDITIONS,
    CONDITION_TEXTS.tooManyConditions,
  ),
);
