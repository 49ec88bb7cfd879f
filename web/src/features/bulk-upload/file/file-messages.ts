import type { UploadRow } from '@lading/contract/bulk.ts';
import type { Encoding } from './decode-text.ts';
import type { ColumnMap, Match } from './match-columns.ts';
import type { FillIn } from './prepare-rows.ts';

/** What page and worker say to each other. The table stays in the worker until its columns are known. */
export type FileRequest =
  | { type: 'read'; file: Blob; pasted: boolean }
  | { type: 'prepare'; columns: ColumnMap; fillIns: readonly FillIn[] };

export type FileAnswer =
  | { type: 'progress'; rows: number }
  | { type: 'table'; table: TableSummary }
  | { type: 'problem'; problem: string }
  | { type: 'rows'; rows: UploadRow[]; last: boolean };

/** As much of a table as a person is asked about. */
export interface TableSummary {
  fileHash: string;
  header: string[];
  /** Up to three values of each column. */
  samples: string[][];
  match: Match;
  encoding: Encoding;
  delimiter: string;
  warnings: string[];
  /** Rows of the file, and shipments that they make. */
  rowCount: number;
  shipmentCount: number;
  /** Lines that are no shipments. */
  leftOut: number[];
  /** For each column, how many shipments have nothing in it. */
  empty: number[];
}
