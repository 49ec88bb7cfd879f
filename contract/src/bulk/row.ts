import * as z from 'zod/mini';
import type { AddressForm } from '../address-form.ts';
import type { Parcel } from '../parcel.ts';
import { BULK_COLUMNS, type BulkCells, type BulkColumn } from './columns.ts';

/** The specification's statuses of a shipment in a batch. */
export const BULK_STATUSES = [
  'pending',
  'invalid',
  'rates_loaded',
  'rate_selected',
  'label_generated',
  'label_failed',
] as const;
export type BulkStatus = (typeof BULK_STATUSES)[number];

/** What kind of thing is wrong; rows with the same kind at the same column are mended together. */
export const PROBLEM_KINDS = [
  'missing',
  'date_format',
  'date_past',
  'number',
  'phone',
  'email',
  'text',
  'country',
  'unit',
  'address',
  'address_check',
  'rates',
] as const;
export type ProblemKind = (typeof PROBLEM_KINDS)[number];

export const ColumnSchema = z.enum(BULK_COLUMNS as readonly [BulkColumn, ...BulkColumn[]]);
export const BulkCellsSchema = z.partialRecord(ColumnSchema, z.string());

/** One thing wrong with a row, at the cell where it can be mended. */
export const BulkProblemSchema = z.object({
  column: ColumnSchema,
  kind: z.enum(PROBLEM_KINDS),
  message: z.string(),
  /** What would mend it: values for some columns, to be taken with one click. */
  fix: z.optional(z.object({ text: z.string(), cells: BulkCellsSchema })),
});
export type BulkProblem = z.infer<typeof BulkProblemSchema>;

/** A value that was read otherwise than it was written: shown, and never silent. */
export const REPAIR_KINDS = [
  'zip_zeros',
  'spreadsheet',
  'date',
  'number',
  'unit',
  'state',
  'country',
  'phone',
  'filled',
] as const;
export type RepairKind = (typeof REPAIR_KINDS)[number];

export const BulkRepairSchema = z.object({
  column: ColumnSchema,
  kind: z.enum(REPAIR_KINDS),
  from: z.string(),
  to: z.string(),
});
export type BulkRepair = z.infer<typeof BulkRepairSchema>;

/** A row that can be priced. */
export interface BulkShipment {
  sender: AddressForm;
  receiver: AddressForm;
  package: Parcel;
  shippingDate: string;
}

/** What one function says of a row, the same in the browser and on the server. */
export interface CheckedRow {
  /** Every column's value as it was understood. */
  values: BulkCells;
  repairs: BulkRepair[];
  problems: BulkProblem[];
  /** Null while there is a problem. */
  shipment: BulkShipment | null;
}

export interface CheckContext {
  /** The day that it is for the operator, YYYY-MM-DD. */
  today: string;
  /** True for files whose cells are divided by semicolons: there a comma divides the decimals. */
  decimalComma: boolean;
}
