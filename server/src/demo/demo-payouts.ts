import type { ProcessorDeps } from '../domains/processor-balance/processor-balance.deps.ts';
import { readProcessorBalance } from '../domains/processor-balance/sweep-processor-balance.ts';
import { days, later } from '../platform/clock.ts';
import type { PayoutRecord, ProcessorBalance } from '../providers/payments/port.ts';
import { backdateMovements } from './demo.store.ts';

const READ_EVERY_DAYS = 3;

/** The fees and payouts of the history, read every few days so that the ledger has them at their time. */
export async function addDemoPayouts(deps: ProcessorDeps, historyDays: number): Promise<void> {
  await backdateMovements(deps.db);
  const now = deps.clock.now();
  for (let age = historyDays; age >= 0; age -= READ_EVERY_DAYS) {
    const time = later(now, -days(age));
    const { name, balance } = deps.paymentProvider;
    const then = {
      ...deps,
      clock: { now: () => time },
      paymentProvider: { name, balance: asOf(balance, time) },
    };
    await readProcessorBalance(then);
  }
}

/** What the payment provider listed at a time in the past. */
const asOf = (balance: ProcessorBalance, time: Date): ProcessorBalance => ({
  movements: async (order) => {
    const page = await balance.movements(order);
    return { ...page, items: page.items.filter(({ createdAt }) => createdAt <= time) };
  },
  payouts: async (order) => {
    const page = await balance.payouts(order);
    return {
      ...page,
      items: page.items
        .filter(({ createdAt }) => createdAt <= time)
        .map((payout) => ({ ...payout, status: statusAt(payout, time) })),
    };
  },
  movementsOf: (payoutId, after) => balance.movementsOf(payoutId, after),
});

const statusAt = ({ status, arrivesAt }: PayoutRecord, time: Date): PayoutRecord['status'] =>
  arrivesAt > time ? 'in_transit' : status;
