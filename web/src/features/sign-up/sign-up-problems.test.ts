import { EMAIL_INVALID } from '@lading/contract/identity.ts';
import { PHONE } from '@lading/contract/messages.ts';
import { describe, expect, it } from 'vitest';
import { fieldProblems, firstProblemField, problemsFromServer } from './sign-up-problems.ts';

describe('the fields of the sign-up form', () => {
  it('leave an empty phone alone, because it is optional', () => {
    expect(fieldProblems({ email: 'ada@example.com', phone: ' ' })).toEqual({});
  });

  it('name a wrong address and a wrong phone', () => {
    expect(fieldProblems({ email: 'ada@', phone: '+1 503 555 0142' })).toEqual({
      email: EMAIL_INVALID,
      phone: PHONE.countryCode,
    });
  });

  it('take over what the server says, under the name that the form uses', () => {
    const fields = [
      { path: 'full_name', message: 'first' },
      { path: 'full_name', message: 'second' },
      { path: 'unknown', message: 'nowhere' },
    ];
    expect(problemsFromServer({ fields })).toEqual({ fullName: 'first' });
  });

  it('send the focus to the first of them in the order of the form', () => {
    expect(firstProblemField({ phone: 'x', email: 'y' })).toBe('email');
    expect(firstProblemField({})).toBeNull();
  });
});
