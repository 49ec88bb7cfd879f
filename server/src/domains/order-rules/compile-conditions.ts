import type { NumberOp, RuleCondition } from '@lading/contract/orders/rule-conditions.ts';
import type { MatchedCondition } from '@lading/contract/orders/rule-trace.ts';
import { foldPostalCode, foldRegion, foldText } from './rule-facts.ts';
import type { SeenOrder } from './seen-order.ts';

/** A condition that is ready to run. `explain` is called only for conditions that matched. */
export interface CompiledCondition {
  test: (order: SeenOrder) => boolean;
  explain: (order: SeenOrder) => MatchedCondition;
}

const MAX_SHOWN = 100;
const shorten = (text: string) =>
  text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN).toWellFormed()}…` : text;
const MAX_LISTED = 3;
const listed = (values: readonly string[]) =>
  shorten(values.slice(0, MAX_LISTED).join(', ') + (values.length > MAX_LISTED ? ', …' : ''));

type ConditionOf<Field extends RuleCondition['field']> = Extract<RuleCondition, { field: Field }>;

/** A value in its form for comparison, and as written in the order. */
interface Member {
  key: string;
  text: string;
}

const MEMBERS: Readonly<
  Record<
    'source' | 'country' | 'region' | 'home_region' | 'tag',
    { of: (order: SeenOrder) => Member[]; fold: (value: string) => string }
  >
> = {
  source: { of: ({ facts }) => [{ key: facts.source.id, text: facts.source.name }], fold: (id) => id },
  country: { of: ({ facts }) => [{ key: facts.country, text: facts.country }], fold: (code) => code },
  region: { of: ({ facts, region }) => [{ key: region, text: facts.region }], fold: foldRegion },
  home_region: {
    of: ({ facts, homeRegion }) => [{ key: homeRegion, text: facts.region }],
    fold: foldRegion,
  },
  tag: { of: ({ tags }) => [...tags].map(([key, text]) => ({ key, text })), fold: foldText },
};

function memberCondition(
  condition: ConditionOf<'source' | 'country' | 'region' | 'tag'>,
  isInNamedCountry: boolean,
): CompiledCondition {
  const { field, op, values } = condition;
  const member = field === 'region' && !isInNamedCountry ? 'home_region' : field;
  const { of, fold } = MEMBERS[member];
  const wanted = new Set(values.map(fold));
  const isIn = (order: SeenOrder) =>
    member === 'tag'
      ? [...order.tags.keys()].some((tag) => wanted.has(tag))
      : wanted.has(keyOf(member, order));
  return {
    test: op === 'is' ? isIn : (order) => !isIn(order),
    explain: (order) => {
      const members = of(order);
      const matched = op === 'is' ? members.find(({ key }) => wanted.has(key)) : undefined;
      const actual = shorten(matched?.text ?? listed(members.map(({ text }) => text)));
      // Store IDs mean nothing to a reader.
      const others = field === 'source' ? '' : listed(values);
      return { field, op, wanted: matched ? actual : others, actual };
    },
  };
}

const keyOf = (
  member: Exclude<keyof typeof MEMBERS, 'tag'>,
  { facts, region, homeRegion }: SeenOrder,
): string => {
  if (member === 'source') return facts.source.id;
  if (member === 'country') return facts.country;
  return member === 'region' ? region : homeRegion;
};

type TextTest = (value: string, wanted: string) => boolean;
export const TEXT_TESTS: Readonly<Record<'is' | 'begins_with' | 'contains', TextTest>> = {
  is: (value, wanted) => value === wanted,
  begins_with: (value, wanted) => value.startsWith(wanted),
  contains: (value, wanted) => value.includes(wanted),
};

const TEXTS: Readonly<
  Record<
    'postal_code' | 'sku' | 'title' | 'shipping_method',
    {
      of: (order: SeenOrder) => readonly string[];
      written: (order: SeenOrder, index: number) => string;
      fold: (value: string) => string;
    }
  >
> = {
  postal_code: {
    of: ({ postalCode }) => [postalCode],
    written: ({ facts }) => facts.postalCode,
    fold: foldPostalCode,
  },
  sku: {
    of: ({ skus }) => skus,
    written: ({ facts }, index) => facts.items[index]?.sku ?? '',
    fold: foldText,
  },
  title: {
    of: ({ titles }) => titles,
    written: ({ facts }, index) => facts.items[index]?.title ?? '',
    fold: foldText,
  },
  shipping_method: {
    of: ({ methods }) => methods,
    written: ({ facts }, index) => (index === 0 ? facts.shippingMethod.text : facts.shippingMethod.code),
    fold: foldText,
  },
};

function textCondition(condition: ConditionOf<keyof typeof TEXTS>): CompiledCondition {
  const { field, op, values } = condition;
  const { of, written, fold } = TEXTS[field];
  const wanted = values.map(fold);
  const exact = op === 'is' ? new Set(wanted) : null;
  const passes = TEXT_TESTS[op];
  const fits = (text: string) => exact?.has(text) ?? wanted.some((each) => passes(text, each));
  const lines = 'lines' in condition ? condition.lines : undefined;
  return {
    test: (order) => {
      const texts = of(order);
      return lines === 'all' ? texts.length > 0 && texts.every(fits) : texts.some(fits);
    },
    explain: (order) => {
      const texts = of(order);
      const index = texts.findIndex(fits);
      const found = wanted.findIndex((each) => passes(texts[index] ?? '', each));
      return {
        field,
        op,
        ...(lines && { lines }),
        wanted: shorten(values[found] ?? ''),
        actual: shorten(written(order, index)),
      };
    },
  };
}

const NUMBER_TESTS: Readonly<Record<NumberOp, (value: number, wanted: number) => boolean>> = {
  at_least: (value, wanted) => value >= wanted,
  more_than: (value, wanted) => value > wanted,
  at_most: (value, wanted) => value <= wanted,
  less_than: (value, wanted) => value < wanted,
  equals: (value, wanted) => value === wanted,
};

const NUMBERS: Readonly<
  Record<'weight' | 'total' | 'lines' | 'pieces', (order: SeenOrder) => number | undefined>
> = {
  weight: ({ weightOz }) => weightOz,
  total: ({ facts }) => facts.totalCents,
  lines: ({ facts }) => facts.items.length,
  pieces: ({ facts }) => facts.pieces,
};

function numberCondition({ field, op, value }: ConditionOf<keyof typeof NUMBERS>): CompiledCondition {
  const read = NUMBERS[field];
  const passes = NUMBER_TESTS[op];
  return {
    test: (order) => {
      const actual = read(order);
      return actual !== undefined && passes(actual, value);
    },
    explain: (order) => ({ field, op, wanted: String(value), actual: String(read(order)) }),
  };
}

const FLAGS: Readonly<Record<'international' | 'single_item' | 'buyer_note', (order: SeenOrder) => boolean>> =
  {
    international: ({ facts }) => facts.isInternational,
    single_item: ({ facts }) => facts.pieces === 1,
    buyer_note: ({ facts }) => facts.hasBuyerNote,
  };

const flagCondition = ({ field, op, value }: ConditionOf<keyof typeof FLAGS>): CompiledCondition => ({
  test: (order) => FLAGS[field](order) === value,
  explain: (order) => ({ field, op, wanted: String(value), actual: String(FLAGS[field](order)) }),
});

export function compileCondition(condition: RuleCondition, isInNamedCountry: boolean): CompiledCondition {
  switch (condition.field) {
    case 'source':
    case 'country':
    case 'region':
    case 'tag':
      return memberCondition(condition, isInNamedCountry);
    case 'postal_code':
    case 'sku':
    case 'title':
    case 'shipping_method':
      return textCondition(condition);
    case 'weight':
    case 'total':
    case 'lines':
    case 'pieces':
      return numberCondition(condition);
    default:
      return flagCondition(condition);
  }
}
