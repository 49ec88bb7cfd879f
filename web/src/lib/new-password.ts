import { PASSWORD_MIN_LENGTH } from '@lading/contract/constants.ts';
import { AUTH } from '@lading/contract/messages.ts';
import { useState } from 'react';

/** An empty field has no error, so that the form does not open with errors. */
export const passwordProblem = (password: string) =>
  password !== '' && password.length < PASSWORD_MIN_LENGTH ? AUTH.passwordTooShort : null;

export const confirmationProblem = (password: string, confirmation: string) =>
  confirmation !== '' && confirmation !== password ? AUTH.passwordsDiffer : null;

/** The first problem on submit, in the order of the sign-up form. */
export function checkNewPassword(password: string, confirmation: string): string | null {
  if (password === '') return AUTH.signUpFieldsRequired;
  return passwordProblem(password) ?? (confirmation === password ? null : AUTH.passwordsDiffer);
}

/** Checks the confirmation when its field loses focus, not while the user types. */
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
    checkConfirmation: () => setConfirmationSeen(confirmation !== ''),
  };
}

export type NewPassword = ReturnType<typeof useNewPassword>;
