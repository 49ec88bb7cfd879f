import { checkSignUpForm, EMAIL_INVALID } from '@lading/contract/identity.ts';
import { AUTH, PHONE } from '@lading/contract/messages.ts';
import { describe, expect, it } from 'vitest';
import { fieldProblems, firstProblemField, firstUnmetField, problemsFromServer } from './sign-up-problems.ts';

const FORM = {
  fullName: 'Ada Park',
  email: 'ada@example.com',
  phone: '',
  password: 'long enough',
  confirmPassword: 'long enough',
  acceptedTerms: true,
};

describe('the fields of the sign-up form', () => {
  it('accept an empty phone, which is optional', () => {
    expect(fieldProblems({ ...FORM, phone: ' ' })).toEqual({});
  });

  it('report everything that is missing', () => {
    const empty = { ...FORM, fullName: ' ', email: '', password: '', acceptedTerms: false };
    expect(fieldProblems(empty)).toEqual({
      fullName: 'Full name is required',
      email: 'Email is required',
      password: 'Password is required',
      acceptedTerms: AUTH.termsRequired,
    });
  });

  it('report an invalid email and phone', () => {
    expect(fieldProblems({ ...FORM, email: 'ada@', phone: '+1 503 555 0142' })).toEqual({
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
    const broken = {
      fullName: { fullName: ' ' },
      email: { email: '' },
      password: { password: 'short' },
      confirmPassword: { confirmPassword: 'other' },
      acceptedTerms: { acceptedTerms: false },
    };
    for (const [field, part] of Object.entries(broken)) {
      expect(checkSignUpForm({ ...FORM, ...part })).not.toBeNull();
      expect(firstUnmetField({ ...FORM, ...part })).toBe(field);
    }
    expect(firstUnmetField(FORM)).toBeNull();
    expect(firstUnmetField({ ...FORM, password: '', acceptedTerms: false })).toBe('password');
  });
});
