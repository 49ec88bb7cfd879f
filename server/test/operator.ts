import type { RefundAnswer } from '@lading/contract/admin-shipments.ts';
import { dollarsOf } from '@lading/contract/money.ts';
import { API } from '@lading/contract/routes.ts';
import { sql } from 'kysely';
import { expect } from 'vitest';
import type { TestApp } from './build-test-app.ts';
import { logInAs, makeUser } from './factories.ts';
import { call, type Shop } from './shipping.ts';

/** An admin that calls the API. */
export async function makeOperator(test: TestApp): Promise<Shop> {
  const user = await makeUser(test, { role: 'admin' });
  return { userId: user.id, token: (await logInAs(test, user)).token };
}

export const askRefund = (
  test: TestApp,
  operator: Shop,
  shipmentId: string,
  body: object,
  headers: Record<string, string> = {},
) => call(test, operator, 'POST', API.adminRefund.replace(':id', shipmentId), body, headers);

/** A refund that must succeed. */
export async function refund(
  test: TestApp,
  operator: Shop,
  shipmentId: string,
  cents: number,
  extra: { reason?: string; voidLabel?: boolean } = {},
): Promise<RefundAnswer> {
  const body = { amount: dollarsOf(cents), reason: 'The parcel was late.', ...extra };
  const answer = await askRefund(test, operator, shipmentId, body);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
}

export const recordsOf = (test: TestApp, type: string, shipmentId: string) =>
  test.deps.db
    .selectFrom('audit_logs')
    .select(['user_id', 'user_role', 'status', 'details'])
    .where('event_type', '=', type)
    .where(sql<boolean>`details ->> 'shipmentId' = ${shipmentId}`)
    .orderBy('seq')
    .execute();

/** Moves the request for a void into the past. */
export const makeOlder = ({ deps }: TestApp, shipmentId: string, days: number) =>
  deps.db
    .updateTable('shipments')
    .set({ void_requested_at: sql<Date>`void_requested_at - ${days} * interval '1 day'` })
    .where('id', '=', shipmentId)
    .execute();
