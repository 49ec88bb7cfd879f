import { useState } from 'react';
import { cx } from '../../ui/cx.ts';
import { controlClass, Field } from '../../ui/field.tsx';

interface MeasureFieldProps {
  label: string;
  name: string;
  unit: 'lb' | 'oz' | 'in';
  step: string;
  value: string;
  onChange: (value: string) => void;
  error?: string | null | undefined;
  required?: boolean;
}

/** Keeps the typed text while focused, so that “1.” does not become “1”. */
export function MeasureField({
  label,
  name,
  unit,
  step,
  value,
  onChange,
  error,
  required,
}: MeasureFieldProps) {
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <Field
      label={
        <>
          {label}
          <span className="sr-only"> in {UNIT_NAMES[unit]}</span>
        </>
      }
      error={error}
      required={required}
    >
      {(control) => (
        <div className="relative">
          <input
            {...control}
            type="number"
            name={name}
            inputMode="decimal"
            min="0"
            step={step}
            value={typed ?? value}
            onChange={(event) => {
              setTyped(event.target.value);
              onChange(event.target.value);
            }}
            onBlur={() => setTyped(null)}
            // Otherwise scrolling over the focused field would change its value.
            onWheel={(event) => event.currentTarget.blur()}
            className={cx(
              controlClass,
              'num pr-9 [appearance:textfield] [&::-webkit-inner-spin-button]:hidden',
            )}
          />
          <span
            aria-hidden="true"
            className="pointer-events-none absolute inset-y-0 right-3 flex items-center text-small text-text-2"
          >
            {unit}
          </span>
        </div>
      )}
    </Field>
  );
}

const UNIT_NAMES = { lb: 'pounds', oz: 'ounces', in: 'inches' } as const;
