import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { cx } from './cx.ts';
import { controlClass, Field } from './field.tsx';
import { Icon } from './icon.tsx';
import type { TextFieldProps } from './text-field.tsx';

type PasswordFieldProps = Omit<TextFieldProps, 'type' | 'inputMode'>;

export function PasswordField(props: PasswordFieldProps) {
  const { label, hint, error, optional, required, className, onChange, onBlur, inputRef, ...input } = props;
  const [shown, setShown] = useState(false);
  const action = shown ? 'Hide password' : 'Show password';
  const icon = shown ? EyeOff : Eye;
  return (
    <Field
      label={label}
      hint={hint}
      error={error}
      optional={optional}
      required={required}
      className={className}
    >
      {(control) => (
        <div className="relative">
          <input
            spellCheck={false}
            autoCapitalize="none"
            autoCorrect="off"
            {...control}
            {...input}
            ref={inputRef}
            type={shown ? 'text' : 'password'}
            className={cx(controlClass, 'pr-12 md:pr-10')}
            onChange={(event) => onChange(event.target.value)}
            onBlur={() => onBlur?.()}
          />
          <button
            type="button"
            aria-label={action}
            title={action}
            aria-pressed={shown}
            onClick={() => setShown(!shown)}
            className="absolute inset-y-0 right-0 inline-flex w-11 items-center justify-center rounded-control text-text-2 hover:text-text focus-visible:-outline-offset-2 md:w-9"
          >
            <Icon of={icon} className="size-4" />
          </button>
        </div>
      )}
    </Field>
  );
}
