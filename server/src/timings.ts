import { BULK_TIMINGS, type BulkTimings, FAST_BULK_TIMINGS } from './domains/bulk/bulk.timings.ts';
import { FAST_ORDER_TIMINGS, ORDER_TIMINGS, type OrderTimings } from './domains/orders/orders.timings.ts';
import {
  FAST_PAYMENT_TIMINGS,
  PAYMENT_TIMINGS,
  type PaymentTimings,
} from './domains/payments/payments.timings.ts';
import {
  FAST_PROCESSOR_TIMINGS,
  PROCESSOR_TIMINGS,
  type ProcessorTimings,
} from './domains/processor-balance/processor-balance.timings.ts';
import {
  FAST_SHIPMENT_TIMINGS,
  SHIPMENT_TIMINGS,
  type ShipmentTimings,
} from './domains/shipments/shipments.timings.ts';

export interface Timings
  extends BulkTimings,
    OrderTimings,
    PaymentTimings,
    ProcessorTimings,
    ShipmentTimings {
  sweepEveryMs: number;
  cleanUpEveryMs: number;
}

export const TIMINGS: Timings = {
  ...BULK_TIMINGS,
  ...ORDER_TIMINGS,
  ...PAYMENT_TIMINGS,
  ...PROCESSOR_TIMINGS,
  ...SHIPMENT_TIMINGS,
  sweepEveryMs: 15_000,
  cleanUpEveryMs: 15_000,
};

/** For tests that kill the process and wait until everything has recovered. */
export const FAST_TIMINGS: Timings = {
  ...FAST_BULK_TIMINGS,
  ...FAST_ORDER_TIMINGS,
  ...FAST_PAYMENT_TIMINGS,
  ...FAST_PROCESSOR_TIMINGS,
  ...FAST_SHIPMENT_TIMINGS,
  sweepEveryMs: 500,
  cleanUpEveryMs: 5_000,
};
