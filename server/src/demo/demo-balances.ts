import { type ChangeDeps, changeClientBalance, changeTerms } from '../domains/balances/change-balance.ts';
import type { Actor } from '../platform/actor.ts';
import { days, later } from '../platform/clock.ts';
import { selectAccountId } from './demo.store.ts';
import type { DemoShipmentDeps, DemoShop } from './demo-shipments.ts';

/** The demo client has prepaid by bank transfer, got the overpaid amount back and a credit; a large client has credit terms. */
export async function addDemoBalances(
  running: DemoShipmentDeps & ChangeDeps,
  adminEmail: string,
  [demo, large]: readonly DemoShop[],
): Promise<void> {
  const userId = await selectAccountId(running.db, adminEmail);
  if (!userId || !demo || !large) return;
  const admin: Actor = { userId, role: 'admin', ip: '203.0.113.10', requestId: null };
  const at = (daysAgo: number) => {
    const time = later(running.clock.now(), -days(daysAgo));
    return { ...running, clock: { now: () => time } };
  };
  await changeClientBalance(at(9), admin, demo.userId, {
    kind: 'deposit',
    amount: 30_000,
    note: 'Reference 1042',
  });
  await changeClientBalance(at(8), admin, demo.userId, {
    kind: 'withdrawal',
    amount: 5_000,
    note: 'Overpaid amount, paid back by bank transfer',
  });
  await changeClientBalance(at(3), admin, demo.userId, {
    kind: 'credit',
    amount: 1_500,
    note: 'Late package',
  });
  await changeTerms(at(6), admin, large.userId, { creditLimit: 100_000, dueDays: 14 });
}
