import type { CarrierProvider } from '../../providers/carriers/port.ts';
import type { PaymentDeps } from '../payments/payments.deps.ts';
import type { PaymentTimings } from '../payments/payments.timings.ts';
import type { ShipmentTimings } from './shipments.timings.ts';

export interface ShipmentDeps extends PaymentDeps {
  carrier: CarrierProvider;
  /** The operator's time zone, which decides what "today" is. */
  timeZone: string;
  timings: ShipmentTimings & PaymentTimings;
}
