import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import { controlClass, Field } from './field.tsx';
import { Icon } from './icon.tsx';

interface SelectOption<V extends string> {
  value: V;
  label: string;
  title?: string;
  /** Options of the same group must be adjacent. */
  group?: string;
}

interface SelectProps<V extends string> {
  label: ReactNode;
  value: V;
  onChange: (value: V) => void;
  options: readonly SelectOption<V>[];
  hideLabel?: boolean;
  name?: string;
  hint?: ReactNode;
  error?: string | null | undefined;
  required?: boolean;
  optional?: boolean;
  disabled?: boolean;
  className?: string;
}

const optionOf = ({ value, label, title }: SelectOption<string>) => (
  <option key={value} value={value} title={title}>
    {label}
  </option>
);

export function Select<V extends string>(props: SelectProps<V>) {
  const { label, value, onChange, options, hideLabel, name, hint, error, disabled, className } = props;
  return (
    <Field
      label={label}
      hint={hint}
      error={error}
      required={props.required}
      optional={props.optional}
      hideLabel={hideLabel}
      className={className}
    >
      {(control) => (
        <div className="relative">
          <select
            {...control}
            name={name}
            value={value}
            disabled={disabled}
            className={cx(controlClass, 'appearance-none pr-9')}
            onChange={(event) => {
              const chosen = options.find((option) => option.value === event.target.value);
              if (chosen) onChange(chosen.value);
            }}
          >
            {[...Map.groupBy(options, ({ group }) => group)].map(([group, members]) =>
              group === undefined ? (
                members.map(optionOf)
              ) : (
                <optgroup key={group} label={group}>
                  {members.map(optionOf)}
                </optgroup>
              ),
            )}
          </select>
          <Icon
            of={ChevronDown}
            className="pointer-events-none absolute inset-y-0 right-2.5 my-auto size-4 text-text-2"
          />
        </div>
      )}
    </Field>
  );
}
