import { afterEach, expect, it, vi } from 'vitest';
import { newRequestKey } from './request-key.ts';

afterEach(() => vi.unstubAllGlobals());

it('creates unique keys even on a page without TLS', () => {
  const { getRandomValues } = crypto;
  vi.stubGlobal('crypto', { getRandomValues: getRandomValues.bind(crypto) });
  const keys = Array.from({ length: 100 }, newRequestKey);
  expect(new Set(keys).size).toBe(100);
  expect(keys.every((key) => /^[0-9a-f]{32}$/.test(key))).toBe(true);
});
