import { CHOSEN_BY } from '@lading/contract/bulk.ts';
import { dateIn } from '@lading/contract/calendar-date.ts';
import type { StoreDependencies } from './batch-dependencies.ts';
import { createBatchEdits } from './batch-edits.ts';
import { type BatchState, createBatchLoader } from './batch-loader.ts';
import { type BatchRows, createBatchRows } from './batch-rows.ts';
import type { BatchStore, ShownChoice } from './batch-store.ts';
import { createEditQueue } from './edit-queue.ts';
import { createNotifier } from './notifier.ts';

export function createBatchStore(id: string, deps: StoreDependencies): BatchStore {
  const { api, scheduler } = deps;
  const { subscribe, changed } = createNotifier(scheduler.nextFrame);
  const closing = new AbortController();
  const state: BatchState = {
    batch: null,
    loading: { done: 0, total: 0 },
    failure: null,
    timeZone: 'UTC',
  };
  const today = () => dateIn(state.timeZone, scheduler.date());
  const queue = createEditQueue();
  const rows = createBatchRows({
    queue,
    context: () => ({ today: today(), decimalComma: state.batch?.decimalComma ?? false }),
    changed,
    scheduler,
  });
  const edits = createBatchEdits({ ...deps, queue, rows, changed, closing: closing.signal });
  const loader = createBatchLoader({ ...deps, state, queue, rows, edits, changed, closing: closing.signal });

  let answered: Promise<unknown> = Promise.resolve();

  loader.load();
  return {
    id,
    subscribe,
    batch: () => state.batch,
    rowNumbers: rows.numbers,
    row: rows.row,
    revision: rows.revision,
    loading: () => state.loading,
    failure: () => state.failure,
    reload: loader.reload,
    unsaved: queue.size,
    flush: edits.flush,
    today,
    edit: edits.edit,
    remove: edits.remove,
    recheck: edits.recheck,
    complete: api.complete,
    choose: (choices) => {
      const choosing = chooseRates(rows, api, choices);
      answered = Promise.allSettled([answered, choosing]);
      return choosing;
    },
    choicesAnswered: async () => {
      await answered;
    },
    undo: edits.undo,
    canUndo: edits.canUndo,
    close() {
      if (queue.size() > 0) void edits.flush();
      closing.abort();
    },
  };
}

/** Shows the choices immediately and restores the earlier ones if the server rejects them. */
async function chooseRates(
  rows: BatchRows,
  api: StoreDependencies['api'],
  choices: readonly ShownChoice[],
): Promise<void> {
  const before = choices.flatMap(({ number }) => rows.confirmed(number) ?? []);
  for (const { number, rateId, rate } of choices) {
    const row = rows.confirmed(number);
    const status = rateId === null ? 'rates_loaded' : 'rate_selected';
    if (row) rows.replace({ ...row, status, selectedRateId: rateId, rate });
  }
  try {
    await api.choose(
      choices.map(({ number, rateId, rate }) => ({
        number,
        rateId,
        chosenBy: CHOSEN_BY.find((by) => by === rate?.chosenBy) ?? 'hand',
      })),
    );
  } catch (error) {
    const chosen = new Map(choices.map(({ number, rateId }) => [number, rateId]));
    for (const { number, status, selectedRateId, rate } of before) {
      const row = rows.confirmed(number);
      // Another choice or new rates may have arrived since.
      if (row && row.selectedRateId === chosen.get(number))
        rows.replace({ ...row, status, selectedRateId, rate });
    }
    throw error;
  }
}
