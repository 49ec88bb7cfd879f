import {
  type AddRuleAnswer,
  type AddRuleBody,
  MAX_ORDER_RULES,
  ORDER_RULE_TEXTS,
  type OrderRule,
  type OrderRulesAnswer,
  type ReorderRulesBody,
  type UpdateRuleBody,
} from '@lading/contract/orders/order-rules.ts';
import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/app-error.ts';
import { type Trx, transaction } from '../../platform/db/database.ts';
import { newId } from '../../platform/ids.ts';
import { checkActions, checkComparisons, checkName, checkRule } from './check-rule.ts';
import { requireKnownService } from './check-service.ts';
import { catalogOf } from './load-rules.ts';
import type { OrderRuleDeps } from './order-rules.deps.ts';
import { lockSetup, saveRules, selectSetup, selectSourceIds } from './order-rules.store.ts';

type Client = Pick<Actor, 'userId'>;

export async function listRules({ db }: OrderRuleDeps, { userId }: Client): Promise<OrderRulesAnswer> {
  const { rules, rules_version: version } = await selectSetup(db, userId);
  return { version, rules };
}

interface RuleList {
  trx: Trx;
  rules: readonly OrderRule[];
  packages: ReturnType<typeof catalogOf>;
}

/** Changes the list under a lock. With a version, only if the list still has it. */
function changeRules(
  { db, clock }: OrderRuleDeps,
  { userId }: Client,
  version: number | null,
  change: (list: RuleList) => OrderRule[] | Promise<OrderRule[]>,
): Promise<OrderRulesAnswer> {
  return transaction(db, async (trx) => {
    const now = clock.now();
    const { rules, rules_version: current, packages, saved } = await lockSetup(trx, userId, now);
    if (version !== null && version !== current) throw new AppError('ORDER_RULES_CHANGED');
    const changed = {
      version: current + 1,
      rules: await change({ trx, rules, packages: catalogOf(packages, saved) }),
    };
    await saveRules(trx, userId, changed, now);
    return changed;
  });
}

const referencesOf = async ({ trx, packages }: RuleList, userId: string) => ({
  packages,
  sources: await selectSourceIds(trx, userId),
});

/**
 * Checks only new actions: a rule whose service the label provider no longer has can still be renamed or turned off.
 */
function requireKnownServices(deps: OrderRuleDeps, actions: OrderRule['actions'] = [], path: string): void {
  for (const [index, action] of actions.entries())
    if (action.kind === 'service')
      requireKnownService(deps, action.choice, `${path}.actions.${index}.choice`);
}

export async function addRule(
  deps: OrderRuleDeps,
  client: Client,
  { rule, position }: AddRuleBody,
): Promise<AddRuleAnswer> {
  requireKnownServices(deps, rule.actions, 'rule');
  const id = newId();
  const list = await changeRules(deps, client, null, async (list) => {
    const { rules } = list;
    if (rules.length >= MAX_ORDER_RULES)
      throw new AppError('LIMIT_REACHED', { message: ORDER_RULE_TEXTS.limitReached });
    checkName(rule.name, rules, 'rule');
    checkComparisons([...rules, rule], rules, 'rule.groups');
    checkRule(rule, await referencesOf(list, client.userId), 'rule');
    return rules.toSpliced(position ?? rules.length, 0, { id, ...rule });
  });
  return { ...list, id };
}

export async function updateRule(
  deps: OrderRuleDeps,
  client: Client,
  id: string,
  { version, change }: UpdateRuleBody,
): Promise<OrderRulesAnswer> {
  requireKnownServices(deps, change.actions, 'change');
  return changeRules(deps, client, version, async (list) => {
    const index = list.rules.findIndex((rule) => rule.id === id);
    const current = list.rules[index];
    if (!current) throw new AppError('ORDER_RULE_NOT_FOUND');
    const changed: OrderRule = { ...current, ...withoutUndefined(change) };
    checkName(changed.name, list.rules.toSpliced(index, 1), 'change');
    checkActions(changed, 'change');
    checkComparisons(list.rules.with(index, changed), list.rules, 'change.groups');
    checkRule(changed, await referencesOf(list, client.userId), 'change');
    return list.rules.with(index, changed);
  });
}

const withoutUndefined = <T extends object>(change: T) =>
  Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as {
    [Key in keyof T]?: Exclude<T[Key], undefined>;
  };

/** Also succeeds if the rule is already deleted, so that a retry is safe. */
export const removeRule = (deps: OrderRuleDeps, client: Client, id: string): Promise<OrderRulesAnswer> =>
  changeRules(deps, client, null, ({ rules }) => rules.filter((rule) => rule.id !== id));

export const reorderRules = (
  deps: OrderRuleDeps,
  client: Client,
  { version, ids }: ReorderRulesBody,
): Promise<OrderRulesAnswer> =>
  changeRules(deps, client, version, ({ rules }) => {
    const byId = new Map(rules.map((rule) => [rule.id, rule]));
    const ordered = ids.flatMap((id) => byId.get(id) ?? []);
    if (ordered.length !== rules.length || new Set(ids).size !== ids.length || ids.length !== rules.length) {
      const message = ORDER_RULE_TEXTS.orderDiffers;
      throw new AppError('VALIDATION_FAILED', { message, fields: [{ path: 'ids', message }] });
    }
    return ordered;
  });
