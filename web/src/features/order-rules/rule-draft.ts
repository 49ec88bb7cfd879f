import { dollarsOf } from '@lading/contract/money.ts';
import {
  type OrderRule,
  type OrderRuleBody,
  OrderRuleBodySchema,
} from '@lading/contract/orders/order-rules.ts';
import type { ConditionField, Match, RuleCondition } from '@lading/contract/orders/rule-conditions.ts';
import type { Checked, Problems } from '../../lib/form-problems.ts';
import { typedNumber } from '../../lib/plain-number.ts';
import { type ActionDraft, actionDraftOf, readAction } from './action-draft.ts';

/** What the dialog edits: numbers and amounts are text until they are checked. */
export interface ConditionDraft {
  key: number;
  field: ConditionField;
  op: string;
  lines: 'any' | 'all';
  values: readonly string[];
  /** A number, or a value that is not in the list yet. */
  text: string;
  isTrue: boolean;
}

export interface GroupDraft {
  key: number;
  match: Match;
  conditions: readonly ConditionDraft[];
}

export interface RuleDraft {
  name: string;
  enabled: boolean;
  match: Match;
  groups: readonly GroupDraft[];
  actions: readonly ActionDraft[];
  stop: boolean;
}

let lastKey = 0;
/** Tells parts of a draft apart while they move. */
export const newKey = (): number => {
  lastKey += 1;
  return lastKey;
};

const NUMBERS = ['at_least', 'more_than', 'at_most', 'less_than', 'equals'];
const OPS: Record<ConditionField, readonly string[]> = {
  source: ['is', 'is_not'],
  country: ['is', 'is_not'],
  region: ['is', 'is_not'],
  postal_code: ['begins_with'],
  international: ['is'],
  weight: NUMBERS,
  total: NUMBERS,
  lines: NUMBERS,
  pieces: NUMBERS,
  single_item: ['is'],
  sku: ['is', 'begins_with', 'contains'],
  title: ['contains'],
  shipping_method: ['contains', 'is'],
  tag: ['is', 'is_not'],
  buyer_note: ['is'],
};

export const CONDITION_FIELDS = Object.keys(OPS) as ConditionField[];
export const opsOf = (field: ConditionField): readonly string[] => OPS[field];
export const isAboutLines = (field: ConditionField): boolean => field === 'sku' || field === 'title';

/** How the value of a field is entered. */
export function inputOf(field: ConditionField): 'number' | 'yes_no' | 'store' | 'country' | 'texts' {
  if (OPS[field] === NUMBERS) return 'number';
  if (field === 'source') return 'store';
  if (field === 'country') return 'country';
  return ['international', 'single_item', 'buyer_note'].includes(field) ? 'yes_no' : 'texts';
}

export const emptyCondition = (field: ConditionField = 'country'): ConditionDraft => ({
  key: newKey(),
  field,
  op: OPS[field][0] ?? 'is',
  lines: 'any',
  values: [],
  text: '',
  isTrue: true,
});

export const emptyGroup = (): GroupDraft => ({ key: newKey(), match: 'all', conditions: [emptyCondition()] });

export const EMPTY_RULE: RuleDraft = {
  name: '',
  enabled: true,
  match: 'all',
  groups: [],
  actions: [],
  stop: false,
};

function conditionDraftOf(condition: RuleCondition): ConditionDraft {
  const { field, op } = condition;
  const draft = { ...emptyCondition(field), op };
  if ('values' in condition)
    return { ...draft, values: condition.values, ...('lines' in condition && { lines: condition.lines }) };
  if (typeof condition.value === 'boolean') return { ...draft, isTrue: condition.value };
  return { ...draft, text: String(field === 'total' ? dollarsOf(condition.value) : condition.value) };
}

export const draftOf = ({
  name,
  enabled,
  match,
  groups,
  actions,
  stop,
}: Omit<OrderRule, 'id'>): RuleDraft => ({
  name,
  enabled,
  match,
  groups: groups.map((group) => ({
    key: newKey(),
    match: group.match,
    conditions: group.conditions.map(conditionDraftOf),
  })),
  actions: actions.map((action) => actionDraftOf(action, newKey())),
  stop,
});

/** Commas separate values. */
export const splitValues = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);

function readCondition({ field, op, lines, values, text, isTrue }: ConditionDraft): unknown {
  switch (inputOf(field)) {
    case 'number':
      return {
        field,
        op,
        value: field === 'total' ? Math.round(typedNumber(text) * 100) : typedNumber(text),
      };
    case 'yes_no':
      return { field, op: 'is', value: isTrue };
    default:
      return {
        field,
        op,
        values: [...new Set([...values, ...splitValues(text)])],
        ...(isAboutLines(field) && { lines }),
      };
  }
}

/** Errors are named by their path in the rule, such as `groups.0.conditions.1.value`. */
export function readRule(draft: RuleDraft): Checked<OrderRuleBody> {
  const result = OrderRuleBodySchema.safeParse({
    name: draft.name,
    enabled: draft.enabled,
    match: draft.match,
    groups: draft.groups.map(({ match, conditions }) => ({
      match,
      conditions: conditions.map(readCondition),
    })),
    actions: draft.actions.map(readAction),
    stop: draft.stop,
  });
  if (result.success) return { body: result.data };
  const errors: Problems = {};
  for (const { path, message } of result.error.issues) errors[path.join('.')] ??= message;
  return { errors };
}
