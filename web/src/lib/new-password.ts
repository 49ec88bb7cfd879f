import { PASSWORD_MIN_LENGTH } from '@lading/contract/constants.ts';
import { AUTH } from '@lading/contract/messages.ts';
import { useState } from 'react';

/** A field that nobody has touched has no error yet, so that the form does not open with complaints. */
export const passwordProblem = (password: string) =>
  password !== '' && password.length < PASSWORD_MIN_LENGTH ? AUTH.passwordTooShort : null;

export const confirmationProblem = (password: string, confirmation: string) =>
  confirmation !== '' && confirmation !== password ? AUTH.passwordsDiffer : null;

/** What a submitted pair breaks first, in the words and order of the sign-up form. */
export function checkNewPassword(password: string, confirmation: string): string | null {
  if (password === '') return AUTH.signUpFieldsRequired;
  return passwordProblem(password) ?? (confirmation === password ? null : AUTH.passwordsDiffer);
}

/** A new password and its repetition, which is judged after leaving the field and not while typing. */
export function useNewPassword() {
  const [password, setPassword] = useState('');
  const [confirmation, setConfirmation] = useState('');
  const [confirmationSeen, setConfirmationSeen] = useState(false);
  const passwordError = passwordProblem(password);
  const confirmationError = confirmationSeen ? confirmationProblem(password, confirmation) : null;
  return {
    password,
    confirmation,
    passwordError,
    confirmationError,
    blocked: passwordError !== null || confirmationError !== null,
    setPassword,
    setConfirmation,
    judgeConfirmation: () => setConfirmationSeen(confirmation !== ''),
  };
}

export type NewPassword = ReturnType<typeof useNewPassword>;
