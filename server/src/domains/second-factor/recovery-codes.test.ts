import { describe, expect, it } from 'vitest';
import { newRecoveryCodes, normalizeRecoveryCode } from './recovery-codes.ts';

describe('recovery codes', () => {
  it('are ten different codes of ten base32 characters', () => {
    const codes = newRecoveryCodes();
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^[A-Z2-7]{5}-[A-Z2-7]{5}$/);
  });

  it('are accepted in lowercase, with spaces or hyphens, and with 0 and 1 for O and I', () => {
    expect(normalizeRecoveryCode(' abcde fgh23 ')).toBe('ABCDEFGH23');
    expect(normalizeRecoveryCode('0BCDE-1GH23')).toBe('OBCDEIGH23');
  });
});
