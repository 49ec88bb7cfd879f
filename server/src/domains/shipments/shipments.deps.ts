import type { LabelProvider } from '../../providers/label-providers/port.ts';
import type { PaymentDeps } from '../payments/payments.deps.ts';
import type { PaymentTimings } from '../payments/payments.timings.ts';
import type { ShipmentTimings } from './shipments.timings.ts';

export interface ShipmentDeps extends PaymentDeps {
  labelProvider: LabelProvider;
  /** The operator's time zone, which determines today's date. */
  timeZone: string;
  timings: ShipmentTimings & PaymentTimings;
}
