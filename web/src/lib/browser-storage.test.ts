import { expect, it } from 'vitest';
import { createBrowserStorage } from './browser-storage.ts';

it('reads, writes and removes entries', () => {
  const entries = new Map<string, string>();
  const storage = createBrowserStorage(() => ({
    getItem: (key) => entries.get(key) ?? null,
    setItem: (key, value) => void entries.set(key, value),
    removeItem: (key) => void entries.delete(key),
  }));
  expect(storage.write('a', '1')).toBe(true);
  expect(storage.read('a')).toBe('1');
  expect(storage.remove('a')).toBe(true);
  expect(storage.read('a')).toBeNull();
});

it('reports failure instead of throwing if the browser blocks storage (BR07)', () => {
  const storage = createBrowserStorage(() => {
    throw new DOMException('forbidden', 'SecurityError');
  });
  expect(storage.write('a', '1')).toBe(false);
  expect(storage.remove('a')).toBe(false);
  expect(storage.read('a')).toBeNull();
});
