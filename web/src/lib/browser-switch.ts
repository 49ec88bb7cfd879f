import { useSyncExternalStore } from 'react';

/** Yes or no, kept in this browser under the key; nothing is stored while it is as by default. */
export function createBrowserSwitch(key: string, byDefault: boolean) {
  const listeners = new Set<() => void>();
  let on: boolean | null = null;

  const read = () => {
    try {
      const kept = window.localStorage.getItem(key);
      return kept === null ? byDefault : kept === 'on';
    } catch {
      return byDefault;
    }
  };

  return {
    isOn: () => {
      on ??= read();
      return on;
    },
    set: (value: boolean) => {
      on = value;
      try {
        if (value === byDefault) window.localStorage.removeItem(key);
        else window.localStorage.setItem(key, value ? 'on' : 'off');
      } catch {
        // Holds for this visit only.
      }
      for (const listener of [...listeners]) listener();
    },
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}

export type BrowserSwitch = ReturnType<typeof createBrowserSwitch>;

export const useBrowserSwitch = ({ subscribe, isOn }: BrowserSwitch) => useSyncExternalStore(subscribe, isOn);
