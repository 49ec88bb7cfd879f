import { CircleAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { cx } from './cx.ts';
import { Icon } from './icon.tsx';

interface FieldControl {
  id: string;
  'aria-describedby'?: string;
  'aria-invalid'?: true;
  'aria-required'?: true;
}

interface FieldProps {
  label: ReactNode;
  hint?: ReactNode;
  error?: string | null | undefined;
  optional?: boolean | undefined;
  required?: boolean | undefined;
  hideLabel?: boolean | undefined;
  className?: string | undefined;
  children: (control: FieldControl) => ReactNode;
}

export const controlClass = cx(
  'block min-h-11 w-full rounded-control border border-control bg-surface px-3 py-1.5 text-lead text-text md:min-h-9 md:text-body',
  'transition-colors duration-140 hover:border-text-2 focus-visible:outline-offset-0',
  '[&:is(input,textarea):read-only]:bg-surface-2 disabled:cursor-not-allowed disabled:border-line-strong disabled:bg-surface-2 disabled:text-text-3 disabled:hover:border-line-strong',
  'aria-invalid:border-bad-solid aria-invalid:shadow-[inset_2px_0_0_var(--bad-solid)]',
);

export function FieldError({ id, children }: { id: string; children: ReactNode }) {
  return (
    <p id={id} className="mt-1.5 flex items-start gap-1.5 text-small font-medium text-bad-fg">
      <Icon of={CircleAlert} className="mt-px size-4 shrink-0" />
      <span>{children}</span>
    </p>
  );
}

export function Field({
  label,
  hint,
  error,
  optional,
  required,
  hideLabel,
  className,
  children,
}: FieldProps) {
  const id = useId();
  const hintId = `${id}-hint`;
  const errorId = `${id}-error`;
  const describedBy = [hint && hintId, error && errorId].filter(Boolean).join(' ');
  return (
    <div className={className}>
      <label
        htmlFor={id}
        className={hideLabel ? 'sr-only' : 'mb-1.5 flex items-baseline gap-1.5 text-strong'}
      >
        {label}
        {required && (
          <span aria-hidden="true" className="text-signal-text">
            •
          </span>
        )}
        {optional && <span className="text-small font-normal text-text-2">optional</span>}
      </label>
      {children({
        id,
        ...(describedBy && { 'aria-describedby': describedBy }),
        ...(error && { 'aria-invalid': true as const }),
        ...(required && { 'aria-required': true as const }),
      })}
      {hint && (
        <div id={hintId} className="mt-1.5 text-small text-text-2">
          {hint}
        </div>
      )}
      {error && <FieldError id={errorId}>{error}</FieldError>}
    </div>
  );
}
