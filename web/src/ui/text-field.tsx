import type { HTMLInputTypeAttribute, InputHTMLAttributes, ReactNode, Ref } from 'react';
import { controlClass, Field } from './field.tsx';

export interface TextFieldProps {
  label: ReactNode;
  name: string;
  value: string;
  hideLabel?: boolean;
  onChange: (value: string) => void;
  type?: HTMLInputTypeAttribute;
  hint?: ReactNode;
  error?: string | null | undefined;
  optional?: boolean;
  required?: boolean;
  autoComplete?: string;
  inputMode?: InputHTMLAttributes<HTMLInputElement>['inputMode'];
  readOnly?: boolean;
  disabled?: boolean;
  inputRef?: Ref<HTMLInputElement>;
  onBlur?: () => void;
  placeholder?: string;
  maxLength?: number;
  spellCheck?: boolean;
  className?: string;
}

export function TextField(props: TextFieldProps) {
  const {
    label,
    hideLabel,
    hint,
    error,
    optional,
    required,
    className,
    onChange,
    onBlur,
    inputRef,
    ...input
  } = props;
  return (
    <Field
      label={label}
      hideLabel={hideLabel}
      hint={hint}
      error={error}
      optional={optional}
      required={required}
      className={className}
    >
      {(control) => (
        <input
          {...control}
          {...input}
          ref={inputRef}
          className={controlClass}
          onChange={(event) => onChange(event.target.value)}
          onBlur={() => onBlur?.()}
        />
      )}
    </Field>
  );
}
