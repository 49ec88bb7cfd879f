import * as z from 'zod/mini';
import { PASSWORD_MAX_BYTES, PASSWORD_MIN_LENGTH, ROLES } from './constants.ts';
import { AUTH, PHONE } from './messages.ts';
import { STAFF_ROLES } from './permissions.ts';
import { isVisible } from './storable-text.ts';

const utf8Length = (text: string) => new TextEncoder().encode(text).length;

/** Normalizes case and Unicode form, so that one email address cannot have two accounts. */
export const normalizeEmail = (email: string) => email.normalize('NFKC').trim().toLowerCase();

const requiredText = (message: string, max = 200) =>
  z
    .string(message)
    .check(z.trim(), z.minLength(1, message), z.maxLength(max, `Please use at most ${max} characters.`));

export const EMAIL_INVALID = 'Please enter a valid email address';

/** The length is checked first, so that the pattern never runs on a long hostile string. */
export const EmailSchema = z
  .string(AUTH.emailRequired)
  .check(
    z.trim(),
    z.minLength(1, { error: AUTH.emailRequired, abort: true }),
    z.maxLength(254, { error: EMAIL_INVALID, abort: true }),
    z.refine(isVisible, { error: EMAIL_INVALID, abort: true }),
    z.regex(/^[^\s@<>"(),:;[\]\\]+@[^\s@<>"(),:;[\]\\.]+(?:\.[^\s@<>"(),:;[\]\\.]+)+$/, EMAIL_INVALID),
  );

const notTooLong = z.refine<string>(
  (password) => utf8Length(password) <= PASSWORD_MAX_BYTES,
  'Please use a shorter password.',
);

/** Passwords are neither trimmed nor truncated. */
export const NewPasswordSchema = z
  .string(AUTH.signUpFieldsRequired)
  .check(
    z.minLength(1, { error: AUTH.signUpFieldsRequired, abort: true }),
    z.minLength(PASSWORD_MIN_LENGTH, { error: AUTH.passwordTooShort, abort: true }),
    notTooLong,
  );

/** Requires ten digits without a country code. Returns the error to show, or null. */
export function checkPhone(phone: string): string | null {
  const text = phone.trim();
  if (text.startsWith('+') || text.startsWith('00')) return PHONE.countryCode;
  return text.replace(/\D/g, '').length === 10 ? null : PHONE.tenDigits;
}

/** Any formatting with ten digits. Empty means no phone number. */
export const OptionalPhoneSchema = z.optional(
  z.nullable(
    z.string().check(
      z.maxLength(40, { error: PHONE.tenDigits, abort: true }),
      z.superRefine((phone, context) => {
        const problem = phone.trim() === '' ? null : checkPhone(phone);
        if (problem) context.addIssue({ code: 'custom', message: problem, input: phone });
      }),
    ),
  ),
);

export const NAME_INVALID = 'Please enter a name without line breaks, web addresses or invisible characters.';

/** Names appear in emails and lists, so they must not be able to pass for other text. */
export const isPlainName = (name: string) =>
  !/[\p{Cc}\p{Cs}\p{Co}\p{Zl}\p{Zp}\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]|:\/\/|\bwww\./iu.test(
    name,
  );

export const RegisterBodySchema = z.object({
  email: z.pipe(requiredText(AUTH.signUpFieldsRequired, 254), EmailSchema),
  password: NewPasswordSchema,
  full_name: requiredText(AUTH.signUpFieldsRequired).check(z.refine(isPlainName, NAME_INVALID)),
  phone: OptionalPhoneSchema,
});
export type RegisterBody = z.infer<typeof RegisterBodySchema>;

export const MessageAnswerSchema = z.object({
  message: z.string(),
  /** The new password is easy to guess. In `strict` it would have been refused. */
  hint: z.optional(z.string()),
});
export type MessageAnswer = z.infer<typeof MessageAnswerSchema>;

export const LoginBodySchema = z.object({
  email: requiredText(AUTH.loginFieldsRequired, 254),
  password: z
    .string(AUTH.loginFieldsRequired)
    .check(z.minLength(1, { error: AUTH.loginFieldsRequired, abort: true }), notTooLong),
  /** 'Remember me': the session lasts 30 days instead of 12 hours. */
  remember: z.optional(z.boolean()),
});
export type LoginBody = z.infer<typeof LoginBodySchema>;

const UserSchema = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  phone: z.nullable(z.string()),
  role: z.enum(ROLES),
  /** Only for admins: what they may do, by the table in `permissions.ts`. */
  staffRole: z.optional(z.enum(STAFF_ROLES)),
});
export type User = z.infer<typeof UserSchema>;

export const LoginAnswerSchema = z.object({
  token: z.string(),
  user: UserSchema,
  expiresAt: z.string(),
});
export type LoginAnswer = z.infer<typeof LoginAnswerSchema>;

/** The current password of an account. */
export const PasswordSchema = z
  .string('Please enter your password.')
  .check(z.minLength(1, { error: 'Please enter your password.', abort: true }), notTooLong);

/** Confirms who is signed in. The proof lasts ten minutes. */
export const ProveBodySchema = z.object({ password: PasswordSchema });
export type ProveBody = z.infer<typeof ProveBodySchema>;

/** The new token replaces the one of the request, which stops working. */
export const ProveAnswerSchema = z.object({ token: z.string(), expiresAt: z.string() });
export type ProveAnswer = z.infer<typeof ProveAnswerSchema>;

export const VerifyAnswerSchema = z.object({ valid: z.literal(true), user: UserSchema });
export type VerifyAnswer = z.infer<typeof VerifyAnswerSchema>;

export const ForgotPasswordBodySchema = z.object({ email: EmailSchema });
export type ForgotPasswordBody = z.infer<typeof ForgotPasswordBodySchema>;

export const ResetPasswordBodySchema = z.object({
  token: z.string().check(z.maxLength(200)),
  password: NewPasswordSchema,
});
export type ResetPasswordBody = z.infer<typeof ResetPasswordBodySchema>;

interface SignUpForm {
  fullName: string;
  email: string;
  phone: string;
  password: string;
  confirmPassword: string;
  acceptedTerms: boolean;
}

/** Checks the rules in the specification's order. Returns the first error, or null. */
export function checkSignUpForm(form: SignUpForm): string | null {
  if (!form.fullName.trim() || !form.email.trim() || !form.password) return AUTH.signUpFieldsRequired;
  if (form.password.length < PASSWORD_MIN_LENGTH) return AUTH.passwordTooShort;
  if (form.password !== form.confirmPassword) return AUTH.passwordsDiffer;
  if (!form.acceptedTerms) return AUTH.termsRequired;
  return null;
}
