import { SOURCE_SENTENCES, type SourceError } from '@lading/contract/orders/order-sources.ts';
import { visibleOnly } from '@lading/contract/storable-text.ts';
import { transaction } from '../../platform/db/database.ts';
import { newId } from '../../platform/ids.ts';
import { queueSourceRefusedNotice } from '../notices/notices.ts';
import type { OrderSourceDeps, StoredSource } from './order-sources.deps.ts';
import { markRefused } from './order-sources.store.ts';

const MAX_MESSAGE = 300;
const MAX_DOUBLINGS = 10;

type FailedSource = Pick<StoredSource, 'id' | 'secrets'>;

interface SourceFailure {
  /** False for credentials that the client has replaced since. */
  isRefused: boolean;
  /** Before the same call is repeated. */
  waitMs: number;
  /** How long the store asks us to make no calls. */
  askedMs: number;
  error: SourceError;
}

/**
 * What a failed call means: how long to wait, or that nothing more can be done before the client acts. A refusal stops
 * all work for the source and is emailed to the client.
 */
export async function noteFailure(
  deps: OrderSourceDeps,
  source: FailedSource,
  error: unknown,
  earlierFailures: number,
): Promise<SourceFailure> {
  const problem = deps.orderSources.problemOf(error);
  const askedMs = (problem?.kind === 'unavailable' && problem.retryAfterMs) || 0;
  const waitMs = waitAfter(deps, earlierFailures, askedMs);
  if (problem?.kind === 'refused') {
    const refusal = { code: problem.code, message: shortened(problem.message) };
    const isRefused = await refuseSource(deps, source, refusal);
    return { isRefused, waitMs, askedMs, error: isRefused ? refusal : { ...refusal, code: 'unavailable' } };
  }
  if (!problem)
    deps.log.warn(
      { event: 'order_sources.unexpected_answer', sourceId: source.id, err: error },
      'A call to a store failed unexpectedly; will retry',
    );
  const message = problem ? shortened(problem.message) : SOURCE_SENTENCES.unavailable;
  return { isRefused: false, waitMs, askedMs, error: { code: 'unavailable', message } };
}

const refuseSource = (deps: OrderSourceDeps, source: FailedSource, error: SourceError): Promise<boolean> =>
  transaction(deps.db, async (trx) => {
    const isRefused = await markRefused(trx, source, error, deps.clock.now());
    if (isRefused) await queueSourceRefusedNotice(deps, trx, { sourceId: source.id, refusalId: newId() });
    return isRefused;
  });

/** Doubles with every failure, and never ends before the time that the store asked for. */
export function waitAfter(
  { timings }: Pick<OrderSourceDeps, 'timings'>,
  earlierFailures: number,
  askedMs = 0,
): number {
  const backoff = timings.orderRetryMs * 2 ** Math.min(earlierFailures, MAX_DOUBLINGS);
  const jittered = Math.min(backoff, timings.maxOrderRetryMs) * (0.75 + Math.random() * 0.5);
  return Math.ceil(Math.max(jittered, askedMs));
}

/** Stores can send arbitrary text. */
export const shortened = (text: string): string => visibleOnly(text, MAX_MESSAGE);
