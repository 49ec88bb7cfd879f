import {
  MAX_COMPARISONS,
  ORDER_RULE_TEXTS,
  type OrderRuleBody,
} from '@lading/contract/orders/order-rules.ts';
import type { RuleCondition } from '@lading/contract/orders/rule-conditions.ts';
import { AppError } from '../../platform/app-error.ts';

/** What rules may refer to. */
interface References {
  packages: { has: (id: string) => boolean };
  sources: { has: (id: string) => boolean };
}

const problem = (path: string, message: string) =>
  new AppError('VALIDATION_FAILED', { message, fields: [{ path, message }] });

/**
 * Rejects packages and stores that the client does not have, with a field error. `path` is the position of the rule in
 * the request.
 */
export function checkRule(
  { groups, actions }: Pick<OrderRuleBody, 'groups' | 'actions'>,
  { packages, sources }: References,
  path: string,
): void {
  for (const [index, action] of actions.entries())
    if (action.kind === 'package' && !packages.has(action.packageId))
      throw problem(`${path}.actions.${index}.packageId`, ORDER_RULE_TEXTS.packageMissing);
  for (const [group, { conditions }] of groups.entries())
    for (const [index, condition] of conditions.entries())
      if (condition.field === 'source' && !condition.values.every((id) => sources.has(id)))
        throw problem(`${path}.groups.${group}.conditions.${index}.values`, ORDER_RULE_TEXTS.sourceMissing);
}

/** These values are compared with every item of an order, others only once. */
const ITEM_TEXT_COST = 5;

const comparisonsOf = (condition: RuleCondition): number => {
  if (!('values' in condition)) return 1;
  const isItemText = 'lines' in condition && condition.op !== 'is';
  return condition.values.length * (isItemText ? ITEM_TEXT_COST : 1);
};

const countComparisons = (rules: readonly Pick<OrderRuleBody, 'groups'>[]): number =>
  rules
    .flatMap(({ groups }) => groups.flatMap(({ conditions }) => conditions))
    .reduce((sum, condition) => sum + comparisonsOf(condition), 0);

/** Every order is compared with all values of all rules. A list that is too long already may become shorter. */
export function checkComparisons(
  rules: readonly Pick<OrderRuleBody, 'groups'>[],
  before: readonly Pick<OrderRuleBody, 'groups'>[],
  path: string,
): void {
  const comparisons = countComparisons(rules);
  if (comparisons > MAX_COMPARISONS && comparisons > countComparisons(before))
    throw problem(path, ORDER_RULE_TEXTS.tooManyComparisons);
}

export function checkName(name: string, others: readonly { name: string }[], path: string): void {
  if (others.some((other) => other.name.toLowerCase() === name.toLowerCase()))
    throw problem(`${path}.name`, ORDER_RULE_TEXTS.nameTaken);
}

/** After a change of individual fields, the rule must still do something. */
export function checkActions({ actions, stop }: Pick<OrderRuleBody, 'actions' | 'stop'>, path: string): void {
  if (!stop && actions.length === 0) throw problem(`${path}.actions`, ORDER_RULE_TEXTS.noActions);
}
