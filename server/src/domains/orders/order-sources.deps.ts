import type { ConnectedKind, OrderSourceKind } from '@lading/contract/orders/order-sources.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Row } from '../../platform/db/schema.ts';
import type { Log } from '../../platform/log.ts';
import type { SealedSecrets } from '../../platform/sealed-secrets.ts';
import type { OrderSource, SourceProblem } from '../../providers/order-sources/port.ts';
import type { NoticeDeps } from '../notices/notices.ts';
import type { SaveOrdersDeps } from './orders.deps.ts';
import type { OrderTimings } from './orders.timings.ts';

/** The stores that Lading can call. */
export interface OrderSources {
  adapters: Record<ConnectedKind, OrderSource>;
  /** Null if the error did not come from the store. */
  problemOf(error: unknown): SourceProblem | null;
}

export interface OrderSourceDeps extends NoticeDeps, SaveOrdersDeps {
  db: Database;
  clock: Clock;
  log: Log;
  orderSources: OrderSources;
  sourceSecrets: SealedSecrets;
  publicUrl: () => string;
  trackingUrl: (carrier: string, number: string) => string;
  timings: OrderTimings;
  /** The process stops, or the turn is over: long work ends at the next safe point. */
  isDraining: () => boolean;
}

export type StoredSource = Row<'order_sources'>;

const isConnected = (kind: OrderSourceKind, { adapters }: OrderSources): kind is ConnectedKind =>
  kind in adapters;

/** Null for sources that Lading does not call. */
export const adapterOf = (sources: OrderSources, kind: OrderSourceKind): OrderSource | null =>
  isConnected(kind, sources) ? sources.adapters[kind] : null;

/** Whether clients set up webhooks at this kind of store themselves. Only the owner of the app can, so not with the operator's. */
export function takesWebhookSecret(
  { orderSources }: Pick<OrderSourceDeps, 'orderSources'>,
  { kind }: Pick<StoredSource, 'kind'>,
): boolean {
  const adapter = adapterOf(orderSources, kind);
  const isByHand = adapter !== null && adapter.readWebhook !== null && adapter.subscribe === null;
  return isByHand && !adapter.authorization?.hasOperatorApp;
}
