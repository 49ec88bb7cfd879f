import type {
  AdminPayout,
  AdminPayoutAnswer,
  AdminPayoutsAnswer,
  AdminPayoutsQuery,
  PayoutMovement,
} from '@lading/contract/admin-payouts.ts';
import { unitsOf } from '@lading/contract/minor-units.ts';
import { dollarsOf } from '@lading/contract/money.ts';
import { paginationOf } from '@lading/contract/paging.ts';
import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/app-error.ts';
import { given, noteView } from '../audit/note-view.ts';
import {
  type ListedMovement,
  type ListedPayout,
  selectMovementsOf,
  selectPayout,
  selectPayouts,
  selectProcessorBalance,
} from './payout-list.store.ts';
import type { PayoutListDeps } from './processor-balance.deps.ts';
import { LEDGER_CURRENCY } from './store-movements.ts';

/** The transfers to the operator's bank account, and what the payment provider still has. */
export async function listPayouts(
  deps: PayoutListDeps,
  actor: Actor,
  query: AdminPayoutsQuery,
): Promise<AdminPayoutsAnswer> {
  const { page, limit, startDate, endDate } = query;
  const [{ rows, count }, balance] = await Promise.all([
    selectPayouts(deps.db, query),
    selectProcessorBalance(deps.db, { provider: deps.paymentProvider.name, currency: LEDGER_CURRENCY }),
  ]);
  await noteView(deps, actor, 'VIEW_PAYOUTS', {
    filters: given({ startDate, endDate }),
    pagination: { page, limit },
  });
  return {
    data: {
      payouts: rows.map(toPayout),
      balance: { atProcessor: dollarsOf(balance.at_processor), inLedger: dollarsOf(balance.in_ledger) },
      readAt: balance.read_at?.toISOString() ?? null,
      pagination: paginationOf(count, page, limit),
    },
  };
}

/** One payout with the payments, refunds and fees that it consists of. */
export async function showPayout(
  deps: PayoutListDeps,
  actor: Actor,
  { id, page, limit }: { id: string; page: number; limit: number },
): Promise<AdminPayoutAnswer> {
  const payout = await selectPayout(deps.db, id);
  if (!payout) throw new AppError('NOT_FOUND');
  const movements = await selectMovementsOf(deps.db, id, { page, limit });
  await noteView(deps, actor, 'VIEW_PAYOUTS', { payoutId: id });
  return {
    data: {
      payout: toPayout(payout),
      movements: movements.map((movement) => toMovement(movement, payout.currency)),
      pagination: paginationOf(payout.movements, page, limit),
    },
  };
}

const toPayout = (row: ListedPayout): AdminPayout => ({
  id: row.id,
  status: row.status,
  amount: unitsOf(row.amount_cents, row.currency),
  currency: row.currency,
  fees: row.fee_cents === null ? null : unitsOf(row.fee_cents, row.currency),
  movements: row.movements,
  difference: row.net_cents === null ? null : unitsOf(row.amount_cents - row.net_cents, row.currency),
  createdAt: row.created_at.toISOString(),
  arrivesAt: row.arrives_at.toISOString(),
  failure: row.failure,
});

/** The movements of a payout are in its currency. */
const toMovement = (row: ListedMovement, currency: string): PayoutMovement => ({
  id: row.id,
  kind: row.kind,
  amount: unitsOf(row.amount_cents, currency),
  fee: unitsOf(row.fee_cents, currency),
  net: unitsOf(row.net_cents, currency),
  createdAt: row.created_at.toISOString(),
  paymentId: row.payment_id,
  refundId: row.refund_id,
  clientId: row.client_id,
  clientName: row.client_name,
  shipmentId: row.shipment_id,
});
