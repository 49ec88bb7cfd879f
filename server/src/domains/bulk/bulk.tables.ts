import type { ValidateAddressAnswer } from '@lading/contract/addresses.ts';
import type { BulkColumn } from '@lading/contract/bulk/columns.ts';
import type { BulkProblem, BulkStatus } from '@lading/contract/bulk/row.ts';
import type { BatchStep, BatchWork, CHOSEN_BY } from '@lading/contract/bulk.ts';
import type { ServiceWish, UnmetChoice } from '@lading/contract/orders/service-choice.ts';
import type { CarrierMessage } from '@lading/contract/rate-refusals.ts';
import type { Rate } from '@lading/contract/shipments.ts';
import type { ColumnType, Generated } from 'kysely';
import type { Immutable, Json, JsonWithDefault, NullableJson } from '../../platform/db/column-types.ts';
import type { StoredCells, StoredOriginal, StoredShipment } from './stored-row.ts';

export interface BulkTables {
  bulk_batches: BulkBatchesTable;
  bulk_rows: BulkRowsTable;
}

export interface BulkBatchesTable {
  id: Immutable<string>;
  user_id: Immutable<string>;
  file_name: Immutable<string>;
  file_hash: Immutable<Buffer>;
  source: Immutable<string>;
  columns: ColumnType<string[], string, never>;
  decimal_comma: Immutable<boolean>;
  row_count: Immutable<number>;
  /** As JSON, repeated calls included. */
  received_bytes: Generated<number>;
  step: Generated<BatchStep>;
  version: Generated<number>;
  work_total: Generated<number>;
  work_started_at: Date | null;
  paused_at: Date | null;
  created_at: Immutable<Date>;
  updated_at: Date;
  discarded_at: Date | null;
}

export interface RowValidations {
  sender: ValidateAddressAnswer;
  receiver: ValidateAddressAnswer;
}

interface RowDuplicate {
  number: number | null;
  fileName: string | null;
  date: string | null;
}

/** `rule`: the cheapest, or a rule for the whole batch. `wish`: what the rules of the order ask for. */
export type ChosenBy = (typeof CHOSEN_BY)[number];

export interface BulkRowsTable {
  batch_id: Immutable<string>;
  number: Immutable<number>;
  line: Immutable<number>;
  cells: Json<StoredCells>;
  original: Json<StoredOriginal>;
  filled: Json<BulkColumn[]>;
  status: Generated<BulkStatus>;
  removed: Generated<boolean>;
  problems: JsonWithDefault<BulkProblem[]>;
  error: string | null;
  shipment: NullableJson<StoredShipment>;
  validations: NullableJson<RowValidations>;
  digest: Buffer | null;
  twin: NullableJson<RowDuplicate>;
  rates: JsonWithDefault<Rate[]>;
  messages: JsonWithDefault<CarrierMessage[]>;
  offered: Generated<string[]>;
  selected: string | null;
  chosen: NullableJson<Rate>;
  chosen_by: ChosenBy | null;
  wish: NullableJson<ServiceWish>;
  unmet: UnmetChoice | null;
  cents: number | null;
  payment_id: string | null;
  returned: Generated<string[]>;
  shipment_id: string | null;
  work: BatchWork | null;
  lease_until: Date | null;
  held_by: Generated<string | null>;
  tries: Generated<number>;
  version: number;
  cells_version: number;
}
