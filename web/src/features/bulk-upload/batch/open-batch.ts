import { API, path } from '@lading/contract/routes.ts';
import { reasonOf } from '../../../lib/api-error.ts';
import { draftStore } from '../../../lib/draft-store.ts';
import { loadRuntimeConfig } from '../../../lib/runtime-config.ts';
import { sessionStore } from '../../../lib/session-store.ts';
import { toast } from '../../../ui/toast/toast.ts';
import { COPY } from '../copy.ts';
import { chooseRates, completeItems, editRows, getBatch, getRows, removeRows } from './batch-calls.ts';
import type { BatchStore } from './batch-store.ts';
import { createBatchStore } from './create-batch-store.ts';
import { followEvents } from './follow-events.ts';
import { browserScheduler } from './scheduler.ts';

export function openBatch(id: string): BatchStore {
  const session = sessionStore.getSnapshot();
  const userId = session.status === 'confirmed' ? session.user.id : '';
  const draftName = `bulk-edits:${id}`;
  return createBatchStore(id, {
    api: {
      getBatch: (signal) => getBatch(id, signal),
      getRows: (after, limit, signal) => getRows(id, { after, limit }, signal),
      send: async (piece) =>
        piece.kind === 'cells'
          ? (await editRows(id, piece.edits)).version
          : (await removeRows(id, piece.numbers, piece.removed)).version,
      complete: (answers) => completeItems(id, answers),
      choose: (choices) => chooseRates(id, choices),
      follow: (after, onEvent, signal) =>
        followEvents({ path: path(API.batchEvents, { id }), after: String(after), onEvent, signal }),
      timeZone: async () => (await loadRuntimeConfig()).timeZone,
    },
    drafts: {
      read: () => draftStore.read(userId, draftName),
      write: (edits) => draftStore.write(userId, draftName, edits),
    },
    scheduler: browserScheduler,
    onRejected: (reason) => toast.error(COPY.review.editRejected(reasonOf(reason))),
  });
}
