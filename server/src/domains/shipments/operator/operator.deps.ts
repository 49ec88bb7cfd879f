import type { CsvExports } from '../../../platform/db/csv-export.ts';
import type { LabelFileDeps } from '../label-file.ts';
import type { ShipmentDeps } from '../shipments.deps.ts';

export interface OperatorDeps extends ShipmentDeps, Pick<LabelFileDeps, 'labelRenderer'> {
  trackingUrl: (carrier: string, trackingNumber: string) => string;
  exports: CsvExports;
}
