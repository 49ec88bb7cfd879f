import type { MarkupType } from '@lading/contract/commission.ts';
import { CLIENTS } from '@lading/contract/messages.ts';
import type { ReactNode, Ref } from 'react';
import { cx } from '../cx.ts';
import { controlClass, Field } from '../field.tsx';

const LOOKS = {
  percentage: { label: CLIENTS.fields.commissionPercentage, sign: '%', side: 'right-3', room: 'pr-8' },
  flat_rate: { label: CLIENTS.fields.commissionAmount, sign: '$', side: 'left-3', room: 'pl-7' },
} as const satisfies Record<MarkupType, unknown>;

interface AmountFieldProps {
  type: MarkupType;
  name: string;
  value: string;
  onChange: (value: string) => void;
  hint?: ReactNode;
  error?: string | null | undefined;
  required?: boolean;
  disabled?: boolean;
  readOnly?: boolean;
  hideLabel?: boolean;
  inputRef?: Ref<HTMLInputElement>;
  className?: string;
}

/** The label includes the unit, and its sign appears inside the field. */
export function AmountField(props: AmountFieldProps) {
  const { type, onChange, hint, error, required, hideLabel, inputRef, className, ...input } = props;
  const { label, sign, side, room } = LOOKS[type];
  return (
    <Field
      label={label}
      hint={hint}
      error={error}
      required={required}
      hideLabel={hideLabel}
      className={className}
    >
      {(control) => (
        <div className="relative">
          <input
            {...control}
            {...input}
            ref={inputRef}
            type="number"
            inputMode="decimal"
            min="0"
            step="0.01"
            autoComplete="off"
            required={required}
            className={cx(
              controlClass,
              room,
              'num [appearance:textfield] [&::-webkit-inner-spin-button]:hidden',
            )}
            onChange={(event) => onChange(event.target.value)}
            // Scrolling the page over a focused number field would change the number.
            onWheel={(event) => event.currentTarget.blur()}
          />
          <span
            aria-hidden="true"
            className={cx('pointer-events-none absolute inset-y-0 flex items-center text-text-2', side)}
          >
            {sign}
          </span>
        </div>
      )}
    </Field>
  );
}
