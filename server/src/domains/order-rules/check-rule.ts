import { ORDER_RULE_TEXTS, type OrderRuleBody } from '@lading/contract/orders/order-rules.ts';
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

export function checkName(name: string, others: readonly { name: string }[], path: string): void {
  if (others.some((other) => other.name.toLowerCase() === name.toLowerCase()))
    throw problem(`${path}.name`, ORDER_RULE_TEXTS.nameTaken);
}

/** After a change of individual fields, the rule must still do something. */
export function checkActions({ actions, stop }: Pick<OrderRuleBody, 'actions' | 'stop'>, path: string): void {
  if (!stop && actions.length === 0) throw problem(`${path}.actions`, ORDER_RULE_TEXTS.noActions);
}
