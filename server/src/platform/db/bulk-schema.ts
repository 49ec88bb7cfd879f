import type { ValidateAddressAnswer } from '@lading/contract/addresses.ts';
import type { BulkCells, BulkColumn } from '@lading/contract/bulk/columns.ts';
import type { BulkProblem, BulkShipment, BulkStatus } from '@lading/contract/bulk/row.ts';
import type { BatchStep, BatchWork } from '@lading/contract/bulk.ts';
import type { Rate } from '@lading/contract/shipments.ts';
import type { ColumnType, Generated } from 'kysely';

/** Written once. */
type Never<T> = ColumnType<T, T, never>;
/** Kept as JSON: objects go in as text and come out as objects. */
type Json<T> = ColumnType<T, string, string>;
type GeneratedJson<T> = ColumnType<T, string | undefined, string>;

export interface BulkSchema {
  bulk_batches: BulkBatchesTable;
  bulk_rows: BulkRowsTable;
}

export interface BulkBatchesTable {
  id: Never<string>;
  user_id: Never<string>;
  file_name: Never<string>;
  file_hash: Never<Buffer>;
  source: Never<string>;
  columns: ColumnType<string[], string, never>;
  decimal_comma: Never<boolean>;
  row_count: Never<number>;
  step: Generated<BatchStep>;
  version: Generated<number>;
  work_total: Generated<number>;
  work_started_at: Date | null;
  paused_at: Date | null;
  created_at: Never<Date>;
  updated_at: Date;
  discarded_at: Date | null;
}

/** Whose verdict on the two addresses of a row. */
export interface RowValidations {
  sender: ValidateAddressAnswer;
  receiver: ValidateAddressAnswer;
}

export interface RowDuplicate {
  number: number | null;
  fileName: string | null;
  date: string | null;
}

export interface BulkRowsTable {
  batch_id: Never<string>;
  number: Never<number>;
  line: Never<number>;
  cells: Json<BulkCells>;
  original: Json<string[]>;
  filled: Json<BulkColumn[]>;
  status: Generated<BulkStatus>;
  removed: Generated<boolean>;
  problems: GeneratedJson<BulkProblem[]>;
  error: string | null;
  shipment: ColumnType<BulkShipment | null, string | null, string | null>;
  validations: ColumnType<RowValidations | null, string | null, string | null>;
  digest: Buffer | null;
  twin: ColumnType<RowDuplicate | null, string | null, string | null>;
  rates: GeneratedJson<Rate[]>;
  messages: GeneratedJson<{ carrier: string; text: string }[]>;
  offered: Generated<string[]>;
  selected: string | null;
  chosen: ColumnType<Rate | null, string | null, string | null>;
  chosen_by: 'rule' | 'hand' | null;
  cents: number | null;
  payment_id: string | null;
  returned: Generated<string[]>;
  shipment_id: string | null;
  work: BatchWork | null;
  lease_until: Date | null;
  tries: Generated<number>;
  version: number;
  cells_version: number;
}
