import { COPY } from '../copy.ts';
import type { FileAnswer, FileRequest } from './file-messages.ts';
import { type ReadUpload, readUpload } from './read-upload.ts';

/** Reads one file outside the main thread. */
const answer = (message: FileAnswer) => self.postMessage(message);

let upload: ReadUpload | null = null;

async function read(file: Blob, pasted: boolean): Promise<void> {
  const result = await readUpload(file, {
    pasted,
    onRows: (rows) => answer({ type: 'progress', rows }),
  });
  if ('problem' in result) return answer({ type: 'problem', problem: result.problem });
  upload = result;
  answer({ type: 'table', table: result.summary });
}

/** Receiving ten thousand rows in one message would block the page. */
const PIECE_ROWS = 200;

function prepare(request: Extract<FileRequest, { type: 'prepare' }>): void {
  const rows = upload?.prepare(request.columns, request.fillIns) ?? [];
  for (let from = 0; from < rows.length; from += PIECE_ROWS) {
    const until = from + PIECE_ROWS;
    answer({ type: 'rows', rows: rows.slice(from, until), last: until >= rows.length });
  }
}

self.addEventListener('message', ({ data }: MessageEvent<FileRequest>) => {
  if (data.type === 'prepare') return prepare(data);
  read(data.file, data.pasted).catch((error: unknown) => {
    console.error(error);
    answer({ type: 'problem', problem: COPY.fileProblems.unreadable });
  });
});
