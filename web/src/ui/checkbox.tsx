import { Check } from 'lucide-react';
import { type ReactNode, type Ref, useId } from 'react';
import { FieldError } from './field.tsx';
import { Icon } from './icon.tsx';

interface CheckboxProps {
  label: ReactNode;
  name: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
  error?: string | null | undefined;
  disabled?: boolean;
  required?: boolean;
  inputRef?: Ref<HTMLInputElement>;
}

export function Checkbox({
  label,
  name,
  checked,
  onChange,
  error,
  disabled,
  required,
  inputRef,
}: CheckboxProps) {
  const errorId = useId();
  return (
    <div>
      <label className="inline-flex min-h-11 items-start gap-2.5 py-2.5 text-body md:min-h-6 md:py-0.5">
        <span className="relative mt-0.5 inline-flex size-5 shrink-0 md:mt-0">
          <input
            ref={inputRef}
            type="checkbox"
            name={name}
            checked={checked}
            disabled={disabled}
            aria-required={required || undefined}
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? errorId : undefined}
            onChange={(event) => onChange(event.target.checked)}
            className="peer size-5 appearance-none rounded-badge border border-control bg-surface transition-colors duration-80 checked:border-primary checked:bg-primary hover:border-text-2 disabled:border-line-strong disabled:bg-surface-2 aria-invalid:border-bad-solid forced-colors:appearance-auto"
          />
          <Icon
            of={Check}
            strokeWidth={3}
            className="pointer-events-none absolute inset-0.5 size-4 text-on-primary opacity-0 peer-checked:opacity-100 forced-colors:hidden"
          />
        </span>
        <span>{label}</span>
      </label>
      {error && <FieldError id={errorId}>{error}</FieldError>}
    </div>
  );
}
