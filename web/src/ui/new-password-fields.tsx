import { PASSWORD_MIN_LENGTH } from '@lading/contract/constants.ts';
import { Check, TriangleAlert } from 'lucide-react';
import type { Ref } from 'react';
import type { NewPassword } from '../lib/new-password.ts';
import { Icon } from './icon.tsx';
import { PasswordField } from './password-field.tsx';

function PasswordHint({ length, weak }: { length: number; weak: string | null }) {
  return (
    <>
      <LengthHint length={length} />
      <span aria-live="polite">
        {weak && (
          <span className="mt-1 flex items-start gap-1.5 font-medium text-warn-fg">
            <Icon of={TriangleAlert} className="mt-px size-4 shrink-0" />
            {weak}
          </span>
        )}
      </span>
    </>
  );
}

function LengthHint({ length }: { length: number }) {
  const enough = length >= PASSWORD_MIN_LENGTH;
  return (
    <span className="flex items-center justify-between gap-3">
      <span>At least {PASSWORD_MIN_LENGTH} characters</span>
      <span className="num inline-flex items-center gap-1">
        {enough ? (
          <>
            <Icon of={Check} strokeWidth={2.5} className="size-4 text-ok-fg" />
            <span className="text-ok-fg">Long enough</span>
          </>
        ) : (
          `${length} of ${PASSWORD_MIN_LENGTH}`
        )}
      </span>
    </span>
  );
}

interface NewPasswordFieldsProps {
  value: NewPassword;
  readOnly: boolean;
  passwordLabel?: string;
  /** A problem that the form found. */
  passwordProblem?: string | undefined;
  passwordRef?: Ref<HTMLInputElement>;
  confirmationRef?: Ref<HTMLInputElement>;
}

export function NewPasswordFields(props: NewPasswordFieldsProps) {
  const {
    value,
    readOnly,
    passwordLabel = 'Password',
    passwordProblem,
    passwordRef,
    confirmationRef,
  } = props;
  return (
    <>
      <PasswordField
        label={passwordLabel}
        name="password"
        autoComplete="new-password"
        required
        value={value.password}
        onChange={value.setPassword}
        error={value.passwordError ?? passwordProblem}
        hint={<PasswordHint length={value.password.length} weak={value.passwordHint} />}
        readOnly={readOnly}
        {...(passwordRef && { inputRef: passwordRef })}
      />
      <PasswordField
        label="Confirm password"
        name="confirmPassword"
        autoComplete="new-password"
        required
        value={value.confirmation}
        onChange={value.setConfirmation}
        onBlur={value.checkConfirmation}
        error={value.confirmationError}
        readOnly={readOnly}
        {...(confirmationRef && { inputRef: confirmationRef })}
      />
    </>
  );
}
