import { TOAST_DURATION_MS, TOAST_LIMIT } from '@lading/contract/constants.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createToastStore, TOAST_EXIT_MS } from './toast-store.ts';

const newStore = () =>
  createToastStore({
    now: () => Date.now(),
    setTimer: (run, ms) => setTimeout(run, ms),
    clearTimer: (timer) => clearTimeout(timer as NodeJS.Timeout | undefined),
  });

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test.each([
  ['success', 2000],
  ['error', 4000],
  ['info', 4000],
] as const)('a %s toast disappears after exactly %d ms', (tone, duration) => {
  const store = newStore();
  store.show(tone, 'text');
  vi.advanceTimersByTime(duration - 1);
  expect(store.getSnapshot()).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(store.getSnapshot()).toHaveLength(0);
});

test('a toast fades out before it disappears', () => {
  const store = newStore();
  store.show('success', 'text');
  vi.advanceTimersByTime(TOAST_DURATION_MS.success - TOAST_EXIT_MS - 1);
  expect(store.getSnapshot()[0]?.leaving).toBe(false);
  vi.advanceTimersByTime(1);
  expect(store.getSnapshot()[0]?.leaving).toBe(true);
});

test('at most 20 toasts are visible and the oldest disappears first', () => {
  const store = newStore();
  for (let n = 1; n <= TOAST_LIMIT + 3; n++) store.show('info', `toast ${n}`);
  expect(store.getSnapshot()).toHaveLength(TOAST_LIMIT);
  expect(store.getSnapshot()[0]?.text).toBe('toast 4');
  expect(store.getSnapshot().at(-1)?.text).toBe(`toast ${TOAST_LIMIT + 3}`);
});

test('a pause stops every countdown and resuming continues it', () => {
  const store = newStore();
  store.show('success', 'text');
  vi.advanceTimersByTime(1500);
  store.pause();
  vi.advanceTimersByTime(60_000);
  expect(store.getSnapshot()).toHaveLength(1);
  store.resume();
  vi.advanceTimersByTime(499);
  expect(store.getSnapshot()).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(store.getSnapshot()).toHaveLength(0);
});

test('a toast that arrives during a pause gets its full time afterward', () => {
  const store = newStore();
  store.pause();
  store.show('success', 'text');
  vi.advanceTimersByTime(10_000);
  store.resume();
  vi.advanceTimersByTime(1999);
  expect(store.getSnapshot()).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(store.getSnapshot()).toHaveLength(0);
});

test('kept toasts stay until dismissed, twenty at most', () => {
  const store = newStore();
  store.keep(true);
  for (let n = 1; n <= TOAST_LIMIT + 2; n++) store.show('success', `toast ${n}`);
  vi.advanceTimersByTime(86_400_000);
  expect(store.getSnapshot()).toHaveLength(TOAST_LIMIT);
  expect(store.getSnapshot()[0]?.text).toBe('toast 3');
  expect(store.log()).toHaveLength(TOAST_LIMIT + 2);
  for (const { id } of store.getSnapshot()) store.dismiss(id);
  expect(store.getSnapshot()).toEqual([]);
});

test('keeping applies to visible toasts, independently of the pointer', () => {
  const store = newStore();
  store.show('success', 'text');
  vi.advanceTimersByTime(1500);
  store.keep(true);
  store.pause();
  store.resume();
  vi.advanceTimersByTime(60_000);
  expect(store.getSnapshot()).toHaveLength(1);
  store.pause();
  store.keep(false);
  vi.advanceTimersByTime(60_000);
  expect(store.getSnapshot()).toHaveLength(1);
  store.resume();
  vi.advanceTimersByTime(499);
  expect(store.getSnapshot()).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(store.getSnapshot()).toEqual([]);
});

test('a dismissed toast disappears immediately and stays in the log', () => {
  const store = newStore();
  const id = store.show('error', 'gone');
  store.show('error', 'here');
  store.dismiss(id);
  expect(store.getSnapshot().map((item) => item.text)).toEqual(['here']);
  expect(store.log().map((item) => item.text)).toEqual(['here', 'gone']);
});

test('dismissing all toasts keeps them in the log', () => {
  const store = newStore();
  store.show('error', 'one');
  store.show('info', 'two');
  store.dismissAll();
  expect(store.getSnapshot()).toEqual([]);
  expect(store.log()).toHaveLength(2);
  expect(vi.getTimerCount()).toBe(0);
});

test('nothing is left of the notifications of an earlier account', () => {
  const store = newStore();
  store.show('success', '$50.00 was added to your balance.');
  store.forget();
  expect(store.getSnapshot()).toEqual([]);
  expect(store.log()).toEqual([]);
  expect(vi.getTimerCount()).toBe(0);
});

test('listeners are notified of every change until they unsubscribe', () => {
  const store = newStore();
  const listener = vi.fn();
  const unsubscribe = store.subscribe(listener);
  store.show('info', 'one');
  expect(listener).toHaveBeenCalledTimes(1);
  unsubscribe();
  store.show('info', 'two');
  expect(listener).toHaveBeenCalledTimes(1);
});

test('quiet toasts displace only quiet toasts', () => {
  const store = newStore();
  store.show('error', 'said once');
  for (let n = 1; n <= TOAST_LIMIT + 3; n++) store.show('success', `row ${n}`, { quiet: true });
  expect(store.getSnapshot()).toHaveLength(TOAST_LIMIT);
  expect(store.getSnapshot()[0]?.text).toBe('said once');
  expect(store.getSnapshot()[1]?.text).toBe('row 5');
  expect(store.log()).toHaveLength(TOAST_LIMIT + 4);
  vi.advanceTimersByTime(TOAST_DURATION_MS.error);
  expect(store.getSnapshot()).toEqual([]);
});
