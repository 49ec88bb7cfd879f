import { checkBulkRow } from '@lading/contract/bulk/check-row.ts';
import { BULK_COLUMNS, type BulkCells } from '@lading/contract/bulk/columns.ts';
import { completeItems, itemKey } from '@lading/contract/bulk/complete-items.ts';
import { isCustomsProblem } from '@lading/contract/bulk/row.ts';
import {
  type Batch,
  type BulkRow,
  CompleteItemsBodySchema,
  type EditRowsBody,
  type RowUpdate,
} from '@lading/contract/bulk.ts';
import { API, path } from '@lading/contract/routes.ts';
import { batchOf, rowOf } from '../src/features/bulk-upload/batch/batch.fixture.ts';
import { type Answers, json } from './fake-server.ts';

const today = () => new Date().toISOString().slice(0, 10);

/** A row as the server stores it, with its problems. */
export function checkedRow(number: number, cells: BulkCells, part: Partial<BulkRow> = {}): BulkRow {
  const { problems } = checkBulkRow(cells, { today: today(), decimalComma: false });
  const isValid = problems.length === 0;
  return rowOf(number, {
    cells,
    originalRowData: BULK_COLUMNS.map((column) => cells[column] ?? ''),
    problems,
    isValid,
    status: isValid ? 'pending' : 'invalid',
    error: problems[0]?.message ?? null,
    ...part,
  });
}

const updateFor = ({ id: _, line: __, originalRowData: ___, filled: ____, ...update }: BulkRow): RowUpdate =>
  update;

/** A batch that takes edits and removals as the server does, and reports them as events. */
export function fakeBatch(initial: readonly BulkRow[], part: Partial<Batch> = {}) {
  const rows = new Map(initial.map((row) => [row.number, row]));
  const encoder = new TextEncoder();
  let stream: ReadableStreamDefaultController<Uint8Array> | null = null;
  let version = 10;
  let about = part;

  const batch = (): Batch => {
    const counts = { ...batchOf().counts, pending: 0 };
    for (const { status, removed } of rows.values()) {
      if (removed) counts.removed += 1;
      else if (Object.hasOwn(counts, status)) counts[status as keyof typeof counts] += 1;
    }
    const size = { rowCount: rows.size, received: rows.size };
    return batchOf({ columns: [...BULK_COLUMNS], ...size, counts, version, ...about });
  };
  const send = (event: string, data: unknown) =>
    stream?.enqueue(encoder.encode(`id: ${version}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`));

  /** Stores the rows and reports them to everyone who follows the batch. */
  const change = (changed: readonly BulkRow[], changes: Partial<Batch> = {}) => {
    version += 1;
    about = { ...about, ...changes };
    for (const row of changed) rows.set(row.number, row);
    send('rows', { rows: changed.map(updateFor) });
    send('batch', batch());
  };
  const rowAt = (number: number): BulkRow => {
    const row = rows.get(number);
    if (!row) throw new Error(`The batch has no row ${number}.`);
    return row;
  };
  const edited = ({ number, cells }: EditRowsBody['edits'][number]) => {
    const { originalRowData, duplicate, cells: before } = rowAt(number);
    return checkedRow(number, { ...before, ...cells }, { originalRowData, duplicate });
  };

  const { id } = batch();
  const at = (route: string) => path(route, { id });
  const answers: Answers = {
    [`GET ${at(API.batch)}`]: () => json({ batch: batch() }),
    [`GET ${at(API.batchRows)}`]: ({ query }) => {
      const after = [...rows.values()].filter(({ number }) => number > Number(query.get('after')));
      return json({ rows: after.slice(0, Number(query.get('limit'))), version });
    },
    [`GET ${at(API.batchEvents)}`]: () => {
      const body = new ReadableStream<Uint8Array>({
        start: (controller) => {
          stream = controller;
        },
        cancel: () => {
          stream = null;
        },
      });
      return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
    },
    [`PATCH ${at(API.batchRows)}`]: ({ body }) => {
      change((body as EditRowsBody).edits.map(edited));
      return json({ batch: batch() });
    },
    [`POST ${at(API.batchItems)}`]: ({ body }) => {
      const { answers: given } = CompleteItemsBodySchema.parse(body);
      const values = new Map(given.map((answer) => [itemKey(answer), answer.values]));
      const completed = [...rows.values()].flatMap(({ number, cells, problems }) => {
        const done = problems.some(isCustomsProblem)
          ? completeItems(cells, false, (key) => values.get(key))
          : null;
        return done ? [edited({ number, cells: done.cells })] : [];
      });
      change(completed);
      return json({ batch: batch() });
    },
    [`POST ${at(API.batchRemovals)}`]: ({ body }) => {
      const { numbers, removed } = body as { numbers: number[]; removed: boolean };
      change(numbers.map((number) => ({ ...rowAt(number), removed })));
      return json({ batch: batch() });
    },
  };
  return { id, answers, at, change, row: rowAt };
}
