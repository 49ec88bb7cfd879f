import * as z from 'zod/mini';
import { COUNTRIES } from '../countries.ts';
import { hasWholeCents } from '../markup-amount.ts';
import { centsOf, dollarsOf } from '../money.ts';
import { CARRIERS } from '../parcel.ts';
import { visibleLine } from '../storable-text.ts';
import { uuid } from '../uuid.ts';
import { CHANNELS, type RuleConditions, ZONES } from './rule-conditions.ts';
import { PRICE_ENDINGS, type RuleEffect } from './rule-effect.ts';

/** Price rules as the API has them: dollars, percent and pounds. `storedRuleOf` has what the server keeps. */

export const MAX_RULES = 100;
export const RULE_NAME_MAX_LENGTH = 80;
const MAX_LISTED_CLIENTS = 200;
const MAX_LISTED = 300;
const MAX_PERCENT = 1_000;
const MAX_DOLLARS = 10_000;
const MAX_WEIGHT_LB = 100_000;

export const RULE_TEXTS = {
  nameMissing: 'Please name the rule.',
  nameTaken: 'Another rule has this name.',
  percent: `Please enter a percentage from -100 to ${MAX_PERCENT}.`,
  dollars: `Please enter an amount up to $${MAX_DOLLARS.toLocaleString('en-US')}.`,
  margin: `Please enter an amount from $0 to $${MAX_DOLLARS.toLocaleString('en-US')}.`,
  decimals: 'Please use at most two decimal places.',
  weight: 'Please enter a weight in pounds.',
  weightDecimals: 'Please use at most four decimal places.',
  weightOrder: 'The upper weight must be greater than the lower one.',
  marginOrder: 'The maximum margin must not be smaller than the minimum.',
  tooManyRules: `A list can have at most ${MAX_RULES} rules.`,
} as const;

const amount = (least: number, most: number, message: string) =>
  z
    .number(message)
    .check(z.minimum(least, message), z.maximum(most, message), z.refine(hasWholeCents, RULE_TEXTS.decimals));

const pounds = z.number(RULE_TEXTS.weight).check(
  z.minimum(0, RULE_TEXTS.weight),
  z.maximum(MAX_WEIGHT_LB, RULE_TEXTS.weight),
  z.refine((lb) => Number(lb.toFixed(4)) === lb, RULE_TEXTS.weightDecimals),
);

const COUNTRY_CODES = new Set(COUNTRIES.map(({ code }) => code));
const noTwice = z.refine<readonly string[]>(
  (list) => new Set(list).size === list.length,
  'Please list each value once.',
);

const RuleConditionsSchema = z
  .object({
    clients: z.array(uuid()).check(z.maxLength(MAX_LISTED_CLIENTS), noTwice),
    groups: z.array(uuid()).check(z.maxLength(MAX_LISTED), noTwice),
    carriers: z.array(z.enum(CARRIERS)).check(noTwice),
    services: z
      .array(z.string().check(z.regex(/^[a-z0-9_]{1,80}$/, 'This is not a service code.')))
      .check(z.maxLength(MAX_LISTED), noTwice),
    zones: z.array(z.enum(ZONES)).check(noTwice),
    countries: z
      .array(z.string().check(z.refine((code) => COUNTRY_CODES.has(code), 'This is not a country code.')))
      .check(z.maxLength(MAX_LISTED), noTwice),
    minWeight: z.nullable(pounds),
    maxWeight: z.nullable(pounds),
    channels: z.array(z.enum(CHANNELS)).check(noTwice),
  })
  .check(
    z.refine(({ minWeight, maxWeight }) => maxWeight === null || maxWeight > (minWeight ?? 0), {
      error: RULE_TEXTS.weightOrder,
      path: ['maxWeight'],
    }),
  );

