import type { FieldError } from '@lading/contract/errors.ts';
import { checkPhone, EMAIL_INVALID, EmailSchema } from '@lading/contract/identity.ts';

/** In the order of the form, which is the order of focus. */
const FIELDS = ['fullName', 'email', 'phone', 'password', 'confirmPassword', 'acceptedTerms'] as const;
export type FieldName = (typeof FIELDS)[number];
export type FieldProblems = Partial<Record<FieldName, string>>;

/** What the single fields say beyond the rules of the whole form. */
export function fieldProblems({ email, phone }: { email: string; phone: string }): FieldProblems {
  const problems: FieldProblems = {};
  if (email.trim() !== '' && !EmailSchema.safeParse(email).success) problems.email = EMAIL_INVALID;
  const phoneProblem = phone.trim() === '' ? null : checkPhone(phone);
  if (phoneProblem) problems.phone = phoneProblem;
  return problems;
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
