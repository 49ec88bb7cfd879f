import type { UploadRow } from '@lading/contract/bulk.ts';
import { COPY } from '../copy.ts';
import type { FileAnswer, FileRequest, TableSummary } from './file-messages.ts';
import type { ColumnMap } from './match-columns.ts';
import type { FillIn } from './prepare-rows.ts';

/** One file, read in its own worker. */
export interface FileReading {
  table: Promise<TableSummary | { problem: string }>;
  prepare: (columns: ColumnMap, fillIns: readonly FillIn[]) => Promise<UploadRow[]>;
  /** Terminates the worker. */
  close: () => void;
}

export function openFile(file: Blob, pasted: boolean, onRows: (rows: number) => void): FileReading {
  const worker = new Worker(new URL('./read-file.worker.ts', import.meta.url), { type: 'module' });
  const ask = (request: FileRequest) => worker.postMessage(request);
  let listen: (answer: FileAnswer) => void = () => {};
  let fail: () => void = () => {};
  worker.onmessage = ({ data }: MessageEvent<FileAnswer>) => listen(data);
  worker.onerror = () => fail();

  const table = new Promise<TableSummary | { problem: string }>((done) => {
    listen = (answer) => {
      if (answer.type === 'progress') onRows(answer.rows);
      else if (answer.type === 'table') done(answer.table);
      else if (answer.type === 'problem') done({ problem: answer.problem });
    };
    fail = () => done({ problem: COPY.fileProblems.unreadable });
    ask({ type: 'read', file, pasted });
  });

  return {
    table,
    prepare: (columns, fillIns) =>
      new Promise((done, reject) => {
        const rows: UploadRow[] = [];
        listen = (answer) => {
          if (answer.type !== 'rows') return;
          for (const row of answer.rows) rows.push(row);
          if (answer.last) done(rows);
        };
        fail = () => reject(new Error(COPY.fileProblems.unreadable));
        ask({ type: 'prepare', columns, fillIns });
      }),
    close: () => worker.terminate(),
  };
}
