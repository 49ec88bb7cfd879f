import * as z from 'zod/mini';
import { createSignal, createStore } from './create-store.ts';
import { loadRuntimeConfig } from './runtime-config.ts';

/** `away`: the server cannot even answer reads. */
export type ServerMode = 'ready' | 'read-only' | 'away';

const PROBE_EVERY_MS = 2_000;

interface Dependencies {
  /** Asks the server for its state; null when it does not answer. */
  probe: () => Promise<ServerMode | null>;
  later: (work: () => void, ms: number) => void;
}

/**
 * Tracks the server's state from its responses. After the first sign of trouble it probes until the server is
 * ready.
 */
export function createServerModeStore({ probe, later }: Dependencies) {
  const mode = createStore<ServerMode>('ready');
  const recovered = createSignal();
  let probing = false;

  const become = (next: ServerMode) => {
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
      if (found !== null && mode.getSnapshot() !== 'ready') become(found);
      keepProbing();
    }, PROBE_EVERY_MS);
  };

  return {
    getSnapshot: mode.getSnapshot,
    subscribe: mode.subscribe,
    /** The time to reload what failed. */
    onRecovered: recovered.subscribe,
    /** Records the outcome of a call: its error, or null. */
    note: (error: { code: string | null } | null, isRead: boolean) => {
      if (error?.code === 'READ_ONLY') become('read-only');
      else if (error?.code === 'NOT_READY') become('away');
      // A successful read does not prove that writes work.
      else if (error === null && (!isRead || mode.getSnapshot() === 'away')) become('ready');
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
    if (!response.ok) return 'away';
    return ReadinessSchema.parse(await response.json()).status;
  } catch {
    return null;
  }
}

export const serverMode = createServerModeStore({ probe, later: (work, ms) => void setTimeout(work, ms) });
