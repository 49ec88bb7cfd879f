import {
  type Batch,
  BatchSchema,
  type BulkRow,
  RowEventsSchema,
  type RowsAnswer,
} from '@lading/contract/bulk.ts';
import { dateIn } from '@lading/contract/calendar-date.ts';
import type * as z from 'zod/mini';
import { reasonOf } from '../../../lib/api-error.ts';
import { parseJson } from '../../../lib/parse-json.ts';
import { createBatchRows } from './batch-rows.ts';
import type { BatchStore } from './batch-store.ts';
import { changeOf } from './change-of.ts';
import { createEditQueue, type KeptEdits, type Piece, type RowEdit } from './edit-queue.ts';
import { createEditSender } from './edit-sender.ts';
import type { StreamEvent } from './event-parser.ts';
import { createNotifier } from './frame-notifier.ts';
import { createKeeper, readKeptEdits } from './kept-edits.ts';
import { createUndoStack, type Inverse } from './undo-stack.ts';

/** Five hundred can take longer to read than the page may be deaf. */
const PAGE_ROWS = 250;

export interface StoreDependencies {
  getBatch: (signal: AbortSignal) => Promise<Batch>;
  getRows: (after: number, limit: number, signal: AbortSignal) => Promise<RowsAnswer>;
  /** Gives the version that the change has at the latest. */
  send: (piece: Piece) => Promise<number>;
  choose: (choices: { number: number; rateId: string }[]) => Promise<void>;
  follow: (after: number, onEvent: (event: StreamEvent) => void, signal: AbortSignal) => Promise<void>;
  timeZone: () => Promise<string>;
  readKept: () => Promise<unknown>;
  keep: (edits: KeptEdits | null) => Promise<void>;
  onRefused: (reason: unknown) => void;
  nextFrame: (run: () => void) => void;
  later: (run: () => void) => void;
  delay: (run: () => void, ms: number) => () => void;
  pause: (attempt: number, signal?: AbortSignal) => Promise<void>;
  now: () => number;
  date: () => Date;
}

/** Null for news that this version does not understand; the line goes on. */
function read<T>(schema: z.ZodMiniType<T>, data: string): T | null {
  const parsed = schema.safeParse(parseJson(data));
  if (parsed.success) return parsed.data;
  console.error(parsed.error);
  return null;
}

/** Paid rows are as they are. */
const mayChange = (row: BulkRow | undefined) =>
  row !== undefined && !row.paid && row.status !== 'label_generated';

