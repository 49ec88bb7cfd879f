import { useSyncExternalStore } from 'react';

type Listener = () => void;

/** Notifies listeners without passing a value. */
export function createSignal() {
  const listeners = new Set<Listener>();
  return {
    subscribe(listener: Listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    emit() {
      for (const listener of [...listeners]) listener();
    },
  };
}

/** One value outside React, in the shape that `useSyncExternalStore` expects. */
export function createStore<T>(initial: T) {
  const changed = createSignal();
  let value = initial;
  return {
    getSnapshot: () => value,
    subscribe: changed.subscribe,
    set(next: T) {
      value = next;
      changed.emit();
    },
  };
}

export interface ReadableStore<T> {
  getSnapshot: () => T;
  subscribe: (listener: Listener) => () => void;
}

export const useStore = <T>(store: ReadableStore<T>): T =>
  useSyncExternalStore(store.subscribe, store.getSnapshot, store.getSnapshot);
