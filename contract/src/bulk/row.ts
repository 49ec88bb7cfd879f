import * as z from 'zod/mini';
import type { AddressForm } from '../address-form.ts';
import type { CustomsDeclaration } from '../customs/declaration.ts';
import type { Extras } from '../customs/extras.ts';
import { openEnum } from '../open-enum.ts';
import type { Parcel } from '../parcel.ts';
import { BULK_COLUMNS, type BulkCells, type BulkColumn } from './columns.ts';

/** The specification's row statuses. */
export const BULK_STATUSES = [
  'pending',
  'invalid',
  'rates_loaded',
  'rate_selected',
  'label_generated',
  'label_failed',
] as const;
export type BulkStatus = (typeof BULK_STATUSES)[number];

/** Problems of the same kind in the same column can be fixed together. */
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
  'declaration',
  'customs_missing',
  'customs',
  'address',
  'address_check',
  'rates',
] as const;
export type ProblemKind = (typeof PROBLEM_KINDS)[number];

/** Problems of the customs declaration: no items, a missing value, an invalid value. */
export const CUSTOMS_KINDS = [
  'declaration',
  'customs_missing',
  'customs',
] as const satisfies readonly ProblemKind[];
const CUSTOMS_KIND_SET: ReadonlySet<string> = new Set(CUSTOMS_KINDS);
export const isCustomsProblem = ({ kind }: { kind: string }): boolean => CUSTOMS_KIND_SET.has(kind);

export const ColumnSchema = z.enum(BULK_COLUMNS as readonly [BulkColumn, ...BulkColumn[]]);
export const BulkCellsSchema = z.partialRecord(ColumnSchema, z.string());

/** A problem, shown in the cell where it can be fixed. */
export const BulkProblemSchema = z.object({
  column: ColumnSchema,
  kind: openEnum(PROBLEM_KINDS),
  message: z.string(),
  /** A suggested fix: cell values to apply with one click. */
  fix: z.optional(z.object({ text: z.string(), cells: BulkCellsSchema })),
});
export type BulkProblem = z.infer<typeof BulkProblemSchema>;

/** Values that were read differently than written. The client always sees them. */
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
  kind: openEnum(REPAIR_KINDS),
  from: z.string(),
  to: z.string(),
});
export type BulkRepair = z.infer<typeof BulkRepairSchema>;

export interface BulkShipment {
  sender: AddressForm;
  receiver: AddressForm;
  package: Parcel;
  shippingDate: string;
  /** Absent if the route needs no declaration. */
  customs?: CustomsDeclaration;
  /** Absent if the row has none. */
  extras?: Extras;
}

/** The result of checking a row, identical in the browser and on the server. */
export interface CheckedRow {
  /** The value of every column, after repairs. */
  values: BulkCells;
  repairs: BulkRepair[];
  problems: BulkProblem[];
  /** Null if there are problems. */
  shipment: BulkShipment | null;
}

export interface CheckContext {
  /** Today in the operator's time zone, YYYY-MM-DD. */
  today: string;
  /** True for semicolon-separated files, which use decimal commas. */
  decimalComma: boolean;
  /** In the browser, which has only the masked tax IDs of stored rows. The server checks the numbers. */
  hasMaskedTaxIds?: boolean;
}
