import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { checkPhone, checkSignUpForm, EmailSchema, normalizeEmail } from './identity.ts';
import { AUTH, PHONE } from './messages.ts';

describe('the sign-up form', () => {
  const good = {
    fullName: 'Ada',
    email: 'a@b.example',
    phone: '',
    password: 'eight ch',
    confirmPassword: 'eight ch',
    acceptedTerms: true,
  };

  it('accepts a valid form', () => {
    expect(checkSignUpForm(good)).toBeNull();
  });

  it.each([
    [{ fullName: ' ' }, AUTH.signUpFieldsRequired],
    [{ email: '' }, AUTH.signUpFieldsRequired],
    [{ password: '', confirmPassword: '' }, AUTH.signUpFieldsRequired],
    [{ password: '1234567', confirmPassword: 'x' }, AUTH.passwordTooShort],
    [{ confirmPassword: 'another' }, AUTH.passwordsDiffer],
    [{ acceptedTerms: false }, AUTH.termsRequired],
    [{ fullName: '', password: 'x', acceptedTerms: false }, AUTH.signUpFieldsRequired],
  ])('reports the first error of %j', (change, sentence) => {
    expect(checkSignUpForm({ ...good, ...change })).toBe(sentence);
  });
});

describe('a phone number', () => {
  it.each([
    ['5035550142', null],
    ['(503) 555-0142', null],
    ['503.555.0142', null],
    ['+1 503 555 0142', PHONE.countryCode],
    [' +15035550142', PHONE.countryCode],
    ['0015035550142', PHONE.countryCode],
    ['555-0142', PHONE.tenDigits],
    ['15035550142', PHONE.tenDigits],
    ['letters', PHONE.tenDigits],
  ])('%s', (phone, problem) => {
    expect(checkPhone(phone)).toBe(problem);
  });
});

describe('an email address', () => {
  it.each(['a@b.co', 'first.last+tag@sub.domain.example', 'ünïcode@exämple.de', "o'neil@x.ie"])(
    'can be %s',
    (email) => {
      expect(z.safeParse(EmailSchema, email).success).toBe(true);
    },
  );

  it.each([
    '',
    'a',
    'a@b',
    '@b.co',
    'a@.co',
    'a@b..co',
    'a b@c.de',
    'a@b.co, c@d.ee',
    'Ada <a@b.co>',
    `${'a'.repeat(250)}@b.co`,
  ])('cannot be %j', (email) => {
    expect(z.safeParse(EmailSchema, email).success).toBe(false);
  });

  it('is the same account in any case and Unicode form (IN07)', () => {
    expect(normalizeEmail(' ＡDA@Shop.Example ')).toBe('ada@shop.example');
  });
});
