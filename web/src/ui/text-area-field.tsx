import type { ReactNode } from 'react';
import { controlClass, Field } from './field.tsx';

interface TextAreaFieldProps {
  label: string;
  name: string;
  value: string;
  onChange: (value: string) => void;
  maxLength: number;
  rows?: number;
  /** Replaces the count of remaining characters. */
  hint?: ReactNode;
  error?: string | null | undefined;
  required?: boolean;
  optional?: boolean;
  disabled?: boolean;
}

/** Shows the remaining characters. Does not truncate pasted text, so that users can shorten it themselves. */
export function TextAreaField(props: TextAreaFieldProps) {
  const { label, error, required, optional, maxLength, onChange, rows = 3, hint, ...area } = props;
  const left = maxLength - area.value.trim().length;
  return (
    <Field
      label={label}
      error={error}
      required={required}
      optional={optional}
      hint={
        hint ?? (
          <span className="num">
            {left >= 0 ? `Characters left: ${left}` : `Characters over the limit: ${-left}`}
          </span>
        )
      }
    >
      {(control) => (
        <textarea
          {...control}
          {...area}
          rows={rows}
          className={controlClass}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}
