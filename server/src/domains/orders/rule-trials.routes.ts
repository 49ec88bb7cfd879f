import {
  RuleTrialAnswerSchema,
  RuleTrialBodySchema,
  RuleWarningsAnswerSchema,
} from '@lading/contract/orders/order-rules.ts';
import { API } from '@lading/contract/routes.ts';
import type { Database } from '../../platform/db/database.ts';
import { routesOf } from '../../platform/http/route.ts';
import { showRuleWarnings, tryRules } from './try-rules.ts';

/** Fits a hundred rules with a few dozen values each. */
const LIST_LIMIT = 1024 * 1024;

const route = routesOf<{ db: Database }>('Order rules');

export const RULE_TRIAL_ROUTES = [
  route({
    method: 'POST',
    path: API.orderRuleTrial,
    access: 'user',
    operationId: 'tryOrderRules',
    summary:
      'Evaluates a draft of the rules on the last 500 orders and lists what would differ. Saves nothing.',
    bodyLimit: LIST_LIMIT,
    parallelPerAccount: 1,
    body: RuleTrialBodySchema,
    answer: RuleTrialAnswerSchema,
    handle: (deps, { actor, body }) => tryRules(deps, actor, body),
  }),
  route({
    method: 'GET',
    path: API.orderRuleWarnings,
    access: 'user',
    operationId: 'listOrderRuleWarnings',
    summary: 'Lists conflicts between the rules, and rules that matched none of the last 500 orders.',
    parallelPerAccount: 1,
    answer: RuleWarningsAnswerSchema,
    handle: (deps, { actor }) => showRuleWarnings(deps, actor),
  }),
];
