export interface Shortcut {
  /** One key, or two in a row with a space between: 'n', 'g d'. */
  keys: string;
  label: string;
  run: () => void;
}

const SEQUENCE_MS = 1500;

/** Later registrations come first, so that a page can reuse a key of its shell. */
export function createShortcutMatcher(now: () => number) {
  let layers: readonly (readonly Shortcut[])[] = [];
  let prefix: { key: string; until: number } | null = null;
  const listeners = new Set<() => void>();
  const change = (next: typeof layers) => {
    layers = next;
    for (const listener of [...listeners]) listener();
  };
  const all = () => [...layers].reverse().flat();

  return {
    getLayers: () => layers,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    register(shortcuts: readonly Shortcut[]) {
      change([...layers, shortcuts]);
      return () => change(layers.filter((layer) => layer !== shortcuts));
    },
    reset() {
      prefix = null;
    },
    /** The shortcut that this key completes, or null. */
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
