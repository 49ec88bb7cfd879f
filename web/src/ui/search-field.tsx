import { Search } from 'lucide-react';
import type { Ref } from 'react';
import { cx } from './cx.ts';
import { controlClass, Field } from './field.tsx';
import { Icon } from './icon.tsx';

interface SearchFieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  name?: string;
  placeholder?: string;
  hideLabel?: boolean;
  type?: 'search' | 'email' | 'text';
  inputRef?: Ref<HTMLInputElement>;
  className?: string;
}

/** The `/` shortcut focuses `data-page-search`. */
export function SearchField(props: SearchFieldProps) {
  const {
    label,
    value,
    onChange,
    name,
    placeholder,
    hideLabel,
    type = 'search',
    inputRef,
    className,
  } = props;
  return (
    <Field label={label} hideLabel={hideLabel} className={className}>
      {(control) => (
        <div className="relative">
          <Icon
            of={Search}
            className="pointer-events-none absolute inset-y-0 left-3 my-auto size-4 text-text-2"
          />
          <input
            {...control}
            ref={inputRef}
            type={type}
            name={name}
            value={value}
            placeholder={placeholder}
            autoComplete="off"
            spellCheck={false}
            data-page-search=""
            className={cx(controlClass, 'pl-9')}
            onChange={(event) => onChange(event.target.value)}
          />
        </div>
      )}
    </Field>
  );
}
