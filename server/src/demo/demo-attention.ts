import { changeTerms } from '../domains/balances/change-balance.ts';
import { saveAutomaticTopUp } from '../domains/top-ups/automatic-settings.ts';
import { finishCardSetup, startCardSetup } from '../domains/top-ups/stored-cards.ts';
import { topUpIfNeeded } from '../domains/top-ups/top-up-if-needed.ts';
import type { Actor } from '../platform/actor.ts';
import { days, hours, later } from '../platform/clock.ts';
import { selectAccountId } from './demo.store.ts';
import { type DemoShipmentDeps, type DemoShop, NO_MAILS, shipFromBalance } from './demo-shipments.ts';

/** Its bank accepts it when it is saved and declines every charge. */
const DECLINES_LATER = '4000000000000341';
const TERMS = { creditLimit: 20_000, dueDays: 14 };
const TOP_UP = { threshold: 2_000, amount: 5_000, monthlyCap: 50_000 };
/** Places in the list of clients. */
const DEBTOR = 3;
const DECLINED = 6;

/** What the dashboard asks the operator about: a debt that is overdue and an automatic top-up that failed. */
export async function addDemoAttention(
  running: DemoShipmentDeps,
  adminEmail: string,
  shops: readonly DemoShop[],
): Promise<void> {
  const deps: DemoShipmentDeps = { ...running, ...NO_MAILS };
  const userId = await selectAccountId(deps.db, adminEmail);
  const [debtor, declined] = [shops[DEBTOR], shops[DECLINED]];
  if (!userId || !debtor || !declined) return;
  const admin: Actor = { userId, role: 'admin', ip: '203.0.113.10', requestId: null };
  const now = deps.clock.now();
  const agreedAt = later(now, -days(60));
  await changeTerms({ ...deps, clock: { now: () => agreedAt } }, admin, debtor.userId, TERMS);
  // Before the first one is overdue.
  for (const [parcel, daysAgo] of [58, 52, 46].entries())
    await shipFromBalance(deps, debtor, { index: DEBTOR, parcel, at: later(now, -days(daysAgo)) });
  await addDeclinedTopUp(deps, declined);
}

async function addDeclinedTopUp(deps: DemoShipmentDeps, { userId }: DemoShop): Promise<void> {
  if (!deps.saveTestCard) return;
  const at = later(deps.clock.now(), -hours(3));
  const then: DemoShipmentDeps = { ...deps, clock: { now: () => at } };
  const client: Actor = { userId, role: 'client', ip: '203.0.113.26', requestId: null };
  const setup = await startCardSetup(then, client);
  await deps.saveTestCard(setup.setupIntentId, setup.clientSecret, DECLINES_LATER);
  await finishCardSetup(then, client, setup.setupId);
  await saveAutomaticTopUp(then, client, { enabled: true, ...TOP_UP, consent: true });
  await topUpIfNeeded(then, userId);
}
