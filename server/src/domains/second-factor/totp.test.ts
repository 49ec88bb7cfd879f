import { describe, expect, it } from 'vitest';
import { readOutsideJson } from '../../../test/outside/outside.ts';
import { base32, codeAt, matchingStep, newTotpSecret, stepAt, totpLink } from './totp.ts';

const vectors = readOutsideJson<{
  hotp: { secretAscii: string; secretBase32: string; codes: string[] };
  totp: { secretAscii: string; codes: { time: number; code: string }[] };
}>('otp-vectors.json');

const secret = Buffer.from(vectors.hotp.secretAscii);

describe('codes of an authenticator app', () => {
  it('match the values of RFC 4226', () => {
    expect(vectors.hotp.codes.map((_, step) => codeAt(secret, step))).toEqual(vectors.hotp.codes);
  });

  it('match the values of RFC 6238, of which we use the last six digits', () => {
    const made = vectors.totp.codes.map(({ time }) => codeAt(secret, stepAt(new Date(time * 1000))));
    expect(made).toHaveLength(6);
    expect(made).toEqual(vectors.totp.codes.map(({ code }) => code.slice(-6)));
  });

  it('come from secrets that are written in base32', () => {
    expect(base32(secret)).toBe(vectors.hotp.secretBase32);
    expect(
      ['', 'f', 'fo', 'foo', 'foob', 'fooba', 'foobar'].map((text) => base32(Buffer.from(text))),
    ).toEqual(['', 'MY', 'MZXQ', 'MZXW6', 'MZXW6YQ', 'MZXW6YTB', 'MZXW6YTBOI']);
    expect(base32(newTotpSecret())).toMatch(/^[A-Z2-7]{32}$/);
    expect(totpLink(secret, 'ada@x.example')).toBe(
      `otpauth://totp/Lading:ada%40x.example?secret=${vectors.hotp.secretBase32}&issuer=Lading`,
    );
  });

  const step = 1000;
  const code = codeAt(secret, step);
  const at = (steps: number) => new Date((step + steps) * 30_000);
  const match = (typed: string, now: Date, { usedStep = null as number | null, late = true } = {}) =>
    matchingStep(secret, typed, { now, usedStep, late });

  it('are accepted in their own step and the next one, and only once', () => {
    expect(match(code, at(0))).toBe(step);
    expect(match(` ${code.slice(0, 3)} ${code.slice(3)}`, at(1))).toBe(step);
    expect(match(code, at(2))).toBeNull();
    expect(match(code, at(-1))).toBeNull();
    expect(match(code, at(0), { usedStep: step })).toBeNull();
    expect(match(codeAt(secret, step - 1), at(0), { usedStep: step })).toBeNull();
    expect(match('12345', at(0))).toBeNull();
  });

  it('are valid for 30 seconds where late codes are not accepted', () => {
    expect(match(code, at(0), { late: false })).toBe(step);
    expect(match(code, new Date(at(1).getTime() - 1), { late: false })).toBe(step);
    expect(match(code, at(1), { late: false })).toBeNull();
  });
});
