import { AUTH } from '@lading/contract/messages.ts';
import { describe, expect, it } from 'vitest';
import { checkNewPassword, confirmationProblem, passwordProblem } from './new-password.ts';

describe('a new password', () => {
  it('is too short below eight characters, and not checked while empty', () => {
    expect(passwordProblem('')).toBeNull();
    expect(passwordProblem('1234567')).toBe(AUTH.passwordTooShort);
    expect(passwordProblem('12345678')).toBeNull();
  });

  it('must be confirmed exactly', () => {
    expect(confirmationProblem('12345678', '')).toBeNull();
    expect(confirmationProblem('12345678', '1234567 ')).toBe(AUTH.passwordsDiffer);
    expect(confirmationProblem('12345678', '12345678')).toBeNull();
  });

  it('reports the first broken rule on submit', () => {
    expect(checkNewPassword('', '')).toBe(AUTH.signUpFieldsRequired);
    expect(checkNewPassword('1234567', 'other')).toBe(AUTH.passwordTooShort);
    expect(checkNewPassword('12345678', '')).toBe(AUTH.passwordsDiffer);
    expect(checkNewPassword('12345678', '12345678')).toBeNull();
  });
});
