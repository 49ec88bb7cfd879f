import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { hashOfBytes, sha256 } from './sha256.ts';

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

describe('SHA-256', () => {
  it.each([0, 1, 55, 56, 63, 64, 65, 119, 1000, 100_003])('of %i bytes matches Node’s', async (length) => {
    const bytes = Uint8Array.from({ length }, (_, index) => (index * 31 + length) & 255);
    const expected = createHash('sha256').update(bytes).digest('hex');
    expect(hex(sha256(bytes))).toBe(expected);
    expect(await hashOfBytes(bytes)).toBe(expected);
  });
});
