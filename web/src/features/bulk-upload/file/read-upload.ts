import type { UploadRow } from '@lading/contract/bulk.ts';
import type { TextRecord } from '@lading/contract/read-records.ts';
import { COPY } from '../copy.ts';
import type { TableSummary } from './file-messages.ts';
import type { ColumnMap } from './match-columns.ts';
import { mergeItems, mergeOrders } from './merge-orders.ts';
import { type FillIn, prepareRows } from './prepare-rows.ts';
import { type ReadOptions, readTable } from './read-table.ts';
import { hashOfBytes } from './sha256.ts';
import { SNIFF_BYTES, sniffContent } from './sniff-content.ts';

const SAMPLES = 3;
const SAMPLE_LENGTH = 60;

export interface ReadUpload {
  summary: TableSummary;
  prepare: (columns: ColumnMap, fillIns: readonly FillIn[]) => UploadRow[];
}

function samplesOf(rows: readonly TextRecord[], place: number): string[] {
  const found = new Set<string>();
  for (const { cells } of rows) {
    const value = cells[place]?.trim() ?? '';
    if (value !== '') found.add(value.slice(0, SAMPLE_LENGTH).toWellFormed());
    if (found.size === SAMPLES) break;
  }
  return [...found];
}

function emptyCounts(rows: readonly TextRecord[], width: number): number[] {
  const counts = Array<number>(width).fill(0);
  for (const { cells } of rows)
    for (let place = 0; place < width; place += 1)
      if ((cells[place]?.trim() ?? '') === '') counts[place] = (counts[place] ?? 0) + 1;
  return counts;
}

/** Reads a file into a table. Other file types are rejected by their first bytes. */
export async function readUpload(
  file: Blob,
  options: ReadOptions,
): Promise<ReadUpload | { problem: string }> {
  let bytes: Uint8Array<ArrayBuffer>;
  try {
    const kind = sniffContent(new Uint8Array(await file.slice(0, SNIFF_BYTES).arrayBuffer()));
    if (kind !== null) return { problem: COPY.fileProblems.wrongType(kind) };
    bytes = new Uint8Array(await file.arrayBuffer());
  } catch {
    return { problem: COPY.fileProblems.unreadable };
  }
  const table = readTable(bytes, options);
  if ('problem' in table) return table;
  const { header, match, rows: written, ...rest } = table;
  const shipmentsOf = (columns: ColumnMap) =>
    match.kind === 'export' ? mergeOrders(written, match) : mergeItems(written, columns);
  const { rows, leftOut } = shipmentsOf(match.columns);
  if (rows.length === 0) return { problem: COPY.fileProblems.noRows };
  return {
    summary: {
      ...rest,
      fileHash: await hashOfBytes(bytes),
      header,
      match,
      samples: header.map((_, place) => samplesOf(rows, place)),
      rowCount: written.length,
      shipmentCount: rows.length,
      leftOut,
      empty: emptyCounts(rows, header.length),
    },
    prepare: (columns, fillIns) => prepareRows(header, shipmentsOf(columns).rows, columns, fillIns),
  };
}
