import {
  BalanceChangeBodySchema,
  BalanceSettingsSchema,
  BalanceTermsSchema,
  ClientBalanceSchema,
  RefundChoiceAnswerSchema,
  RefundChoiceSchema,
} from '@lading/contract/balance-terms.ts';
import { API } from '@lading/contract/routes.ts';
import { idempotencyKeyOf } from '../../platform/http/idempotency-key.ts';
import { IdSchema, routesOf } from '../../platform/http/route.ts';
import { type ChangeDeps, changeClientBalance, changeTerms } from './change-balance.ts';
import {
  changeBalanceSettings,
  chooseRefunds,
  showBalanceSettings,
  showRefundChoice,
} from './choose-refunds.ts';

const BODY_LIMIT = 16 * 1024;

const route = routesOf<ChangeDeps>('Balances');

export const BALANCE_ROUTES = [
  route({
    method: 'GET',
    path: API.balanceRefunds,
    access: 'user',
    operationId: 'getRefundDestination',
    summary: 'Returns where refunds go: to the card or to the balance.',
    answer: RefundChoiceAnswerSchema,
    handle: (deps, { actor }) => showRefundChoice(deps, actor),
  }),
  route({
    method: 'PUT',
    path: API.balanceRefunds,
    access: 'user',
    operationId: 'chooseRefundDestination',
    summary: 'Chooses where refunds of card payments go.',
    bodyLimit: BODY_LIMIT,
    body: RefundChoiceSchema,
    answer: RefundChoiceAnswerSchema,
    handle: (deps, { actor, body }) => chooseRefunds(deps, actor, body),
  }),
  route({
    method: 'POST',
    path: API.adminClientBalance,
    access: 'admin',
    permission: 'balances.write',
    proof: 'recent',
    operationId: 'changeClientBalance',
    summary: 'Records a deposit or a withdrawal, credits a client or writes off a debt.',
    bodyLimit: BODY_LIMIT,
    headers: ['idempotency-key'],
    params: IdSchema,
    body: BalanceChangeBodySchema,
    answer: ClientBalanceSchema,
    handle: (deps, call) =>
      changeClientBalance(deps, call.actor, call.params.id, call.body, idempotencyKeyOf(call)),
  }),
  route({
    method: 'PUT',
    path: API.adminClientBalanceTerms,
    access: 'admin',
    permission: 'balances.write',
    proof: 'recent',
    operationId: 'changeClientTerms',
    summary: "Changes a client's credit limit and payment terms.",
    bodyLimit: BODY_LIMIT,
    params: IdSchema,
    body: BalanceTermsSchema,
    answer: ClientBalanceSchema,
    handle: (deps, { actor, params, body }) => changeTerms(deps, actor, params.id, body),
  }),
  route({
    method: 'GET',
    path: API.adminBalanceSettings,
    access: 'admin',
    permission: 'balances.read',
    operationId: 'getBalanceSettings',
    summary: 'Returns who decides where refunds go.',
    answer: BalanceSettingsSchema,
    handle: (deps) => showBalanceSettings(deps),
  }),
  route({
    method: 'PUT',
    path: API.adminBalanceSettings,
    access: 'admin',
    permission: 'balances.write',
    proof: 'recent',
    operationId: 'changeBalanceSettings',
    summary: 'Changes who decides where refunds go.',
    bodyLimit: BODY_LIMIT,
    body: BalanceSettingsSchema,
    answer: BalanceSettingsSchema,
    handle: (deps, { actor, body }) => changeBalanceSettings(deps, actor, body),
  }),
];
