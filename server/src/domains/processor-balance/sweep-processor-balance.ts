import { ago, days } from '../../platform/clock.ts';
import { checkProcessorBalance } from './check-processor-balance.ts';
import { matchMovements } from './movements.store.ts';
import type { ProcessorDeps } from './processor-balance.deps.ts';
import { readMovements } from './read-movements.ts';
import { readPayouts } from './read-payouts.ts';
import { claimRead, continueSoon, ensureReads } from './reads.store.ts';

/** How long we keep trying to match a movement with a payment or refund. */
const MATCH_FOR_MS = days(30);

/** One process reads the processor's balance every few minutes. A long list takes several sweeps. */
export async function sweepProcessorBalance(deps: ProcessorDeps): Promise<void> {
  const { db, clock, paymentProvider, timings } = deps;
  const provider = paymentProvider.name;
  await ensureReads(db, provider, clock.now());
  if (!(await claimRead(db, provider, timings.processorReadEveryMs))) return;
  if (!(await readProcessorBalance(deps))) await continueSoon(db, provider);
}

/** Reads movements and payouts, and compares them with our payments. True when everything was read. */
export async function readProcessorBalance(deps: ProcessorDeps): Promise<boolean> {
  const { db, clock, paymentProvider } = deps;
  const provider = paymentProvider.name;
  await ensureReads(db, provider, clock.now());
  const isComplete = await readMovements(deps);
  if (!isComplete) return false;
  await readPayouts(deps);
  await matchMovements(db, provider, ago(clock, MATCH_FOR_MS));
  await checkProcessorBalance(deps);
  return true;
}
