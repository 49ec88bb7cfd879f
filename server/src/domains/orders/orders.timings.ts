import { hours, minutes } from '../../platform/clock.ts';

/** All on the database's clock. */
export interface OrderTimings {
  /** How long until a store is read again. */
  orderReadEveryMs: number;
  /** How long a store is left alone after a process that read it was last heard of. */
  orderReadLeaseMs: number;
  /** How long stores are called before others get their turn. A call that has begun is finished. */
  orderTurnMs: number;
  /** How long after its turn began a store is called to finish a page. Longer than a turn, so that the last page also makes progress. */
  orderCallsMs: number;
  /** The first wait after a failed call to a store. It doubles with every failure. */
  orderRetryMs: number;
  maxOrderRetryMs: number;
  /** More than twice as long as a report takes: a call of a process that lost its claim must not be repeated. */
  reportLeaseMs: number;
  /** How long one process may take to renew credentials. */
  renewLeaseMs: number;
  /** How long other processes leave a client's orders to the one that checks them. Longer than a page of them takes. */
  recheckLeaseMs: number;
}

export const ORDER_TIMINGS: OrderTimings = {
  orderReadEveryMs: minutes(10),
  orderReadLeaseMs: minutes(5),
  orderTurnMs: minutes(1),
  orderCallsMs: minutes(2),
  orderRetryMs: 20_000,
  maxOrderRetryMs: hours(1),
  reportLeaseMs: minutes(10),
  renewLeaseMs: minutes(1),
  recheckLeaseMs: minutes(1),
};

export const FAST_ORDER_TIMINGS: OrderTimings = {
  orderReadEveryMs: 1_000,
  orderReadLeaseMs: 15_000,
  orderTurnMs: minutes(1),
  orderCallsMs: minutes(2),
  orderRetryMs: 300,
  maxOrderRetryMs: 2_000,
  reportLeaseMs: 10_000,
  renewLeaseMs: 10_000,
  recheckLeaseMs: 5_000,
};
