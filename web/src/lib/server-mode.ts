import * as z from 'zod/mini';
import { createSignal, createStore } from './create-store.ts';
import { loadRuntimeConfig } from './runtime-config.ts';

/** `unavailable`: the server cannot answer any request, not even reads. */
export type ServerMode = 'ready' | 'read-only' | 'unavailable';

const PROBE_EVERY_MS = 2_000;

interface Dependencies {
  /** Asks the server for its state. Returns null if it does not respond. */
  probe: () => Promise<ServerMode | null>;
  later: (work: () => void, ms: number) => void;
}

/**
 * Tracks the server's state from its responses. After the first problem it probes until the server is ready.
 */
export function createServerModeStore({ probe, later }: Dependencies) {
  const mode = createStore<ServerMode>('ready');
  const recovered = createSignal();
  let probing = false;

  const changeTo = (next: ServerMode) => {
    if (next === mode.getSnapshot()) return;
    mode.set(next);
    if (next === 'ready') recovered.emit();
  };
  const keepProbing = () => {
    if (probing || mode.getSnapshot() === 'ready') return;
    probing = true;
    later(async () => {
      const found = await probe();
      probing = false;
      if (found !== null && mode.getSnapshot() !== 'ready') changeTo(found);
      keepProbing();
    }, PROBE_EVERY_MS);
  };

  return {
    getSnapshot: mode.getSnapshot,
    subscribe: mode.subscribe,
    /** Notifies when the server is ready again, so that failed requests can be reloaded. */
    onRecovered: recovered.subscribe,
    /** Records the outcome of a call: its error, or null. */
    note: (error: { code: string | null } | null, isRead: boolean) => {
      if (error?.code === 'READ_ONLY') changeTo('read-only');
      else if (error?.code === 'NOT_READY') changeTo('unavailable');
      // A successful read does not prove that writes work.
      else if (error === null && (!isRead || mode.getSnapshot() === 'unavailable')) changeTo('ready');
      keepProbing();
    },
  };
}

export type ServerModeStore = ReturnType<typeof createServerModeStore>;

const ReadinessSchema = z.object({ status: z.enum(['ready', 'read-only']) });

async function probe(): Promise<ServerMode | null> {
  try {
    const { apiBaseUrl } = await loadRuntimeConfig();
    const response = await fetch(`${apiBaseUrl.replace(/\/+$/, '')}/readyz`, { credentials: 'omit' });
    if (!response.ok) return 'unavailable';
    return ReadinessSchema.parse(await response.json()).status;
  } catch {
    return null;
  }
}

export const serverMode = createServerModeStore({ probe, later: (work, ms) => void setTimeout(work, ms) });
