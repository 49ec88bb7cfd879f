import {
  AdminBalanceAnswerSchema,
  AutomaticTopUpAnswerSchema,
  AutomaticTopUpBodySchema,
  BalanceAnswerSchema,
  BalanceEntriesAnswerSchema,
  BalanceEntriesQuerySchema,
  PayoutAnswerSchema,
  PayoutBodySchema,
  StartCardSetupAnswerSchema,
  StartCardSetupBodySchema,
  StartTopUpBodySchema,
  StoredCardsAnswerSchema,
  TopUpAnswerSchema,
} from '@lading/contract/balance.ts';
import { API } from '@lading/contract/routes.ts';
import { idempotencyKeyOf } from '../../platform/http/idempotency-key.ts';
import { LIMITS } from '../../platform/http/rate-limits.ts';
import { IdSchema, routesOf } from '../../platform/http/route.ts';
import type { PaymentDeps } from '../payments/payments.deps.ts';
import { saveAutomaticTopUp, showAutomaticTopUp } from './automatic-settings.ts';
import { payOutBalance } from './pay-out-balance.ts';
import { listEntries, showBalance, showClientBalance } from './show-balance.ts';
import { showTopUp } from './show-top-up.ts';
import { startTopUp } from './start-top-up.ts';
import { changeDefaultCard, finishCardSetup, listCards, removeCard, startCardSetup } from './stored-cards.ts';

/** More than a client needs. `requireFewDeclines` stops the testing of stolen cards. */
const CARD_LIMIT = { max: 60, timeWindow: '1 hour', perAccount: true } as const;
/** Lower, because the payment provider does not report the cards that it declines for a setup. */
const SETUP_LIMIT = { max: 20, timeWindow: '1 hour', perAccount: true } as const;

const route = routesOf<PaymentDeps>('Balance');

const BALANCE_ROUTES = [
  route({
    method: 'GET',
    path: API.balance,
    access: 'user',
    apiKey: 'labels',
    operationId: 'getBalance',
    summary: 'Returns the balance, the credit, and what can be paid out.',
    answer: BalanceAnswerSchema,
    handle: (deps, { actor }) => showBalance(deps, actor),
  }),
  route({
    method: 'GET',
    path: API.balanceEntries,
    access: 'user',
    apiKey: 'labels',
    operationId: 'listBalanceEntries',
    summary: 'Lists the changes of the balance, newest first.',
    query: BalanceEntriesQuerySchema,
    answer: BalanceEntriesAnswerSchema,
    handle: (deps, { actor, query }) => listEntries(deps, actor, query),
  }),
  route({
    method: 'POST',
    path: API.balancePayout,
    access: 'user',
    proof: 'recent',
    operationId: 'payOutBalance',
    summary:
      'Pays out the balance to the cards that topped it up, newest first. Turns automatic top-ups off if less than their threshold is left.',
    rateLimit: CARD_LIMIT,
    headers: ['idempotency-key'],
    body: PayoutBodySchema,
    answer: PayoutAnswerSchema,
    handle: (deps, call) => payOutBalance(deps, call.actor, call.body, idempotencyKeyOf(call)),
  }),
];

const ADMIN_ROUTES = [
  route({
    method: 'GET',
    path: API.adminClientBalance,
    access: 'admin',
    permission: 'balances.read',
    operationId: 'getClientBalance',
    summary: "Returns a client's balance, terms and newest entries.",
    params: IdSchema,
    answer: AdminBalanceAnswerSchema,
    handle: (deps, { params }) => showClientBalance(deps, params.id),
  }),
];

const TOP_UP_ROUTES = [
  route({
    method: 'POST',
    path: API.topUps,
    access: 'user',
    verifiedEmail: true,
    operationId: 'startTopUp',
    summary: 'Starts a top-up. The browser confirms the intent, or a stored card is charged immediately.',
    rateLimit: [LIMITS.payments, CARD_LIMIT],
    headers: ['idempotency-key'],
    body: StartTopUpBodySchema,
    answer: TopUpAnswerSchema,
    handle: (deps, call) => startTopUp(deps, call.actor, call.body, idempotencyKeyOf(call)),
  }),
  route({
    method: 'GET',
    path: API.topUp,
    access: 'user',
    operationId: 'getTopUp',
    summary: 'Returns a top-up with its current status. A paid one is credited.',
    params: IdSchema,
    answer: TopUpAnswerSchema,
    handle: (deps, { actor, params }) => showTopUp(deps, actor, params.id),
  }),
  route({
    method: 'GET',
    path: API.automaticTopUp,
    access: 'user',
    operationId: 'getAutomaticTopUp',
    summary: 'Returns the settings of automatic top-ups and, if they are paused, the reason.',
    answer: AutomaticTopUpAnswerSchema,
    handle: (deps, { actor }) => showAutomaticTopUp(deps, actor),
  }),
  route({
    method: 'PUT',
    path: API.automaticTopUp,
    access: 'user',
    verifiedEmail: true,
    proof: 'recent',
    operationId: 'updateAutomaticTopUp',
    summary: "Saves the settings of automatic top-ups. Turning them on requires the client's consent.",
    body: AutomaticTopUpBodySchema,
    answer: AutomaticTopUpAnswerSchema,
    handle: (deps, { actor, body }) => saveAutomaticTopUp(deps, actor, body),
  }),
];

const CARD_ROUTES = [
  route({
    method: 'GET',
    path: API.storedCards,
    access: 'user',
    operationId: 'listStoredCards',
    summary: 'Lists the stored cards: the default card first, then the newest.',
    answer: StoredCardsAnswerSchema,
    handle: async (deps, { actor }) => ({ cards: await listCards(deps, actor) }),
  }),
  route({
    method: 'POST',
    path: API.cardSetups,
    access: 'user',
    verifiedEmail: true,
    proof: 'recent',
    operationId: 'startCardSetup',
    summary: 'Starts to save a card. The browser confirms it with the payment provider.',
    rateLimit: [LIMITS.payments, SETUP_LIMIT],
    body: StartCardSetupBodySchema,
    answer: StartCardSetupAnswerSchema,
    status: 201,
    handle: (deps, { actor }) => startCardSetup(deps, actor),
  }),
  route({
    method: 'POST',
    path: API.cardSetup,
    access: 'user',
    operationId: 'finishCardSetup',
    summary: 'Stores the card that the browser has confirmed. Returns all stored cards.',
    params: IdSchema,
    answer: StoredCardsAnswerSchema,
    handle: async (deps, { actor, params }) => ({ cards: await finishCardSetup(deps, actor, params.id) }),
  }),
  route({
    method: 'PUT',
    path: API.defaultCard,
    access: 'user',
    operationId: 'setDefaultCard',
    summary: 'Makes a stored card the default. Automatic top-ups that had stopped may start again.',
    params: IdSchema,
    answer: StoredCardsAnswerSchema,
    handle: async (deps, { actor, params }) => ({ cards: await changeDefaultCard(deps, actor, params.id) }),
  }),
  route({
    method: 'DELETE',
    path: API.storedCard,
    access: 'user',
    operationId: 'deleteStoredCard',
    summary: 'Removes a stored card here and at the payment provider.',
    params: IdSchema,
    answer: StoredCardsAnswerSchema,
    handle: async (deps, { actor, params }) => ({ cards: await removeCard(deps, actor, params.id) }),
  }),
];

export const TOP_UPS_ROUTES = [...BALANCE_ROUTES, ...ADMIN_ROUTES, ...TOP_UP_ROUTES, ...CARD_ROUTES];
