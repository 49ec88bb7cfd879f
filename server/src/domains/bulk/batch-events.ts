import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../../platform/app-error.ts';
import { minutes } from '../../platform/clock.ts';
import { BATCH_CHANNEL, type BulkDeps } from './bulk.deps.ts';
import { selectBatch } from './bulk-batches.store.ts';
import { findBatch } from './change-batch.ts';
import { type EventCursor, selectRowsSince } from './show-batch.store.ts';
import { showBatch } from './show-batch.ts';
import { toUpdate } from './show-rows.ts';

/** So often at most, however fast the labels come. */
const BREATH_MS = 150;
const HEARTBEAT_MS = 20_000;
/** Then the listener calls again, at whatever process. */
const LIFE_MS = minutes(5);
const ROWS_PER_PAGE = 500;
/** Tabs of one client that may listen at the same time. */
const MAX_LISTENERS = 5;

const listening = new Map<string, number>();

/**
 * What changes in a batch, from where the listener stopped. Every change carries its version, so that a listener that was cut off
 * goes on at any process and misses nothing.
 */
export async function listenToBatch(
  deps: BulkDeps,
  actor: { userId: string },
  id: string,
  lastEventId: string,
  signal: AbortSignal,
  /** Asked before anything is told: a session may end, and an account be suspended, while somebody listens. */
  isStillWelcome: () => Promise<boolean>,
): Promise<AsyncGenerator<string>> {
  await findBatch(deps, actor, id);
  if ((listening.get(actor.userId) ?? 0) >= MAX_LISTENERS)
    throw new AppError('TOO_MANY_REQUESTS', { message: 'This upload is open in too many tabs.' });
  takeSeat(actor.userId, signal);
  return news(deps, actor, id, readMark(lastEventId), signal, isStillWelcome);
}

/** `12` is all of version 12, `12.500` its rows up to number 500. */
function readMark(text: string): EventCursor {
  const [version = '0', number] = /^\d{1,12}(?:\.\d{1,6})?$/.test(text) ? text.split('.') : [];
  return { version: Number(version), number: number === undefined ? null : Number(number) };
}

const event = (name: string, mark: EventCursor, data: object) => {
  const id = mark.number === null ? `${mark.version}` : `${mark.version}.${mark.number}`;
  return `event: ${name}\nid: ${id}\ndata: ${JSON.stringify(data)}\n\n`;
};

async function* news(
  deps: BulkDeps,
  actor: { userId: string },
  id: string,
  from: EventCursor,
  signal: AbortSignal,
  isStillWelcome: () => Promise<boolean>,
): AsyncGenerator<string> {
  const bell = new Bell();
  const hush = deps.notifications.listen(BATCH_CHANNEL, (message) => {
    if (message === null || message === id) bell.ring();
  });
  try {
    yield ': listening\n\n';
    const end = performance.now() + LIFE_MS;
    const goesOn = async () => !signal.aborted && performance.now() < end && (await isStillWelcome());
    let mark = from;
    while (await goesOn()) {
      const batch = await selectBatch(deps.db, actor.userId, id);
      // Discarded meanwhile: whoever calls again hears it.
      if (!batch) return;
      for (let full = true; full; ) {
        const rows = await selectRowsSince(deps.db, id, mark, ROWS_PER_PAGE);
        const last = rows.at(-1);
        full = rows.length === ROWS_PER_PAGE;
        if (!last) break;
        const seen = mark.version;
        mark = { version: last.version, number: full ? last.number : null };
        yield event('rows', mark, { rows: rows.map((row) => toUpdate(deps, row, seen)) });
      }
      yield event('batch', mark, await showBatch(deps, batch));
      await sleep(BREATH_MS);
      while (!(await bell.heard(HEARTBEAT_MS, signal))) {
        if (!(await goesOn())) return;
        yield ': still here\n\n';
      }
    }
  } finally {
    hush();
  }
}

/** From the moment it is granted until the listener is gone, whether or not it ever read anything. */
function takeSeat(userId: string, signal: AbortSignal): void {
  if (signal.aborted) return;
  count(userId, 1);
  signal.addEventListener('abort', () => count(userId, -1), { once: true });
}

function count(userId: string, by: number): void {
  const now = (listening.get(userId) ?? 0) + by;
  if (now > 0) listening.set(userId, now);
  else listening.delete(userId);
}

/** Remembers that it rang until somebody asks. */
class Bell {
  #rung = false;
  #wake: (() => void) | null = null;

  ring(): void {
    this.#rung = true;
    this.#wake?.();
  }

  /** False when nothing was heard in that time. */
  async heard(withinMs: number, signal: AbortSignal): Promise<boolean> {
    if (!this.#rung && !signal.aborted) {
      await new Promise<void>((resolve) => {
        const end = () => {
          clearTimeout(timer);
          signal.removeEventListener('abort', end);
          this.#wake = null;
          resolve();
        };
        const timer = setTimeout(end, withinMs);
        signal.addEventListener('abort', end);
        this.#wake = end;
      });
    }
    const rung = this.#rung;
    this.#rung = false;
    return rung;
  }
}
