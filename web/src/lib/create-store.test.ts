import { expect, it, vi } from 'vitest';
import { createSignal, createStore } from './create-store.ts';

it('notifies subscribers of each new value until they unsubscribe', () => {
  const store = createStore(1);
  const seen: number[] = [];
  const unsubscribe = store.subscribe(() => seen.push(store.getSnapshot()));
  store.set(2);
  unsubscribe();
  store.set(3);
  expect(seen).toEqual([2]);
  expect(store.getSnapshot()).toBe(3);
});

it('notifies every listener even if one unsubscribes while being notified', () => {
  const signal = createSignal();
  const second = vi.fn();
  const unsubscribe = signal.subscribe(() => unsubscribe());
  signal.subscribe(second);
  signal.emit();
  expect(second).toHaveBeenCalledTimes(1);
});
