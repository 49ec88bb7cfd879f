import {
  AddRuleAnswerSchema,
  type AddRuleBody,
  OrderRulesAnswerSchema,
  type ReorderRulesBody,
  RuleTrialAnswerSchema,
  type RuleTrialBody,
  RuleWarningsAnswerSchema,
  type UpdateRuleBody,
} from '@lading/contract/orders/order-rules.ts';
import { API, path } from '@lading/contract/routes.ts';
import { apiRequest } from '../../lib/api-client.ts';

/** Five hundred orders and a hundred rules. */
const TRIAL_LIMIT_MS = 60_000;

export const listRules = (signal?: AbortSignal) =>
  apiRequest(OrderRulesAnswerSchema, API.orderRules, { signal });

export const addRule = (body: AddRuleBody) =>
  apiRequest(AddRuleAnswerSchema, API.orderRules, { method: 'POST', body });

export const updateRule = (id: string, body: UpdateRuleBody) =>
  apiRequest(OrderRulesAnswerSchema, path(API.orderRule, { id }), { method: 'PATCH', body });

export const removeRule = (id: string) =>
  apiRequest(OrderRulesAnswerSchema, path(API.orderRule, { id }), { method: 'DELETE' });

export const reorderRules = (body: ReorderRulesBody) =>
  apiRequest(OrderRulesAnswerSchema, API.orderRules, { method: 'PUT', body });

export const tryRule = (body: RuleTrialBody) =>
  apiRequest(RuleTrialAnswerSchema, API.orderRuleTrial, {
    method: 'POST',
    body,
    timeLimitMs: TRIAL_LIMIT_MS,
  });

export const listWarnings = (signal?: AbortSignal) =>
  apiRequest(RuleWarningsAnswerSchema, API.orderRuleWarnings, { signal, timeLimitMs: TRIAL_LIMIT_MS });
