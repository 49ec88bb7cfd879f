import { PASSWORD_MIN_LENGTH } from '@lading/contract/constants.ts';
import type { FieldError } from '@lading/contract/errors.ts';
import { checkPhone, type checkSignUpForm, EMAIL_INVALID, EmailSchema } from '@lading/contract/identity.ts';
import { AUTH } from '@lading/contract/messages.ts';

/** In form order; the first one with a problem gets the focus. */
const FIELDS = ['fullName', 'email', 'phone', 'password', 'confirmPassword', 'acceptedTerms'] as const;
export type FieldName = (typeof FIELDS)[number];
export type FieldProblems = Partial<Record<FieldName, string>>;

const MISSING = {
  fullName: 'Full name is required',
  email: 'Email is required',
  password: 'Password is required',
} as const;

/** Every field that is missing or invalid, so that the user can fix all of them together. */
export function fieldProblems(form: SignUpValues): FieldProblems {
  const problems: FieldProblems = {};
  const { fullName, email, phone, password } = form;
  if (fullName.trim() === '') problems.fullName = MISSING.fullName;
  if (email.trim() === '') problems.email = MISSING.email;
  else if (!EmailSchema.safeParse(email).success) problems.email = EMAIL_INVALID;
  const phoneProblem = phone.trim() === '' ? null : checkPhone(phone);
  if (phoneProblem) problems.phone = phoneProblem;
  if (password === '') problems.password = MISSING.password;
  if (!form.acceptedTerms) problems.acceptedTerms = AUTH.termsRequired;
  return problems;
}

export type SignUpValues = Parameters<typeof checkSignUpForm>[0] & { phone: string };

/** The field to fix first if `checkSignUpForm` rejects the form. Checks in the same order. */
export function firstUnmetField(form: SignUpValues): FieldName | null {
  if (!form.fullName.trim()) return 'fullName';
  if (!form.email.trim()) return 'email';
  if (form.password.length < PASSWORD_MIN_LENGTH) return 'password';
  if (form.password !== form.confirmPassword) return 'confirmPassword';
  return form.acceptedTerms ? null : 'acceptedTerms';
}

const FIELD_OF_PATH: Record<string, FieldName> = {
  full_name: 'fullName',
  email: 'email',
  phone: 'phone',
  password: 'password',
};

export function problemsFromServer({ fields }: { fields: FieldError[] }): FieldProblems {
  const problems: FieldProblems = {};
  for (const { path, message } of fields) {
    const name = FIELD_OF_PATH[path];
    if (name) problems[name] ??= message;
  }
  return problems;
}

export const firstProblemField = (problems: FieldProblems): FieldName | null =>
  FIELDS.find((name) => problems[name] !== undefined) ?? null;
