import { checkSignUpForm, EMAIL_INVALID } from '@lading/contract/identity.ts';
import { PHONE } from '@lading/contract/messages.ts';
import { describe, expect, it } from 'vitest';
import { fieldProblems, firstProblemField, firstUnmetField, problemsFromServer } from './sign-up-problems.ts';

describe('the fields of the sign-up form', () => {
  it('accept an empty phone, which is optional', () => {
    expect(fieldProblems({ email: 'ada@example.com', phone: ' ' })).toEqual({});
  });

  it('report an invalid email and phone', () => {
    expect(fieldProblems({ email: 'ada@', phone: '+1 503 555 0142' })).toEqual({
      email: EMAIL_INVALID,
      phone: PHONE.countryCode,
    });
  });

  it('show field errors from the server', () => {
    const fields = [
      { path: 'full_name', message: 'first' },
      { path: 'full_name', message: 'second' },
      { path: 'unknown', message: 'nowhere' },
    ];
    expect(problemsFromServer({ fields })).toEqual({ fullName: 'first' });
  });

  it('focus the first problem in form order', () => {
    expect(firstProblemField({ phone: 'x', email: 'y' })).toBe('email');
    expect(firstProblemField({})).toBeNull();
  });

  it('focus the first field that breaks a rule of the whole form', () => {
    const form = {
      fullName: 'Ada Park',
      email: 'ada@example.com',
      phone: '',
      password: 'long enough',
      confirmPassword: 'long enough',
      acceptedTerms: true,
    };
    const broken = {
      fullName: { fullName: ' ' },
      email: { email: '' },
      password: { password: 'short' },
      confirmPassword: { confirmPassword: 'other' },
      acceptedTerms: { acceptedTerms: false },
    };
    for (const [field, part] of Object.entries(broken)) {
      expect(checkSignUpForm({ ...form, ...part })).not.toBeNull();
      expect(firstUnmetField({ ...form, ...part })).toBe(field);
    }
    expect(firstUnmetField(form)).toBeNull();
    expect(firstUnmetField({ ...form, password: '', acceptedTerms: false })).toBe('password');
  });
});
