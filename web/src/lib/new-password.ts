import { PASSWORD_MIN_LENGTH } from '@lading/contract/constants.ts';
import { AUTH } from '@lading/contract/messages.ts';
import { passwordHint, passwordRefusal } from '@lading/contract/password-strength.ts';
import { useState } from 'react';
import { usePasswordWeakness } from './password-strength.ts';
import { useRuntimeConfig } from './use-runtime-config.ts';

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

/** A password reset link does not identify the account. */
const EMPTY_PERSON = { email: '', name: '' };

/** Checks the confirmation when its field loses focus, not while the user types. */
export function useNewPassword(owner: { email: string; name: string } = EMPTY_PERSON) {
  const isStrict = useRuntimeConfig()?.security === 'strict';
  const [password, setPassword] = useState('');
  const [confirmation, setConfirmation] = useState('');
  const [confirmationSeen, setConfirmationSeen] = useState(false);
  const weakness = usePasswordWeakness(password, owner);
  const tooShort = passwordProblem(password);
  const passwordError = tooShort ?? (isStrict && weakness ? passwordRefusal(weakness) : null);
  const confirmationError = confirmationSeen ? confirmationProblem(password, confirmation) : null;
  return {
    password,
    confirmation,
    passwordError,
    /** The password is accepted, but easy to guess. */
    passwordHint: weakness && !passwordError ? passwordHint(weakness) : null,
    confirmationError,
    blocked: passwordError !== null || confirmationError !== null,
    setPassword,
    setConfirmation,
    checkConfirmation: () => setConfirmationSeen(confirmation !== ''),
  };
}

export type NewPassword = ReturnType<typeof useNewPassword>;
