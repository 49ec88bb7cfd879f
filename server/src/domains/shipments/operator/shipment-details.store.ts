import type { StoredRule } from '@lading/contract/pricing/price-rules.ts';
import { sql } from 'kysely';
import type { Handle } from '../../../platform/db/database.ts';

export const selectQuoted = (db: Handle, quoteId: string) =>
  db
    .selectFrom('quotes')
    .innerJoin('quote_requests', 'quote_requests.id', 'quotes.request_id')
    .select([
      'quotes.id',
      'quotes.carrier_rate',
      'quotes.cost_cents',
      'quotes.commission_type',
      'quotes.commission_value',
      'quotes.commission_cents',
      'quotes.total_cents',
      'quotes.price_version',
      'quotes.price_rule',
      'quotes.priced_by',
      sql<StoredRule | null>`(SELECT v.rules -> (quotes.price_rule - 1) FROM price_versions v WHERE v.number = quotes.price_version)`.as(
        'rule',
      ),
      'quote_requests.created_at',
      'quote_requests.expires_at',
    ])
    .where('quotes.id', '=', quoteId)
    .executeTakeFirstOrThrow();

export const selectPaidWith = (db: Handle, paymentId: string, shipmentId: string) =>
  db
    .selectFrom('payments')
    .leftJoin('allocations', (join) =>
      join.onRef('allocations.payment_id', '=', 'payments.id').on('allocations.shipment_id', '=', shipmentId),
    )
    .select([
      'payments.id',
      'payments.intent_id',
      'payments.status',
      'payments.amount_cents',
      'payments.succeeded_at',
      'payments.batch_id',
      'allocations.cents as allocated_cents',
    ])
    .where('payments.id', '=', paymentId)
    .executeTakeFirstOrThrow();

export const selectAttempts = (db: Handle, shipmentId: string) =>
  db
    .selectFrom('purchase_attempts')
    .select(['number', 'state', 'detail', 'started_at', 'ended_at'])
    .where('shipment_id', '=', shipmentId)
    .orderBy('number')
    .execute();

export const selectRefundsOf = (db: Handle, shipmentId: string) =>
  db
    .selectFrom('refunds')
    .leftJoin('users', 'users.id', 'refunds.requested_by')
    .select([
      'refunds.id',
      'refunds.cents',
      'refunds.kind',
      'refunds.reason',
      'refunds.state',
      'refunds.detail',
      'users.full_name as requested_by',
      'refunds.created_at',
      'refunds.ended_at',
    ])
    .where('refunds.shipment_id', '=', shipmentId)
    .orderBy('refunds.created_at')
    .orderBy('refunds.id')
    .execute();

export const selectDisputesOf = (db: Handle, paymentId: string) =>
  db
    .selectFrom('disputes')
    .select(['id', 'dispute_id', 'cents', 'reason', 'state', 'opened_at', 'ended_at'])
    .where('payment_id', '=', paymentId)
    .orderBy('opened_at')
    .orderBy('id')
    .execute();

export const selectLedger = (db: Handle, reasonKeys: readonly string[]) =>
  db
    .selectFrom('ledger_transactions')
    .innerJoin('ledger_entries', 'ledger_entries.transaction_id', 'ledger_transactions.id')
    .select(['recorded_at', 'reason_key', 'account', 'cents'])
    .where(sql<boolean>`reason_key = ANY(${reasonKeys}::text[])`)
    .orderBy('ledger_transactions.id')
    .orderBy('cents', 'desc')
    .orderBy('account')
    .execute();

export const selectMoves = (db: Handle, objectIds: readonly string[]) =>
  db
    .selectFrom('transitions')
    .select(['moved_at', 'object', 'from_state', 'to_state'])
    .where(sql<boolean>`object_id = ANY(${objectIds}::uuid[])`)
    .orderBy('seq')
    .execute();
