import {
  type PriceRule,
  PriceRuleSchema,
  RULE_TEXTS,
  sameName,
} from '@lading/contract/pricing/price-rules.ts';
import { type Checked, checkBody } from '../../lib/form-problems.ts';
import { typedNumber } from '../../lib/plain-number.ts';

/** What the dialog edits: numbers are text until they are checked. */
export interface RuleDraft {
  name: string;
  conditions: Omit<PriceRule['conditions'], 'minWeight' | 'maxWeight'>;
  minWeight: string;
  maxWeight: string;
  percent: string;
  flat: string;
  minMargin: string;
  maxMargin: string;
  belowCost: boolean;
  ending: PriceRule['effect']['ending'];
}

export const EMPTY_RULE: RuleDraft = {
  name: '',
  conditions: {
    clients: [],
    groups: [],
    carriers: [],
    services: [],
    zones: [],
    countries: [],
    channels: [],
  },
  minWeight: '',
  maxWeight: '',
  percent: '',
  flat: '',
  minMargin: '',
  maxMargin: '',
  belowCost: false,
  ending: 'none',
};

const textOf = (value: number | null) => (value === null || value === 0 ? '' : String(value));
const limitText = (value: number | null) => (value === null ? '' : String(value));

export function draftOf({ name, conditions, effect }: PriceRule): RuleDraft {
  const { minWeight, maxWeight, ...lists } = conditions;
  return {
    name,
    conditions: lists,
    minWeight: limitText(minWeight),
    maxWeight: limitText(maxWeight),
    percent: textOf(effect.percent),
    flat: textOf(effect.flat),
    minMargin: limitText(effect.minMargin),
    maxMargin: limitText(effect.maxMargin),
    belowCost: effect.belowCost,
    ending: effect.ending,
  };
}

/** Text that is not a number becomes NaN, which the schema reports. */
const numberOr = <T>(text: string, empty: T): number | T => {
  const plain = text.trim().replace('−', '-').replace(/\s*%$/, '');
  return plain === '' ? empty : typedNumber(plain);
};

export function readRule(draft: RuleDraft, otherNames: readonly string[]): Checked<PriceRule> {
  const checked = checkBody(PriceRuleSchema, {
    name: draft.name,
    conditions: {
      ...draft.conditions,
      minWeight: numberOr(draft.minWeight, null),
      maxWeight: numberOr(draft.maxWeight, null),
    },
    effect: {
      percent: numberOr(draft.percent, 0),
      flat: numberOr(draft.flat, 0),
      minMargin: numberOr(draft.minMargin, null),
      maxMargin: numberOr(draft.maxMargin, null),
      belowCost: draft.belowCost,
      ending: draft.ending,
    },
  });
  const isTaken = 'body' in checked && otherNames.some((name) => sameName(name, checked.body.name));
  return isTaken ? { errors: { name: RULE_TEXTS.nameTaken } } : checked;
}