export function createBatchStore(id: string, deps: StoreDependencies): BatchStore {
  const notifier = createNotifier(deps.nextFrame);
  const queue = createEditQueue();
  const undo = createUndoStack();
  const closing = new AbortController();
  let attempt = new AbortController();
  let batch: Batch | null = null;
  let loading: { done: number; total: number } | null = { done: 0, total: 0 };
  let failure: string | null = null;
  let timeZone = 'UTC';

  const today = () => dateIn(timeZone, deps.date());
  const rows = createBatchRows({
    queue,
    context: () => ({ today: today(), decimalComma: batch?.decimalComma ?? false }),
    changed: notifier.changed,
    now: deps.now,
    later: deps.later,
  });

  const keep = createKeeper(() => (queue.size() > 0 ? queue.kept() : null), deps.keep, deps.later);

  const numbersOf = (piece: Piece | Inverse) =>
    piece.kind === 'cells' ? piece.edits.map(({ number }) => number) : piece.numbers;
  const sender = createEditSender({
    queue,
    send: deps.send,
    onAnswered: () => {
      // What was kept may be sent twice, which does no harm; writing it anew for every piece would take its time.
      if (queue.size() === 0) void keep();
      notifier.changed();
    },
    onRefused: (piece, reason) => {
      rows.touch(numbersOf(piece));
      void keep();
      deps.onRefused(reason);
    },
    pause: (failures) => deps.pause(failures, closing.signal),
    delay: deps.delay,
    isClosed: () => closing.signal.aborted,
  });
  const enqueue = (change: Inverse) => {
    if (change.kind === 'cells') queue.edit(change.edits);
    else queue.remove(change.numbers, change.removed);
    rows.touch(numbersOf(change));
    void keep();
    sender.wake();
    notifier.changed();
  };

  function hear({ event, id: mark, data }: StreamEvent) {
    if (event === 'batch') {
      const event = read(BatchSchema, data);
      if (!event) return;
      batch = event;
      // The rows of every version up to the batch's own were told before it.
      rows.touch(queue.confirm(event.version));
      notifier.changed();
    } else if (event === 'rows') {
      const updates = read(RowEventsSchema, data)?.rows ?? [];
      const numbers = updates.map(({ number }) => number);
      rows.update(updates);
      rows.touch(queue.confirm(Number(mark), numbers));
    }
  }

  async function loadRows(total: number, signal: AbortSignal) {
    rows.clear();
    loading = { done: 0, total };
    notifier.changed();
    for (let after = 0; after < total; ) {
      const answer = await deps.getRows(after, PAGE_ROWS, signal);
      const last = answer.rows.at(-1);
      if (!last) break;
      rows.add(answer.rows);
      after = last.number;
      loading = { done: Math.min(after, total), total };
    }
    loading = null;
    notifier.changed();
  }

  /** News until every row of the file has come. */
  async function waitForRows(known: Batch, signal: AbortSignal) {
    const complete = new AbortController();
    const listen = (event: StreamEvent) => {
      hear(event);
      if (batch && batch.received >= batch.rowCount) complete.abort();
    };
    loading = null;
    await deps.follow(known.version, listen, AbortSignal.any([signal, complete.signal]));
  }

  async function open(signal: AbortSignal) {
    try {
      const [zone, kept] = await Promise.all([deps.timeZone(), deps.readKept()]);
      timeZone = zone;
      batch = await deps.getBatch(signal);
      notifier.changed();
      if (batch.received < batch.rowCount) {
        await waitForRows(batch, signal);
        if (signal.aborted) return;
        batch = await deps.getBatch(signal);
      }
      if (queue.size() === 0) restore(readKeptEdits(kept));
      // News that came while the rows were read are asked for from here on; hearing a state twice does no harm.
      const { version } = batch;
      await loadRows(batch.rowCount, signal);
      if (queue.size() > 0) sender.wake();
      await deps.follow(version, hear, signal);
    } catch (error) {
      if (signal.aborted) return;
      loading = null;
      failure = reasonOf(error);
      notifier.changed();
    }
  }

  function restore({ cells, removed }: KeptEdits) {
    queue.edit(cells.map(([number, changed]) => ({ number, cells: changed })));
    for (const [number, value] of removed) queue.remove([number], value);
  }

  const load = () => {
    attempt = new AbortController();
    failure = null;
    loading = { done: 0, total: 0 };
    notifier.changed();
    void open(AbortSignal.any([closing.signal, attempt.signal]));
  };

  function edit(edits: readonly RowEdit[]) {
    const changes = edits.flatMap((edit) => {
      const base = rows.told(edit.number);
      return base && mayChange(base) ? (changeOf(edit, base.cells, queue.cellsOf(edit.number)) ?? []) : [];
    });
    if (changes.length === 0) return;
    undo.push({ kind: 'cells', edits: changes.map(({ before }) => before) });
    enqueue({ kind: 'cells', edits: changes.map(({ after }) => after) });
  }

  load();
  return {
    id,
    subscribe: notifier.subscribe,
    batch: () => batch,
    rowNumbers: rows.numbers,
    row: rows.row,
    revision: rows.revision,
    loading: () => loading,
    failure: () => failure,
    reload() {
      attempt.abort();
      load();
    },
    unsaved: queue.size,
    flush: sender.flush,
    today,
    edit,

    remove(numbers, removed) {
      const changing = numbers.filter((number) => {
        const row = rows.row(number);
        return mayChange(row) && row?.removed !== removed;
      });
      if (changing.length === 0) return;
      undo.push({ kind: 'removal', numbers: changing, removed: !removed });
      enqueue({ kind: 'removal', numbers: changing, removed });
    },

    recheck(numbers) {
      enqueue({ kind: 'cells', edits: numbers.map((number) => ({ number, cells: {} })) });
    },

    async choose(choices) {
      const before = choices.flatMap(({ number }) => rows.told(number) ?? []);
      for (const { number, rateId, rate } of choices) {
        const row = rows.told(number);
        if (row) rows.replace({ ...row, status: 'rate_selected', selectedRateId: rateId, rate });
      }
      try {
        await deps.choose(choices.map(({ number, rateId }) => ({ number, rateId })));
      } catch (error) {
        for (const row of before) rows.replace(row);
        throw error;
      }
    },

    undo() {
      const step = undo.pop();
      if (step) enqueue(step);
    },
    canUndo: () => !undo.isEmpty(),

    close() {
      if (queue.size() > 0) void sender.flush();
      closing.abort();
    },
  };
}
