import { ago, days, hours } from '../../platform/clock.ts';
import { reconcileIncidents } from '../reconciliation/report-incident.ts';
import {
  selectDifferingMovements,
  selectDifferingPayouts,
  selectMissingPayments,
  selectUnknownMovements,
} from './problems.store.ts';
import type { ProcessorDeps } from './processor-balance.deps.ts';

/** A payment may be recorded after the provider has listed its money. */
const UNKNOWN_AFTER_MS = hours(1);
/** After this long, the list must contain a payment and the outcome of a refund or dispute. */
const MISSING_AFTER_MS = days(3);
/** Older problems are looked at only while their incident is open. */
const LOOK_BACK_MS = days(30);

/** Compares the processor's lists with our payments, refunds, disputes and payouts. Run it after a complete read. */
export async function checkProcessorBalance(deps: ProcessorDeps): Promise<void> {
  const { db, clock, paymentProvider } = deps;
  const scope = {
    provider: paymentProvider.name,
    since: ago(clock, LOOK_BACK_MS),
    unknownBefore: ago(clock, UNKNOWN_AFTER_MS),
    settledBefore: ago(clock, MISSING_AFTER_MS),
  };
  await reconcileIncidents(deps, 'movement_unknown', (open) => selectUnknownMovements(db, scope, open));
  await reconcileIncidents(deps, 'movement_differs', (open) => selectDifferingMovements(db, scope, open));
  await reconcileIncidents(deps, 'movement_missing', (open) => selectMissingPayments(db, scope, open));
  await reconcileIncidents(deps, 'payout_differs', (open) => selectDifferingPayouts(db, scope, open));
}
