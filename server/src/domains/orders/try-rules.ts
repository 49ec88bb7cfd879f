import {
  type OrderRule,
  type RuleTrialAnswer,
  type RuleTrialBody,
  type RuleWarningsAnswer,
  TRIAL_ORDERS,
  type TrialDifference,
} from '@lading/contract/orders/order-rules.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Database } from '../../platform/db/database.ts';
import { newId } from '../../platform/ids.ts';
import { mapInSlices } from '../../platform/in-slices.ts';
import { checkComparisons, checkRule } from '../order-rules/check-rule.ts';
import { compareOutcomes } from '../order-rules/compare-outcomes.ts';
import { compileRules } from '../order-rules/compile-rules.ts';
import { evaluateRules } from '../order-rules/evaluate-rules.ts';
import {
  type BriefTrace,
  briefTrace,
  countMatches,
  findWarnings,
  type ListedRule,
} from '../order-rules/find-warnings.ts';
import { loadRules } from '../order-rules/load-rules.ts';
import type { RuleFacts } from '../order-rules/rule-facts.ts';
import { loadContexts } from './order-context.ts';
import { orderFacts } from './order-facts.ts';
import { groupsOf } from './order-groups.ts';
import { type ListedOrder, selectOrders, selectPage } from './order-list.store.ts';
import { basePreparation, type Pieces } from './prepare-order.ts';
import { effectiveRecipient } from './refresh-orders.ts';
import { selectSourceNames } from './saved-orders.store.ts';

interface TrialDeps {
  db: Database;
}
type Client = Pick<Actor, 'userId'>;

const allPieces = ({ items }: ListedOrder): Pieces[] =>
  items.filter(({ requiresShipping }) => requiresShipping).map((item) => ({ item, quantity: item.quantity }));

/** With long lists of values and orders of hundreds of items, a trial ends early with fewer orders. */
const TRIAL_MS = 5_000;

interface RecentOrder {
  order: ListedOrder;
  facts: RuleFacts;
}

/** Group by group, because orders may have hundreds of items. Only what `map` returns is kept. */
async function mapRecent<Result>(
  db: Database,
  userId: string,
  map: (recent: RecentOrder) => Result,
): Promise<Result[]> {
  const results: Result[] = [];
  let leftMs = TRIAL_MS;
  const page = await selectPage(db, userId, { view: 'all' }, { offset: 0, limit: TRIAL_ORDERS });
  for (const group of groupsOf(page)) {
    const ids = group.map(({ id }) => id);
    const recent = await recentFacts(db, userId, ids);
    const startedAt = performance.now();
    results.push(...(await mapInSlices(recent, map, { withinMs: leftMs })));
    leftMs -= performance.now() - startedAt;
    if (leftMs <= 0) break;
  }
  return results;
}

/** Orders as rules see them. Those that are shipped count with all their pieces. */
async function recentFacts(db: Database, userId: string, ids: readonly string[]): Promise<RecentOrder[]> {
  const orders = await selectOrders(db, userId, ids);
  const byId = new Map(orders.map((order) => [order.id, order]));
  const contextOf = await loadContexts(db, userId, orders, ({ id }, open) => {
    const order = byId.get(id);
    return open.length > 0 || !order ? open : allPieces(order);
  });
  return orders.map((order) => {
    const around = contextOf(order);
    const base = basePreparation(order.preparation, around.open, around.products, around.last, around.setup);
    return { order, facts: orderFacts(order, effectiveRecipient(order), base, around) };
  });
}

const summaryOf = (rules: readonly ListedRule[], traces: readonly BriefTrace[]): RuleWarningsAnswer => ({
  orders: traces.length,
  rules: countMatches(rules, traces),
  warnings: findWarnings(rules, traces),
});

const savedList = (rules: readonly OrderRule[]): ListedRule[] =>
  rules.map((rule, position) => ({ rule, ref: { id: rule.id, name: rule.name, position } }));

/** Conflicts of the saved rules on the last orders. */
export async function showRuleWarnings(deps: TrialDeps, { userId }: Client): Promise<RuleWarningsAnswer> {
  const { rules: saved, packages } = await loadRules(deps.db, userId);
  const compiled = compileRules(saved, packages);
  const traces = await mapRecent(deps.db, userId, ({ facts }) =>
    briefTrace(evaluateRules(compiled, facts).trace),
  );
  return summaryOf(savedList(saved), traces);
}

/** Evaluates the last orders with the saved rules and with the draft. Saves nothing. */
export async function tryRules(
  deps: TrialDeps,
  { userId }: Client,
  body: RuleTrialBody,
): Promise<RuleTrialAnswer> {
  const { rules: saved, packages } = await loadRules(deps.db, userId);
  const draft = draftList(saved, body);
  const sources = await selectSourceNames(deps.db, userId);
  checkComparisons(
    draft.map(({ rule }) => rule),
    saved,
    'rule' in body ? 'rule.groups' : 'rules',
  );
  for (const [index, { rule }] of draft.entries())
    checkRule(rule, { packages, sources }, 'rule' in body ? 'rule' : `rules.${index}`);
  const before = compileRules(saved, packages);
  const after = compileRules(
    draft.map(({ rule }) => rule),
    packages,
  );
  const tryOrder = ({ order, facts }: RecentOrder) => {
    const outcome = evaluateRules(after, facts);
    return {
      trace: briefTrace(outcome.trace),
      difference: differenceOf(order, compareOutcomes(facts, evaluateRules(before, facts), outcome)),
    };
  };
  const outcomes = await mapRecent(deps.db, userId, tryOrder);
  const differences = outcomes.flatMap(({ difference }) => difference ?? []);
  return {
    ...summaryOf(
      draft,
      outcomes.map(({ trace }) => trace),
    ),
    changed: differences.length,
    differences,
  };
}

const differenceOf = (order: ListedOrder, changes: TrialDifference['changes']): TrialDifference | null =>
  changes.length === 0
    ? null
    : {
        orderId: order.id,
        number: order.number,
        recipientName: effectiveRecipient(order)?.fullName ?? '',
        status: order.status,
        changes,
      };

type DraftRule = Extract<RuleTrialBody, { rules: unknown }>['rules'][number];

/** The list as it would be. */
function draftList(saved: readonly OrderRule[], body: RuleTrialBody): ListedRule[] {
  const drafts: readonly DraftRule[] = 'rules' in body ? body.rules : withDraft(saved, body);
  return drafts.map((draft, position) => {
    const id = draft.id ?? null;
    return { rule: { ...draft, id: id ?? newId() }, ref: { id, name: draft.name, position } };
  });
}

function withDraft(
  saved: readonly OrderRule[],
  { rule, position }: Extract<RuleTrialBody, { rule: unknown }>,
): DraftRule[] {
  const index = rule.id === undefined ? -1 : saved.findIndex(({ id }) => id === rule.id);
  const others: DraftRule[] = index < 0 ? [...saved] : saved.toSpliced(index, 1);
  return others.toSpliced(position ?? (index < 0 ? others.length : index), 0, rule);
}
