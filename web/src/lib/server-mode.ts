import * as z from 'zod/mini';
import { loadRuntimeConfig } from './runtime-config.ts';

/** Whether the server does its work, only shows what there is, or cannot even do that. */
export type ServerMode = 'ready' | 'read-only' | 'away';

const LOOK_EVERY_MS = 2_000;

interface Dependencies {
  /** Asks the server how it is; null when it cannot be asked. */
  look: () => Promise<ServerMode | null>;
  later: (work: () => void, ms: number) => void;
}

/** What answers say about the server. Once one says that it is in trouble, it is asked until it is well again. */
export function createServerModeStore({ look, later }: Dependencies) {
  const listeners = new Set<() => void>();
  const recoveredListeners = new Set<() => void>();
  let mode: ServerMode = 'ready';
  let looking = false;

  const become = (next: ServerMode) => {
    if (next === mode) return;
    mode = next;
    for (const listener of [...listeners]) listener();
    if (mode === 'ready') for (const listener of [...recoveredListeners]) listener();
  };
  const keepLooking = () => {
    if (looking || mode === 'ready') return;
    looking = true;
    later(async () => {
      const seen = await look();
      looking = false;
      if (seen !== null && mode !== 'ready') become(seen);
      keepLooking();
    }, LOOK_EVERY_MS);
  };

  return {
    getSnapshot: () => mode,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** What could not be loaded can be asked for again. */
    onRecovered: (listener: () => void) => recoveredListeners.add(listener),
    /** What came of a call: its error, or null. */
    note: (error: { code: string | null } | null, isRead: boolean) => {
      if (error?.code === 'READ_ONLY') become('read-only');
      else if (error?.code === 'NOT_READY') become('away');
      // That something can be read says nothing about whether it can be changed.
      else if (error === null && (!isRead || mode === 'away')) become('ready');
      keepLooking();
    },
  };
}

export type ServerModeStore = ReturnType<typeof createServerModeStore>;

const ReadinessSchema = z.object({ status: z.enum(['ready', 'read-only']) });

async function look(): Promise<ServerMode | null> {
  try {
    const { apiBaseUrl } = await loadRuntimeConfig();
    const response = await fetch(`${apiBaseUrl.replace(/\/+$/, '')}/readyz`, { credentials: 'omit' });
    if (!response.ok) return 'away';
    return ReadinessSchema.parse(await response.json()).status;
  } catch {
    return null;
  }
}

export const serverMode = createServerModeStore({ look, later: (work, ms) => void setTimeout(work, ms) });
