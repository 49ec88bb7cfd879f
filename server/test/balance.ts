import { API, path } from '@lading/contract/routes.ts';
import { expect } from 'vitest';
import { bookBalance } from '../src/domains/balances/book-balance.ts';
import { changeClientBalance } from '../src/domains/balances/change-balance.ts';
import { bookings } from '../src/domains/ledger/ledger.ts';
import { transaction } from '../src/platform/db/database.ts';
import { newId } from '../src/platform/ids.ts';
import type { TestApp } from './build-test-app.ts';
import { call, type Shop } from './shipping.ts';

/** A deposit by bank transfer. */
export const addFunds = (test: TestApp, { userId }: Pick<Shop, 'userId'>, cents: number): Promise<number> =>
  transaction(test.deps.db, (trx) =>
    bookBalance(trx, test.deps.clock, {
      userId,
      reasonKey: `balance-deposit:${newId()}`,
      kind: 'deposit',
      entries: bookings.deposit(cents),
    }),
  );

/** By an admin, who paid the money back by bank transfer. */
export const withdraw = (
  { deps }: TestApp,
  { userId }: Pick<Shop, 'userId'>,
  client: Pick<Shop, 'userId'>,
  amount: number,
) =>
  changeClientBalance(deps, { userId, role: 'admin', ip: null, requestId: null }, client.userId, {
    kind: 'withdrawal',
    amount,
    note: 'Paid back',
  });

export const startFromBalance = (test: TestApp, shop: Shop, amount: number, rateIds?: string[]) =>
  call(test, shop, 'POST', API.createPaymentIntent, {
    amount,
    description: 'A label',
    useBalance: true,
    ...(rateIds ? { rateIds } : {}),
  });

/** A payment that the balance covers. */
export async function payFromBalance(test: TestApp, shop: Shop, amount: number, rateIds?: string[]) {
  const answer = await startFromBalance(test, shop, amount, rateIds);
  expect(answer.json()).toMatchObject({ status: 'succeeded', balanceAmount: amount, amount: 0 });
  return answer.json();
}

export const setTerms = (test: TestApp, operator: Shop, clientId: string, creditLimit: number) =>
  call(test, operator, 'PUT', path(API.adminClientBalanceTerms, { id: clientId }), {
    creditLimit,
    dueDays: 30,
  });

export async function balanceOf({ deps }: TestApp, { userId }: Pick<Shop, 'userId'>): Promise<number> {
  const balance = await deps.db
    .selectFrom('balances')
    .select('cents')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return balance?.cents ?? 0;
}