const WrittenEffectSchema = z
  .object({
    /** 12.5 means 12.5 %. */
    percent: amount(-100, MAX_PERCENT, RULE_TEXTS.percent),
    /** Dollars. */
    flat: amount(-MAX_DOLLARS, MAX_DOLLARS, RULE_TEXTS.dollars),
    minMargin: z.nullable(amount(0, MAX_DOLLARS, RULE_TEXTS.margin)),
    maxMargin: z.nullable(amount(0, MAX_DOLLARS, RULE_TEXTS.margin)),
    belowCost: z.boolean(),
    ending: z.enum(PRICE_ENDINGS),
  })
  .check(
    z.refine(
      ({ minMargin, maxMargin }) => minMargin === null || maxMargin === null || maxMargin >= minMargin,
      { error: RULE_TEXTS.marginOrder, path: ['maxMargin'] },
    ),
  );
type WrittenEffect = z.output<typeof WrittenEffectSchema>;

export const PriceRuleSchema = z.object({
  name: z
    .string(RULE_TEXTS.nameMissing)
    .check(
      z.trim(),
      z.minLength(1, { error: RULE_TEXTS.nameMissing, abort: true }),
      z.maxLength(RULE_NAME_MAX_LENGTH, `Please use at most ${RULE_NAME_MAX_LENGTH} characters.`),
      visibleLine,
    ),
  conditions: RuleConditionsSchema,
  effect: WrittenEffectSchema,
});
export type PriceRule = z.output<typeof PriceRuleSchema>;

/** The conditions of a rule for every label. */
export const EVERY_LABEL: PriceRule['conditions'] = {
  clients: [],
  groups: [],
  carriers: [],
  services: [],
  zones: [],
  countries: [],
  minWeight: null,
  maxWeight: null,
  channels: [],
};

/** The effect of a rule that sells at cost. */
export const AT_COST: PriceRule['effect'] = {
  percent: 0,
  flat: 0,
  minMargin: null,
  maxMargin: null,
  belowCost: false,
  ending: 'none',
};

export const sameName = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

/** The first rule that matches sets the price. */
export const PriceRulesSchema = z.array(PriceRuleSchema).check(
  z.maxLength(MAX_RULES, RULE_TEXTS.tooManyRules),
  z.check<readonly PriceRule[]>((context) => {
    context.value.forEach(({ name }, index) => {
      const first = context.value.findIndex((other) => sameName(other.name, name));
      if (first < index)
        context.issues.push({
          code: 'custom',
          message: RULE_TEXTS.nameTaken,
          input: name,
          path: [index, 'name'],
        });
    });
  }),
);

export interface StoredRule {
  name: string;
  conditions: RuleConditions;
  effect: RuleEffect;
}

const centsOrNull = (dollars: number | null) => (dollars === null ? null : centsOf(dollars));
const dollarsOrNull = (cents: number | null) => (cents === null ? null : dollarsOf(cents));

const storedEffectOf = (effect: WrittenEffect): RuleEffect => ({
  basisPoints: Math.round(effect.percent * 100),
  flatCents: centsOf(effect.flat),
  minMarginCents: centsOrNull(effect.minMargin),
  maxMarginCents: centsOrNull(effect.maxMargin),
  belowCost: effect.belowCost,
  ending: effect.ending,
});

export const storedRuleOf = ({ name, conditions, effect }: PriceRule): StoredRule => ({
  name,
  conditions,
  effect: storedEffectOf(effect),
});

export const writtenRuleOf = ({ name, conditions, effect }: StoredRule): PriceRule => ({
  name,
  conditions: {
    clients: [...conditions.clients],
    groups: [...conditions.groups],
    carriers: [...conditions.carriers],
    services: [...conditions.services],
    zones: [...conditions.zones],
    countries: [...conditions.countries],
    minWeight: conditions.minWeight,
    maxWeight: conditions.maxWeight,
    channels: [...conditions.channels],
  },
  effect: {
    percent: effect.basisPoints / 100,
    flat: dollarsOf(effect.flatCents),
    minMargin: dollarsOrNull(effect.minMarginCents),
    maxMargin: dollarsOrNull(effect.maxMarginCents),
    belowCost: effect.belowCost,
    ending: effect.ending,
  },
});
