import { type Batch, BatchSchema, RowEventsSchema } from '@lading/contract/bulk.ts';
import type * as z from 'zod/mini';
import { ApiError, reasonOf } from '../../../lib/api-error.ts';
import { parseJson } from '../../../lib/parse-json.ts';
import type { StoreDependencies } from './batch-dependencies.ts';
import type { BatchEdits } from './batch-edits.ts';
import type { BatchRows } from './batch-rows.ts';
import type { LoadFailure } from './batch-store.ts';
import type { EditQueue } from './edit-queue.ts';
import type { StreamEvent } from './follow-events.ts';

/** Larger pages block the main thread for too long. */
const PAGE_ROWS = 250;

/** Everything about a batch except its rows. */
export interface BatchState {
  batch: Batch | null;
  loading: { done: number; total: number } | null;
  failure: LoadFailure | null;
  timeZone: string;
}

interface Options extends Pick<StoreDependencies, 'api' | 'drafts'> {
  state: BatchState;
  queue: EditQueue;
  rows: BatchRows;
  edits: BatchEdits;
  changed: () => void;
  closing: AbortSignal;
}

/** Null for an event that this version does not understand; the stream continues. */
function read<T>(schema: z.ZodMiniType<T>, data: string): T | null {
  const parsed = schema.safeParse(parseJson(data));
  if (parsed.success) return parsed.data;
  console.error(parsed.error);
  return null;
}

type Target = Pick<Options, 'state' | 'queue' | 'rows' | 'changed'>;

function applyEvent({ state, queue, rows, changed }: Target, { event, id, data }: StreamEvent) {
  if (event === 'batch') {
    const batch = read(BatchSchema, data);
    if (!batch) return;
    state.batch = batch;
    // The stream sends the rows of every version before the batch of that version.
    rows.touch(queue.confirm(batch.version));
    changed();
  } else if (event === 'rows') {
    const updates = read(RowEventsSchema, data)?.rows ?? [];
    const numbers = updates.map(({ number }) => number);
    rows.update(updates);
    rows.touch(queue.confirm(Number(id), numbers));
  }
}

/** Loads a batch and its rows, then keeps them current from the event stream. */
export function createBatchLoader(options: Options) {
  const { api, drafts, state, rows, edits, changed, closing } = options;
  const onEvent = (event: StreamEvent) => applyEvent(options, event);
  let attempt = new AbortController();

  async function loadRows(total: number, signal: AbortSignal) {
    rows.clear();
    state.loading = { done: 0, total };
    changed();
    for (let after = 0; after < total; ) {
      const answer = await api.getRows(after, PAGE_ROWS, signal);
      const last = answer.rows.at(-1);
      if (!last) break;
      rows.add(answer.rows);
      after = last.number;
      state.loading = { done: Math.min(after, total), total };
    }
    state.loading = null;
    changed();
  }

  /** Follows events until the server has received every row of the file. */
  async function waitForRows({ version }: Batch, signal: AbortSignal) {
    const complete = new AbortController();
    const listen = (event: StreamEvent) => {
      onEvent(event);
      if (state.batch && state.batch.received >= state.batch.rowCount) complete.abort();
    };
    state.loading = null;
    await api.follow(version, listen, AbortSignal.any([signal, complete.signal]));
  }

  async function open(signal: AbortSignal) {
    const [timeZone, kept] = await Promise.all([api.timeZone(), drafts.read()]);
    state.timeZone = timeZone;
    state.batch = await api.getBatch(signal);
    changed();
    if (state.batch.received < state.batch.rowCount) {
      await waitForRows(state.batch, signal);
      if (signal.aborted) return;
      state.batch = await api.getBatch(signal);
    }
    edits.restore(kept);
    // Start from the version before the rows were read: a repeated event is harmless, a missed one is not.
    const { version, rowCount } = state.batch;
    await loadRows(rowCount, signal);
    edits.resume();
    await api.follow(version, onEvent, signal);
  }

  const load = () => {
    attempt = new AbortController();
    state.failure = null;
    state.loading = { done: 0, total: 0 };
    changed();
    const signal = AbortSignal.any([closing, attempt.signal]);
    open(signal).catch((error: unknown) => {
      if (signal.aborted) return;
      state.loading = null;
      state.failure = { code: error instanceof ApiError ? error.code : null, message: reasonOf(error) };
      changed();
    });
  };
  return {
    load,
    reload() {
      attempt.abort();
      load();
    },
  };
}
