import { controlClass, Field } from './field.tsx';

export interface TextAreaFieldProps {
  label: string;
  name: string;
  value: string;
  onChange: (value: string) => void;
  maxLength: number;
  rows?: number;
  error?: string | null | undefined;
  required?: boolean;
  disabled?: boolean;
}

/** Says how much room is left. It does not cut what is pasted: a person should see what is too long and shorten it. */
export function TextAreaField(props: TextAreaFieldProps) {
  const { label, error, required, maxLength, onChange, rows = 3, ...area } = props;
  const left = maxLength - area.value.trim().length;
  return (
    <Field
      label={label}
      error={error}
      required={required}
      hint={
        <span className="num">
          {left >= 0 ? `Characters left: ${left}` : `Characters too many: ${-left}`}
        </span>
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
