import { setTimeout as sleep } from 'node:timers/promises';
import type { Actor } from '../../platform/actor.ts';
import { minutes } from '../../platform/clock.ts';
import { BATCH_CHANNEL, type BulkDeps } from './bulk.deps.ts';
import { selectBatch } from './bulk-batches.store.ts';
import { type EventCursor, selectRowsSince } from './bulk-row-views.store.ts';
import { findBatch } from './find-batch.ts';
import { showBatch } from './show-batch.ts';
import { toUpdate } from './show-rows.ts';
import { Wakeup } from './wakeup.ts';

const MIN_INTERVAL_MS = 150;
/** After this long the listener reconnects, possibly to another process. */
const MAX_STREAM_MS = minutes(5);
const ROWS_PER_EVENT = 500;

interface EventStreamRequest {
  batchId: string;
  /** The `Last-Event-ID` header; empty on the first connection. */
  lastEventId: string;
  /** Aborts when the listener disconnects or the server stops. */
  signal: AbortSignal;
  /**
   * Checked before each event: the session may end, or the account be suspended, while the stream is open.
   */
  isAuthorized: () => Promise<boolean>;
}

/**
 * Opens a stream of a batch's changes, starting after `lastEventId`. Every change has a version, so a
 * listener can reconnect to any process and miss nothing.
 */
export async function listenToBatch(
  deps: BulkDeps,
  actor: Pick<Actor, 'userId'>,
  request: EventStreamRequest,
): Promise<AsyncGenerator<string>> {
  await findBatch(deps, actor, request.batchId);
  deps.listenerSlots.reserve(actor.userId, request.signal);
  return streamEvents(deps, actor, request);
}

/** `12` means all of version 12, `12.500` its rows up to number 500. */
function readCursor(text: string): EventCursor {
  const [version = '0', number] = /^\d{1,12}(?:\.\d{1,6})?$/.test(text) ? text.split('.') : [];
  return { version: Number(version), number: number === undefined ? null : Number(number) };
}

const formatEvent = (name: string, cursor: EventCursor, data: object) => {
  const id = cursor.number === null ? `${cursor.version}` : `${cursor.version}.${cursor.number}`;
  return `event: ${name}\nid: ${id}\ndata: ${JSON.stringify(data)}\n\n`;
};

async function* streamEvents(
  deps: BulkDeps,
  actor: Pick<Actor, 'userId'>,
  { batchId, lastEventId, signal, isAuthorized }: EventStreamRequest,
): AsyncGenerator<string> {
  const changed = new Wakeup();
  const unsubscribe = deps.notifications.listen(BATCH_CHANNEL, (message) => {
    if (message === null || message === batchId) changed.signal();
  });
  try {
    yield ': listening\n\n';
    const end = performance.now() + MAX_STREAM_MS;
    const isOpen = async () => !signal.aborted && performance.now() < end && (await isAuthorized());
    let cursor = readCursor(lastEventId);
    let shownVersion = -1;
    let isNotified = false;
    while (await isOpen()) {
      const batch = await selectBatch(deps.db, actor.userId, batchId);
      // Discarded: the listener gets a 404 when it reconnects.
      if (!batch) return;
      // The version is compared too, because a notification can be lost with its connection.
      if (isNotified || batch.version > shownVersion) {
        for (let isFull = true; isFull; ) {
          const rows = await selectRowsSince(deps.db, batchId, cursor, ROWS_PER_EVENT);
          const last = rows.at(-1);
          isFull = rows.length === ROWS_PER_EVENT;
          if (!last) break;
          const seen = cursor.version;
          cursor = { version: last.version, number: isFull ? last.number : null };
          yield formatEvent('rows', cursor, { rows: rows.map((row) => toUpdate(deps, row, seen)) });
        }
        yield formatEvent('batch', cursor, await showBatch(deps, batch));
        shownVersion = batch.version;
        await sleep(MIN_INTERVAL_MS);
      } else yield ': still here\n\n';
      isNotified = await changed.wait(deps.timings.streamHeartbeatMs, signal);
    }
  } finally {
    unsubscribe();
  }
}
