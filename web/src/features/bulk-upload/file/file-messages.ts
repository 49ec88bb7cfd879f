import type { UploadRow } from '@lading/contract/bulk.ts';
import type { Encoding } from './decode-text.ts';
import type { ColumnMap, Match } from './match-columns.ts';
import type { FillIn } from './prepare-rows.ts';

/** Messages between page and worker. The table stays in the worker until its columns are matched. */
export type FileRequest =
  | { type: 'read'; file: Blob; pasted: boolean }
  | { type: 'prepare'; columns: ColumnMap; fillIns: readonly FillIn[] };

export type FileAnswer =
  | { type: 'progress'; rows: number }
  | { type: 'table'; table: TableSummary }
  | { type: 'problem'; problem: string }
  | { type: 'rows'; rows: UploadRow[]; last: boolean };

/** The data about a table that the page needs for its questions. */
export interface TableSummary {
  fileHash: string;
  header: string[];
  /** Up to three values per column. */
  samples: string[][];
  match: Match;
  encoding: Encoding;
  delimiter: string;
  warnings: string[];
  /** Rows in the file, and the shipments they make. */
  rowCount: number;
  shipmentCount: number;
  /** Lines skipped because they have no address. */
  leftOut: number[];
  /** For each column, the number of shipments without a value. */
  empty: number[];
}
