import { receiveEvent } from '../src/domains/payments/receive-event.ts';
import { newId } from '../src/platform/ids.ts';
import type { TestApp } from './build-test-app.ts';
import { onServer } from './database-server.ts';

/** The bank returns a refund to a card that had succeeded: the test gateway has the money again, and says so. */
export async function returnRefund({ deps, ownerUrl, clock }: TestApp, refundId: string): Promise<void> {
  const { provider_id, cents, intent_id } = await deps.db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.payment_id')
    .select(['refunds.provider_id', 'refunds.cents', 'payments.intent_id'])
    .where('refunds.id', '=', refundId)
    .executeTakeFirstOrThrow();
  // The application must not change what the gateway answered.
  await onServer(
    ownerUrl,
    `WITH returned AS (
       UPDATE sandbox.gateway_refunds SET refusal = 'The card was closed.' WHERE key = '${refundId}' AND refusal IS NULL
       RETURNING key, intent_id, amount_cents
     ), left_to_refund AS (
       UPDATE sandbox.gateway_intents i SET refunded_cents = i.refunded_cents - r.amount_cents
       FROM returned r WHERE r.intent_id = i.intent_id
     )
     INSERT INTO sandbox.gateway_movements (movement_id, kind, intent_id, refund_key, amount_cents, fee_cents, created_at, available_at)
     SELECT 'txn_returned_' || key, 'refund', intent_id, key, amount_cents, 0, time.at, time.at
     FROM returned, (SELECT '${clock.now().toISOString()}'::timestamptz AS at) time`,
  );
  await receiveEvent(deps, {
    kind: 'refund',
    eventId: newId(),
    intentId: intent_id ?? '',
    refund: { refundId: provider_id ?? '', refundKey: refundId, cents },
  });
}
