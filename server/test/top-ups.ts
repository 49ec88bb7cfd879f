import type {
  AutomaticTopUpAnswer,
  BalanceAnswer,
  StartTopUpBody,
  StoredCard,
  StoredCardsAnswer,
  TopUpAnswer,
} from '@lading/contract/balance.ts';
import { API, path } from '@lading/contract/routes.ts';
import { TEST_GATEWAY_CONFIRM_SETUP } from '@lading/contract/test-gateway.ts';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { bookBalance } from '../src/domains/balances/book-balance.ts';
import { bookings } from '../src/domains/ledger/ledger.ts';
import { transaction } from '../src/platform/db/database.ts';
import { newId } from '../src/platform/ids.ts';
import type { TestApp } from './build-test-app.ts';
import { call, confirm, GOOD_CARD, type Shop } from './shipping.ts';

/** Cards of the test gateway by what their bank does. */
export const CARDS = {
  good: GOOD_CARD,
  asksOnce: '4000002500003155',
  alwaysAsks: '4000002760003184',
  declinesLater: '4000000000000341',
} as const;

export const balanceOf = async (test: TestApp, shop: Shop): Promise<BalanceAnswer> =>
  (await call(test, shop, 'GET', API.balance)).json();

export const cardsOf = async (test: TestApp, shop: Shop): Promise<StoredCard[]> =>
  (await call(test, shop, 'GET', API.storedCards)).json().cards;

export const automaticOf = async (test: TestApp, shop: Shop): Promise<AutomaticTopUpAnswer> =>
  (await call(test, shop, 'GET', API.automaticTopUp)).json();

export const topUpOf = async (test: TestApp, shop: Shop, id: string): Promise<TopUpAnswer> =>
  (await call(test, shop, 'GET', path(API.topUp, { id }))).json();

interface Setup {
  setupId: string;
  setupIntentId: string;
  clientSecret: string;
}

export async function startSetup(test: TestApp, shop: Shop): Promise<Setup> {
  const answer = await call(test, shop, 'POST', API.cardSetups, { consent: true });
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json();
}

/** The browser's calls to the test gateway, including the bank's question. */
export async function confirmSetup(
  test: TestApp,
  { setupIntentId, clientSecret }: Setup,
  number: string,
  expiry = { expMonth: 12, expYear: 2030 },
) {
  const send = async (step: object) => {
    const url = path(TEST_GATEWAY_CONFIRM_SETUP, { setupIntentId });
    const answer = await test.inject({ method: 'POST', url, payload: { clientSecret, ...step } });
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json();
  };
  const first = await send({ card: { number, ...expiry, cvc: '123' } });
  return first.status === 'requires_action' ? send({ authentication: 'complete' }) : first;
}

/** Saves a card like the browser. Returns it. */
export async function saveCard(
  test: TestApp,
  shop: Shop,
  number: string = CARDS.good,
  expiry?: { expMonth: number; expYear: number },
): Promise<StoredCard> {
  const setup = await startSetup(test, shop);
  expect(await confirmSetup(test, setup, number, expiry)).toEqual({ status: 'succeeded' });
  const answer = await call(test, shop, 'POST', path(API.cardSetup, { id: setup.setupId }));
  expect(answer.statusCode, answer.body).toBe(200);
  const { cards }: StoredCardsAnswer = answer.json();
  const card = cards.find(({ last4 }) => last4 === number.slice(-4));
  if (!card) throw new Error('The card was not saved');
  return card;
}

export const startTopUp = (
  test: TestApp,
  shop: Shop,
  body: Partial<StartTopUpBody> & { amount: number },
  headers?: Record<string, string>,
) => call(test, shop, 'POST', API.topUps, body, headers);

/** Tops up with a card, like the browser. */
export async function topUp(
  test: TestApp,
  shop: Shop,
  amount: number,
  rest: object = {},
): Promise<TopUpAnswer> {
  const answer = await startTopUp(test, shop, { amount, ...rest });
  expect(answer.statusCode, answer.body).toBe(200);
  const started: TopUpAnswer = answer.json();
  await confirm(test, started);
  return topUpOf(test, shop, started.topUpId);
}

export const TERMS = { threshold: 2_000, amount: 5_000, monthlyCap: 50_000 };

export async function turnOn(test: TestApp, shop: Shop, terms: Partial<typeof TERMS> = {}): Promise<void> {
  const body = { enabled: true, ...TERMS, ...terms, consent: true };
  const answer = await call(test, shop, 'PUT', API.automaticTopUp, body);
  expect(answer.statusCode, answer.body).toBe(200);
}

/** Takes money from the balance, even if it becomes negative. */
export const takeFromBalance = (test: TestApp, shop: Shop, cents: number) =>
  transaction(test.deps.db, (trx) =>
    bookBalance(trx, test.deps.clock, {
      userId: shop.userId,
      reasonKey: `test:${newId()}`,
      kind: 'correction',
      entries: bookings.deposit(-cents),
    }),
  );

interface PaymentFacts {
  id: string;
  status: string;
  amount_cents: number;
  last_error: string | null;
  intent_id: string | null;
}

export const automaticPayments = (test: TestApp, shop: Shop): Promise<PaymentFacts[]> =>
  test.deps.db
    .selectFrom('payments')
    .select(['id', 'status', 'amount_cents', 'last_error', 'intent_id'])
    .where('user_id', '=', shop.userId)
    .where('automatic', '=', true)
    .orderBy('created_at')
    .orderBy('id')
    .execute();

/** What the test gateway has charged to the client's cards. */
export async function chargedCents(test: TestApp, shop: Shop): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    SELECT coalesce(sum(g.amount_cents), 0)::bigint AS cents FROM sandbox.gateway_intents g
    JOIN payments p ON p.id::text = g.key
    WHERE p.user_id = ${shop.userId} AND g.status = 'succeeded'`.execute(test.deps.db);
  return rows[0]?.cents ?? 0;
}
