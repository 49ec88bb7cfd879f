import { createStore } from './create-store.ts';

export interface Shortcut {
  /** One key, or two in sequence separated by a space: 'n', 'g d'. */
  keys: string;
  label: string;
  run: () => void;
}

const SEQUENCE_MS = 1500;

/** Later registrations win, so a page can redefine a key of the shell. */
export function createShortcutMatcher(now: () => number) {
  let prefix: { key: string; until: number } | null = null;
  const layers = createStore<readonly (readonly Shortcut[])[]>([]);
  const all = () => [...layers.getSnapshot()].reverse().flat();

  return {
    getSnapshot: layers.getSnapshot,
    subscribe: layers.subscribe,
    register(shortcuts: readonly Shortcut[]) {
      layers.set([...layers.getSnapshot(), shortcuts]);
      return () => layers.set(layers.getSnapshot().filter((layer) => layer !== shortcuts));
    },
    reset() {
      prefix = null;
    },
    /** Returns the shortcut that this key completes. */
    press(key: string): Shortcut | null {
      const sequence = prefix && now() <= prefix.until ? `${prefix.key} ${key}` : key;
      prefix = null;
      const found = all().find((shortcut) => shortcut.keys === sequence);
      if (found) return found;
      if (all().some((shortcut) => shortcut.keys.startsWith(`${key} `))) {
        prefix = { key, until: now() + SEQUENCE_MS };
      }
      return null;
    },
  };
}
