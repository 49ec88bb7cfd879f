import type { CsvExports } from '../../../platform/db/csv-export.ts';
import type { ShipmentDeps } from '../shipments.deps.ts';

export interface OperatorDeps extends ShipmentDeps {
  trackingUrl: (carrier: string, trackingNumber: string) => string;
  exports: CsvExports;
}
