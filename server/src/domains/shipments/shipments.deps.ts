import type { SealedSecrets } from '../../platform/sealed-secrets.ts';
import type { LabelProvider } from '../../providers/label-providers/port.ts';
import type { PaymentDeps } from '../payments/payments.deps.ts';
import type { PaymentTimings } from '../payments/payments.timings.ts';
import type { Quote, QuoteOrder } from '../pricing/make-quotes.ts';
import type { PurchaseWriter } from './purchase-writer.ts';
import type { ShipmentTimings } from './shipments.timings.ts';

export interface ShipmentDeps extends PaymentDeps {
  labelProvider: LabelProvider;
  /** Encrypts the tax IDs of declarations. */
  taxIdSecrets: SealedSecrets;
  timings: ShipmentTimings & PaymentTimings;
  /** How quotes are stored; one by one if absent. */
  makeQuotes?: (order: QuoteOrder) => Promise<Quote[]>;
  /** How purchases are written; one by one if absent. */
  purchases?: PurchaseWriter;
}
