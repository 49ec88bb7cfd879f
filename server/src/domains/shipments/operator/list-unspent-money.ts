import {
  UNSPENT_STATES,
  type UnspentMoneyAnswer,
  type UnspentMoneyQuery,
} from '@lading/contract/admin-refunds.ts';
import { dollarsOf } from '@lading/contract/money.ts';
import { paginationOf } from '@lading/contract/paging.ts';
import type { Actor } from '../../../platform/actor.ts';
import { given, noteView } from '../../audit/note-view.ts';
import type { OperatorDeps } from './operator.deps.ts';
import { selectUnspentMoney, sumUnspentMoney } from './unspent-money.store.ts';

/** Money that bought nothing: what waits, what was refunded, and why. */
export async function listUnspentMoney(
  deps: OperatorDeps,
  actor: Actor,
  query: UnspentMoneyQuery,
): Promise<UnspentMoneyAnswer> {
  const { page, limit, state, startDate, endDate } = query;
  const [rows, sums] = await Promise.all([
    selectUnspentMoney(deps.db, query),
    sumUnspentMoney(deps.db, { startDate, endDate }),
  ]);
  await noteView(deps, actor, 'VIEW_UNSPENT_MONEY', {
    filters: given({ state, startDate, endDate }),
    pagination: { page, limit },
  });
  const matches = sums.filter((sum) => !state || sum.state === state);
  const count = matches.reduce((all, sum) => all + sum.count, 0);
  return {
    data: {
      items: rows.map((row) => ({
        paymentId: row.payment_id,
        refundId: row.refund_id,
        shipmentId: row.shipment_id,
        clientId: row.user_id,
        clientName: row.client_name,
        amount: dollarsOf(row.cents),
        paid: dollarsOf(row.paid_cents),
        state: row.state,
        reason: row.reason,
        at: row.at.toISOString(),
      })),
      totals: UNSPENT_STATES.map((name) => {
        const sum = sums.find((found) => found.state === name);
        return { state: name, count: sum?.count ?? 0, amount: dollarsOf(sum?.cents ?? 0) };
      }),
      pagination: paginationOf(count, page, limit),
    },
  };
}
