import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import type { LabelProvider } from '../src/providers/label-providers/port.ts';
import type { TestApp } from './build-test-app.ts';
import { buildFaultyApp, expectConsistentLedger, type FaultyApp, makeShop, type Shop } from './shipping.ts';
import { UnreliableLabelProvider } from './unreliable-label-provider.ts';

export interface UnreliableApp extends FaultyApp {
  unreliable: UnreliableLabelProvider;
  /** The label provider without faults. */
  builtin: LabelProvider;
}

/** The whole application with a label provider that is not idempotent. */
export async function buildUnreliableApp(): Promise<UnreliableApp> {
  const parts: Partial<UnreliableApp> = {};
  const faulty = await buildFaultyApp({ requestWaitMs: 100 }, (builtin) => {
    parts.builtin = builtin;
    parts.unreliable = new UnreliableLabelProvider(builtin, false);
    return parts.unreliable;
  });
  return { ...(parts as UnreliableApp), ...faulty };
}

export type Behavior = Partial<Pick<LabelProvider, 'buyLabel' | 'findPurchase' | 'voidLabel' | 'rates'>>;
type Behave = (behavior?: Behavior) => void;

const behaveLike = ({ unreliable, builtin }: UnreliableApp, behavior: Behavior) =>
  Object.assign(
    unreliable,
    {
      buyLabel: builtin.buyLabel.bind(builtin),
      findPurchase: builtin.findPurchase.bind(builtin),
      voidLabel: builtin.voidLabel.bind(builtin),
      rates: builtin.rates.bind(builtin),
    },
    behavior,
  );

/**
 * One application per file and a client per test. Checks the ledger after every test. The returned function replaces
 * calls to the label provider until the end of the test.
 */
export function withUnreliableApp(use: (faulty: UnreliableApp, shop: Shop) => void): Behave {
  let faulty: UnreliableApp;
  beforeAll(async () => {
    faulty = await buildUnreliableApp();
  });
  beforeEach(async () => {
    use(faulty, await makeShop(faulty.test));
  });
  afterEach(async () => {
    behaveLike(faulty, {});
    await expectConsistentLedger(faulty.test);
  });
  afterAll(() => faulty.test.close());
  return (behavior = {}) => behaveLike(faulty, behavior);
}

/** The only shipment of a shop. */
export const shipmentOf = ({ deps }: TestApp, { userId }: Shop) =>
  deps.db.selectFrom('shipments').selectAll().where('user_id', '=', userId).executeTakeFirstOrThrow();

/** The state of each order in our data and at the label provider. */
export async function attemptsOf(test: TestApp, shop: Shop) {
  const attempts = await test.deps.db
    .selectFrom('purchase_attempts')
    .leftJoin('sandbox.carrier_purchases as sold', (join) =>
      join.on(sql<boolean>`sold.key = purchase_attempts.id::text`),
    )
    .select(['purchase_attempts.state', 'sold.bought_at', 'sold.voided_at'])
    .where('shipment_id', '=', (await shipmentOf(test, shop)).id)
    .orderBy('number')
    .execute();
  return attempts.map(({ state, bought_at, voided_at }) => [
    state,
    voided_at ? 'voided' : bought_at ? 'sold' : 'never sold',
  ]);
}

export const refundsOf = async (test: TestApp, shop: Shop) =>
  test.deps.db
    .selectFrom('refunds')
    .select(['cents', 'reason', 'state'])
    .where('shipment_id', '=', (await shipmentOf(test, shop)).id)
    .execute();

/** The incidents of its orders, and whether they are open. */
export async function incidentsOf(test: TestApp, shop: Shop) {
  const incidents = await test.deps.db
    .selectFrom('incidents')
    .innerJoin('purchase_attempts', (join) =>
      join.on(sql<boolean>`purchase_attempts.id::text = incidents.object_id`),
    )
    .select(['kind', 'incidents.detail', 'resolved_at'])
    .where('shipment_id', '=', (await shipmentOf(test, shop)).id)
    .orderBy('first_seen_at')
    .execute();
  return incidents.map(({ kind, detail, resolved_at }) => ({ kind, detail, isOpen: resolved_at === null }));
}
