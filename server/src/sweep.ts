import { sweepPayments } from './domains/payments/sweep-payments.ts';
import { deleteOldQuotes } from './domains/pricing/clean-up-quotes.ts';
import type { ShipmentDeps } from './domains/shipments/shipments.deps.ts';
import { sweepShipments } from './domains/shipments/sweep-shipments.ts';
import { trackShipments } from './domains/shipments/track-shipments.ts';
import { days, later } from './platform/clock.ts';
import type { Log } from './platform/log.ts';

const QUOTES_KEPT_MS = days(7);
const QUOTES_AT_ONCE = 500;

export interface SweepDeps extends ShipmentDeps {
  log: Log;
  /** News that the card provider has not brought yet. */
  deliverPaymentEvents: () => Promise<unknown>;
}

/** Drives everything that is between two states one step on, wherever it was left. */
export async function sweep(deps: SweepDeps): Promise<void> {
  await attempt(deps, 'payment events', deps.deliverPaymentEvents);
  await attempt(deps, 'payments', () => sweepPayments(deps));
  await attempt(deps, 'shipments', () => sweepShipments(deps));
  await attempt(deps, 'tracking', () => trackShipments(deps));
  await attempt(deps, 'old quotes', () =>
    deleteOldQuotes(deps.db, later(deps.clock.now(), -QUOTES_KEPT_MS), QUOTES_AT_ONCE),
  );
}

/** A part that fails leaves the others alone. */
async function attempt({ log }: SweepDeps, part: string, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    log.error({ err: error, part }, 'a part of the sweep failed; it is tried again');
  }
}
